import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from './command';

const KEEPER = join(__dirname, 'keeper.cjs');
const GRACE = 10_000;
const KEPT = 20_000;

/** A running program that ends with this process at the latest, together with what it has started itself. */
export interface Kept {
	/** The end of what it has said so far. */
	said(): string;
	isOver(): boolean;
	/** Resolves once it has ended by itself or was ended. */
	ended: Promise<void>;
	/** Asks it to end, waits for that, and ends what is left of it. */
	stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<void>;
	/** Ends it and what it has started at once, as a machine does that loses its power. */
	kill(): Promise<void>;
}

/** Starts a program. Its standard output and standard error are read. */
export function startKept({ command, args, cwd, env = {} }: Command): Kept {
	const keeper = spawn(process.execPath, [KEEPER, command, ...args], {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['pipe', 'pipe', 'pipe'],
		// A process group of its own, so that all of it can be ended together.
		detached: true,
	});
	let said = '';
	for (const stream of [keeper.stdout, keeper.stderr]) {
		stream.on('data', (part) => {
			said = `${said}${String(part)}`.slice(-KEPT);
		});
	}
	let over = false;
	const ended = new Promise<void>((resolve) => {
		keeper.once('exit', () => {
			over = true;
			resolve();
		});
	});
	const killGroup = () => {
		if (keeper.pid !== undefined) killAll(keeper.pid);
	};
	void ended.then(killGroup);
	return {
		said: () => said,
		isOver: () => over,
		ended,
		async stop(signal = 'SIGTERM') {
			keeper.kill(signal);
			const late = setTimeout(killGroup, GRACE);
			await ended;
			clearTimeout(late);
		},
		async kill() {
			killGroup();
			await ended;
		},
	};
}

function killAll(group: number): void {
	try {
		process.kill(-group, 'SIGKILL');
	} catch {
		// All of it has ended already.
	}
}
