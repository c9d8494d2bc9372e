import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from './command';

const KEEPER = join(__dirname, 'keeper.cjs');
const GRACE_MS = 10_000;
/** Characters. */
const KEPT = 20_000;

/** A running program that ends with this process at the latest, together with what it has started itself. */
export interface Kept {
	/** Of the process under which it and all that it has started run; undefined where it could not be started. */
	pid: number | undefined;
	/** The end of what it has said so far, or why it could not be started. */
	said(): string;
	isOver(): boolean;
	/** Resolves once it has ended by itself or was ended: with its exit code, or null where it was killed or never started. */
	ended: Promise<number | null>;
	/** Asks it to end, waits for that, and ends what is left of it. */
	stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<void>;
	/** Ends it and what it has started at once, as a machine does that loses its power. */
	kill(): Promise<void>;
}

/**
 * Starts a program. Its standard output and standard error are read.
 * @param graceMs how long it may take to end when it is asked to, in ms, before it is killed
 */
export function startKept({ command, args, cwd, env = {} }: Command, graceMs = GRACE_MS): Kept {
	const keeper = spawn(process.execPath, [KEEPER, command, ...args], {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['pipe', 'pipe', 'pipe'],
		// A process group of its own, so that all of it can be ended together.
		detached: true,
	});
	let said = '';
	const hear = (part: unknown) => {
		said = `${said}${String(part)}`.slice(-KEPT);
	};
	for (const stream of [keeper.stdout, keeper.stderr]) stream.on('data', hear);
	let over = false;
	const ended = new Promise<number | null>((resolve) => {
		keeper.once('exit', (code) => {
			over = true;
			killGroup(keeper.pid);
			resolve(code);
		});
		keeper.on('error', (error) => {
			hear(`${command} could not be started in ${cwd}: ${error.message}\n`);
			over = true;
			resolve(null);
		});
	});
	// Once it is over, the number may belong to a group of somebody else.
	const killNow = () => {
		if (!over) killGroup(keeper.pid);
	};
	return {
		pid: keeper.pid,
		said: () => said,
		isOver: () => over,
		ended,
		async stop(signal = 'SIGTERM') {
			if (!over) keeper.kill(signal);
			const late = setTimeout(killNow, graceMs);
			await ended;
			clearTimeout(late);
		},
		async kill() {
			killNow();
			await ended;
		},
	};
}

function killGroup(leader: number | undefined): void {
	if (leader === undefined) return;
	try {
		process.kill(-leader, 'SIGKILL');
	} catch {
		// All of it has ended already.
	}
}
