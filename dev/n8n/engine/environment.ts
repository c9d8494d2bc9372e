import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Must be imported before n8n-core, which reads these when it loads. n8n would otherwise write to the home folder, and
 * load packages in a context of their own that a debugger and a test runner can't follow.
 */
if (process.env.N8N_USER_FOLDER === undefined) {
	const folder = mkdtempSync(join(tmpdir(), 'identity-resolution-n8n-'));
	process.env.N8N_USER_FOLDER = folder;
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
process.env.N8N_ENCRYPTION_KEY ??= 'only-for-this-process';
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED ??= 'false';
process.env.NODE_ENV = 'test';
