import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface Command {
	command: string;
	args: readonly string[];
	cwd: string;
	env?: Record<string, string>;
}

const MAX_OUTPUT = 64 * 1_024 * 1_024;

/** Runs a command to its end. @returns its standard output @throws if it fails, with its standard error */
export async function runCommand({ command, args, cwd, env = {} }: Command): Promise<string> {
	const options = { cwd, env: { ...process.env, ...env }, maxBuffer: MAX_OUTPUT };
	return (await promisify(execFile)(command, args, options)).stdout;
}

export async function retry(pausesMs: readonly number[], work: () => Promise<unknown>): Promise<void> {
	for (const pause of pausesMs) {
		try {
			await work();
			return;
		} catch {
			await sleep(pause);
		}
	}
	await work();
}
