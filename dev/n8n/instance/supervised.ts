import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from './command';
import { waitFor } from './waitFor';

const SUPERVISOR = join(__dirname, 'supervisor.cjs');
const GRACE_MS = 10_000;
const MAX_OUTPUT = 20_000;

/** A running program that ends, together with its child processes, when this process ends. */
export interface Supervised {
	/** The end of its standard output and standard error, or why it could not be started. */
	output(): string;
	hasEnded(): boolean;
	/** Resolves with the exit code, or with null if the program was killed or could not be started. */
	ended: Promise<number | null>;
	/** Signals the program, waits for its end, and kills what is left of it. */
	stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<void>;
	/** Kills the program and its child processes at once, like a power failure. */
	kill(): Promise<void>;
}

export function startSupervised({ command, args, cwd, env = {} }: Command, graceMs = GRACE_MS): Supervised {
	const supervisor = spawn(process.execPath, [SUPERVISOR, command, ...args], {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['pipe', 'pipe', 'pipe'],
		// A process group of its own, so that one signal reaches all of its processes.
		detached: true,
	});
	let output = '';
	const append = (chunk: unknown) => {
		output = `${output}${String(chunk)}`.slice(-MAX_OUTPUT);
	};
	for (const stream of [supervisor.stdout, supervisor.stderr]) stream.on('data', append);
	let hasEnded = false;
	const killGroup = () => {
		if (supervisor.pid === undefined) return;
		try {
			process.kill(-supervisor.pid, 'SIGKILL');
		} catch {
			// The whole group has already ended.
		}
	};
	const ended = new Promise<number | null>((resolve) => {
		supervisor.once('exit', (code) => {
			hasEnded = true;
			killGroup();
			resolve(code);
		});
		supervisor.on('error', (error) => {
			append(`${command} could not be started in ${cwd}: ${error.message}\n`);
			hasEnded = true;
			resolve(null);
		});
	});
	// After the end, the number may belong to another user's process group.
	const killNow = () => {
		if (!hasEnded) killGroup();
	};
	return {
		output: () => output,
		hasEnded: () => hasEnded,
		ended,
		async stop(signal = 'SIGTERM') {
			if (!hasEnded) supervisor.kill(signal);
			const timer = setTimeout(killNow, graceMs);
			await ended;
			clearTimeout(timer);
		},
		async kill() {
			killNow();
			await ended;
		},
	};
}

export interface Server extends Command {
	name: string;
	isReady(): Promise<boolean>;
	timeoutMs: number;
}

export async function startServer({ name, isReady, timeoutMs, ...program }: Server): Promise<Supervised> {
	const server = startSupervised(program);
	const check = async () => {
		const ready = await isReady();
		// Another server on the same port may have answered.
		if (server.hasEnded()) throw new Error(`${name} ended before it was ready`);
		return ready;
	};
	try {
		await waitFor(`${name} is ready`, check, timeoutMs);
	} catch (error) {
		await server.stop();
		throw new Error(`${(error as Error).message}:\n${server.output()}`);
	}
	return server;
}
