import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../../host/command';
import { startKept } from '../../host/kept';

/** A server that a test started for itself. */
export interface OwnServer {
	/** Of 127.0.0.1. */
	port: number;
	/** Ends it, and waits for that. */
	stop(): Promise<void>;
}

/** What to start, and how to tell that it is ready. */
export interface ServerStart extends Command {
	port: number;
	/** The signal on which it ends without waiting for its clients. */
	end: 'SIGTERM' | 'SIGINT';
	/** Whether it answers. It is asked again and again. */
	answers(): Promise<boolean>;
}

const MOST_WAIT = 30_000;
const POLL = 100;

/**
 * Starts a server and waits until it answers. It ends with this process at the latest.
 * @throws where it ends before, or does not answer in 30 s, with the end of what it said
 */
export async function startServer({ port, end, answers, ...program }: ServerStart): Promise<OwnServer> {
	const kept = startKept(program);
	const stop = async () => await kept.stop(end);
	const deadline = Date.now() + MOST_WAIT;
	while (!(await answers())) {
		if (kept.isOver()) throw new Error(`${program.command} ended before it was ready:\n${kept.said()}`);
		if (Date.now() > deadline) {
			await stop();
			throw new Error(`${program.command} was not ready in ${MOST_WAIT / 1_000} s:\n${kept.said()}`);
		}
		await sleep(POLL);
	}
	return { port, stop };
}
