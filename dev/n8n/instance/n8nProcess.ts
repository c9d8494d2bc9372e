import type { N8n } from './install';
import type { Kept } from './kept';
import { startReady } from './ready';
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
	/** Of Node.js itself. */
	nodeArgs?: readonly string[];
}

const MOST_WAIT_MS = 180_000;
/** A server that takes a connection and then says nothing would be waited for without end. */
const ANSWER_MS = 10_000;

/**
 * Starts n8n and waits until it is ready.
 * @throws where it ends before, or is not ready in three minutes, with the end of what it said
 */
export async function startN8n(
	{ runtime, cli, env: quiet }: N8n,
	place: Place,
	{ args = ['start'], env = {}, nodeArgs = [] }: Start = {},
): Promise<RunningN8n> {
	const url = `http://127.0.0.1:${place.port}`;
	const kept = await startReady({
		name: 'n8n',
		command: runtime.path,
		args: [...nodeArgs, cli, ...args],
		cwd: place.files,
		env: { ...runtime.env, ...quiet, ...environment(place), ...env },
		answers: async () =>
			await fetch(`${url}/healthz/readiness`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
				({ ok }) => ok,
				() => false,
			),
		mostMs: MOST_WAIT_MS,
	});
	return { ...kept, url };
}
