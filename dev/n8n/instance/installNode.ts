import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command';

const PROJECT = join(__dirname, '..', '..', '..');
const INSTALL = ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];

/** Packs the built node and installs it in an n8n user folder, as n8n itself installs a community package. */
export async function installNode(userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const tarballs = mkdtempSync(join(tmpdir(), 'packed-node-'));
	try {
		await runCommand({ command: 'npm', args: ['pack', '--silent', '--pack-destination', tarballs], cwd: PROJECT });
		const tarball = readdirSync(tarballs).find((name) => name.endsWith('.tgz'));
		if (tarball === undefined) throw new Error('npm pack made no tarball');
		// Anew each time: npm takes a tarball of the same version for the one that it has.
		rmSync(nodes, { recursive: true, force: true });
		mkdirSync(nodes, { recursive: true });
		writeFileSync(join(nodes, 'package.json'), JSON.stringify({ name: 'installed-nodes', private: true }));
		await runCommand({ command: 'npm', args: [...INSTALL, join(tarballs, tarball)], cwd: nodes });
	} finally {
		rmSync(tarballs, { recursive: true, force: true });
	}
}
