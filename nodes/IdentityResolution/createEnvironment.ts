import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { Connection } from './actions/read/job';
import { connect } from './client/client';
import { createClock, DEFAULT_TIMEOUT, type Timeout } from './client/clock';
import type { LogEntry } from './run/environment';
import { stopFor } from './run/outcome';
import type { RunStats } from './run/stats';

interface Options {
	signal: AbortSignal;
	timeout: Timeout;
}

/**
 * Connects the engine to n8n. n8n aborts the signal when it cancels an execution; it can't cancel a poll, which has a
 * shorter `timeout`.
 */
export async function createEnvironment(
	host: IExecuteFunctions | IPollFunctions,
	{ signal = new AbortController().signal, timeout = DEFAULT_TIMEOUT }: Partial<Options> = {},
): Promise<Connection> {
	const clock = createClock();
	const client = await connect(host, clock, timeout);
	if (client.is === 'refused') {
		const { refusal } = client;
		return { is: 'refused', stop: stopFor(refusal.reason, { refusal }), clock };
	}
	const env = {
		send: client.send,
		clock,
		random: Math.random,
		signal,
		log: ({ event, ...details }: LogEntry) => host.logger.debug(`Identity Resolution: ${event}`, { ...details }),
		progress: ({ lookups, requests, answered, tokens, tokensAre }: Readonly<RunStats>) =>
			host.logger.debug('Identity Resolution', { lookups, requests, answered, tokens, tokensAre }),
	};
	return { is: 'ready', env, signer: client.signer };
}
