import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { N8n } from './install';
import { environment, type Place } from './settings';

/** A running n8n. */
export interface RunningN8n {
	url: string;
	pid: number;
	/** What it has said so far. */
	said(): string;
	/** Resolves once it has ended by itself or was ended. */
	ended: Promise<void>;
	/** Ends it, and waits for that. */
	stop(): Promise<void>;
}

const MOST_WAIT = 180_000;
const POLL = 250;
const GRACE = 10_000;
const KEPT = 20_000;

/**
 * Starts n8n and waits until it is ready.
 * @throws where it ends before, or is not ready in three minutes, with the end of what it said
 */
export async function startN8n({ runtime, cli }: N8n, place: Place, more: Record<string, string> = {}): Promise<RunningN8n> {
	const env = { ...process.env, ...runtime.env, ...environment(place), ...more };
	const child = spawn(runtime.path, [cli, 'start'], { cwd: place.files, env, stdio: ['ignore', 'pipe', 'pipe'] });
	let said = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (part) => {
			said = `${said}${String(part)}`.slice(-KEPT);
		});
	}
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const running: RunningN8n = {
		url: `http://127.0.0.1:${place.port}`,
		pid: child.pid ?? 0,
		said: () => said,
		ended,
		stop: async () => await stop(child, ended),
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

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill('SIGTERM');
	const late = setTimeout(() => child.kill('SIGKILL'), GRACE);
	await ended;
	clearTimeout(late);
}
