import { execFile } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');
const MAIN = join('sheet', 'main.ts');

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
