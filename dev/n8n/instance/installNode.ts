import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeTarball } from '../engine/packedNode';
import { runCommand } from './command';

/**
 * Unpacks the node's tarball into the folder of an n8n's community packages. The node has no dependencies to install.
 */
export async function installNode(userFolder: string): Promise<void> {
	const cwd = join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-identity-resolution');
	const folder = mkdtempSync(join(tmpdir(), 'packed-node-'));
	try {
		// An earlier version may have other files.
		rmSync(cwd, { recursive: true, force: true });
		mkdirSync(cwd, { recursive: true });
		await runCommand({ command: 'tar', args: ['-xzf', nodeTarball(folder), '--strip-components=1'], cwd });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
