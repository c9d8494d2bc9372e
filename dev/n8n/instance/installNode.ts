import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeTarball } from '../engine/packedNode';
import { runCommand } from './command';

const INSTALL = ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs the packed node (`nodeTarball`) in an n8n user folder, as n8n itself installs a community package. */
export async function installNode(userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const folder = mkdtempSync(join(tmpdir(), 'packed-node-'));
	try {
		const tarball = nodeTarball(folder);
		// npm keeps an installed package of the same version, so the folder must be empty.
		rmSync(nodes, { recursive: true, force: true });
		mkdirSync(nodes, { recursive: true });
		writeFileSync(join(nodes, 'package.json'), JSON.stringify({ name: 'installed-nodes', private: true }));
		await runCommand({ command: 'npm', args: [...INSTALL, tarball], cwd: nodes });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
