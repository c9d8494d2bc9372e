import { spawn } from 'node:child_process';

/** A command that ended with something else than success, with the end of what it said. */
export class CommandError extends Error {
	constructor(
		message: string,
		/** Whether somebody ended it, or the machine did. */
		readonly bySignal = false,
	) {
		super(message);
	}
}

/** A command, and where and with what environment it runs. */
export interface Command {
	command: string;
	args: readonly string[];
	cwd: string;
	env?: Record<string, string>;
}

const TOLD = 3_000;

/** Runs a command to its end. @returns what it wrote to its standard output @throws CommandError */
export async function runCommand({ command, args, cwd, env = {} }: Command): Promise<string> {
	const running = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
	let out = '';
	let told = '';
	running.stdout.on('data', (part) => {
		out += String(part);
		told += String(part);
	});
	running.stderr.on('data', (part) => {
		told += String(part);
	});
	const code = await new Promise<number | null>((resolve, reject) => {
		running.once('error', (error) => reject(new CommandError(`${command} could not be started: ${error.message}`)));
		running.once('close', resolve);
	});
	if (code !== 0) {
		// Programs that tidy up after a signal say so by such a code.
		const bySignal = code === null || code > 128;
		throw new CommandError(
			`${[command, ...args].join(' ')} ended with ${code ?? 'a signal'}:\n${told.slice(-TOLD)}`,
			bySignal,
		);
	}
	return out;
}
