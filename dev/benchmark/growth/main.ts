import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { exitOnSignal } from '../../n8n/engine/exitOnSignal';
import { startSandbox } from '../../sandbox/server';
import { WIDE } from '../session';

/** Measures in a process of its own, whose heap holds no sandbox. */
async function main(): Promise<void> {
	exitOnSignal();
	const sandbox = await startSandbox({ settings: { ...WIDE, latency: 0 } });
	const args = ['--expose-gc', '--import', 'tsx', join(__dirname, 'measure.ts'), sandbox.url, sandbox.key];
	const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [number | null];
	await sandbox.close();
	process.exitCode = code ?? 1;
}

void main();
