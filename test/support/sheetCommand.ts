import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');
const MAIN = join('dev', 'cli', 'main.ts');

export interface Said {
	code: number;
	out: string;
	err: string;
}

/** Runs what `npm start` runs once everything is installed and built. */
export function start(args: readonly string[], environment: Record<string, string> = {}): Promise<Said> {
	const tsx = join(ROOT, 'node_modules', '.bin', 'tsx');
	return new Promise((resolve) => {
		execFile(tsx, [MAIN, ...args], { cwd: ROOT, env: { ...process.env, ...environment } }, (error, out, err) => {
			resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err });
		});
	});
}

/** Starts the same as a process that can be interrupted, with what it has said so far. */
export function startInterruptible(args: readonly string[], environment: Record<string, string> = {}) {
	const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
		cwd: ROOT,
		env: { ...process.env, ...environment },
	});
	const said = { out: '', err: '' };
	child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
	child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
	const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
	return { child, said, ended };
}
