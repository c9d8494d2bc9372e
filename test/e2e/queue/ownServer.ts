import { startReady, type Server } from '../../../dev/n8n/instance/ready';

/** A server that a test started for itself. */
export interface OwnServer {
	/** Of 127.0.0.1. */
	port: number;
	/** Ends it, and waits for that. */
	stop(): Promise<void>;
}

/** What to start. */
export interface ServerStart extends Omit<Server, 'mostMs'> {
	port: number;
	/** The signal on which it ends without waiting for its clients. */
	end: 'SIGTERM' | 'SIGINT';
}

const MOST_WAIT_MS = 30_000;

/** Starts a server and waits until it answers. @throws as `startReady` does, after 30 s */
export async function startServer({ port, end, ...server }: ServerStart): Promise<OwnServer> {
	const kept = await startReady({ ...server, mostMs: MOST_WAIT_MS });
	return { port, stop: async () => await kept.stop(end) };
}
