import { setTimeout as sleep } from 'node:timers/promises';
import type { N8n } from './install';
import { startKept, type Kept } from './kept';
import { environment, type Place } from './settings';

/** A running n8n: a main process, or a worker of a queue. */
export interface RunningN8n extends Kept {
	url: string;
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

/**
 * Starts n8n and waits until it is ready.
 * @throws where it ends before, or is not ready in three minutes, with the end of what it said
 */
export async function startN8n({ runtime, cli, env: quiet }: N8n, place: Place, { args = ['start'], env = {} }: Start = {}): Promise<RunningN8n> {
	const kept = startKept({
		command: runtime.path,
		args: [cli, ...args],
		cwd: place.files,
		env: { ...runtime.env, ...quiet, ...environment(place), ...env },
	});
	const running = { ...kept, url: `http://127.0.0.1:${place.port}` };
	try {
		await ready(running);
	} catch (error) {
		await running.stop();
		throw error;
	}
	return running;
}

async function ready({ url, said, isOver }: RunningN8n): Promise<void> {
	const deadline = Date.now() + MOST_WAIT;
	while (Date.now() < deadline) {
		if (isOver()) throw new Error(`n8n ended before it was ready:\n${said()}`);
		const answer = await fetch(`${url}/healthz/readiness`).catch(() => null);
		if (answer?.ok) return;
		await sleep(POLL);
	}
	throw new Error(`n8n was not ready in ${MOST_WAIT / 1_000} s:\n${said()}`);
}
