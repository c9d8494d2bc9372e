import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** A command that failed, with the end of its output. */
export class CommandError extends Error {
	constructor(
		message: string,
		/** Whether a user or the system ended the command. */
		readonly bySignal = false,
	) {
		super(message);
	}
}

/** A command, its working directory and its additional environment variables. */
export interface Command {
	command: string;
	args: readonly string[];
	cwd: string;
	env?: Record<string, string>;
}

/** In characters. */
const QUOTED_OUTPUT = 3_000;

/** Runs a command to its end. @returns its standard output @throws CommandError */
export async function runCommand({ command, args, cwd, env = {} }: Command): Promise<string> {
	const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
	let stdout = '';
	let output = '';
	child.stdout.on('data', (chunk) => {
		stdout += String(chunk);
		output += String(chunk);
	});
	child.stderr.on('data', (chunk) => {
		output += String(chunk);
	});
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', (error) => reject(new CommandError(`${command} could not be started: ${error.message}`)));
		child.once('close', resolve);
	});
	if (code !== 0) {
		// A program that handles the signal itself exits with 128 plus the signal's number.
		const bySignal = code === null || code > 128;
		throw new CommandError(
			`${[command, ...args].join(' ')} ended with ${code ?? 'a signal'}:\n${output.slice(-QUOTED_OUTPUT)}`,
			bySignal,
		);
	}
	return stdout;
}

/**
 * Retries commands that need the network, once after each pause. A command that a signal ended is not retried.
 * @param pausesMs in ms
 * @throws the last error
 */
export async function retry(pausesMs: readonly number[], work: () => Promise<unknown>): Promise<void> {
	for (let attempt = 0; ; attempt++) {
		try {
			await work();
			return;
		} catch (error) {
			if (!(error instanceof CommandError) || error.bySignal || attempt >= pausesMs.length) throw error;
			await sleep(pausesMs[attempt]);
		}
	}
}
