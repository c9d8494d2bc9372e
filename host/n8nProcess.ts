import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { N8n } from './install';
import { environment, type Place } from './settings';

/** A running n8n: a main process, or a worker of a queue. */
export interface RunningN8n {
	url: string;
	pid: number;
	/** What it has said so far. */
	said(): string;
	/** Resolves once it has ended by itself or was ended. */
	ended: Promise<void>;
	/** Ends it, and waits for that. */
	stop(): Promise<void>;
	/** Ends it and its task runner at once, as a machine does that loses its power. */
	kill(): Promise<void>;
}

/** What to start. */
export interface Start {
	/** n8n's own command and its arguments. */
	args?: readonly string[];
	/** Beside the quiet settings of its place. */
	env?: Record<string, string>;
}

const MOST_WAIT = 180_000;
const POLL = 250;
const GRACE = 10_000;
const KEPT = 20_000;

/**
 * Starts n8n and waits until it is ready.
 * @throws where it ends before, or is not ready in three minutes, with the end of what it said
 */
export async function startN8n({ runtime, cli }: N8n, place: Place, { args = ['start'], env = {} }: Start = {}): Promise<RunningN8n> {
	const child = spawn(runtime.path, [cli, ...args], {
		cwd: place.files,
		env: { ...process.env, ...runtime.env, ...environment(place), ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
		// A process group of its own, so that its task runner can be ended with it.
		detached: true,
	});
	const signal = (name: NodeJS.Signals) => signalGroup(child, name);
	const last = () => signal('SIGKILL');
	process.once('exit', last);
	let said = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (part) => {
			said = `${said}${String(part)}`.slice(-KEPT);
		});
	}
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	void ended.then(() => process.off('exit', last));
	const running: RunningN8n = {
		url: `http://127.0.0.1:${place.port}`,
		pid: child.pid ?? 0,
		said: () => said,
		ended,
		async stop() {
			child.kill('SIGTERM');
			const late = setTimeout(() => signal('SIGKILL'), GRACE);
			await ended;
			clearTimeout(late);
			signal('SIGKILL');
		},
		async kill() {
			signal('SIGKILL');
			await ended;
		},
	};
	try {
		await ready(running, child);
	} catch (error) {
		await running.stop();
		throw error;
	}
	return running;
}

async function ready({ url, said }: RunningN8n, child: ChildProcess): Promise<void> {
	const deadline = Date.now() + MOST_WAIT;
	while (Date.now() < deadline) {
		if (child.exitCode !== null) throw new Error(`n8n ended before it was ready:\n${said()}`);
		const answer = await fetch(`${url}/healthz/readiness`).catch(() => null);
		if (answer?.ok) return;
		await sleep(POLL);
	}
	throw new Error(`n8n was not ready in ${MOST_WAIT / 1_000} s:\n${said()}`);
}

function signalGroup({ pid }: ChildProcess, name: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, name);
	} catch {
		// The whole group has ended already.
	}
}
