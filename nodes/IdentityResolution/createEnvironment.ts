import { sleep, type IExecuteFunctions, type IPollFunctions } from 'n8n-workflow';
import type { Connection } from './actions/read/job';
import { connect, DEFAULT_TIMEOUT, type Timeout } from './client/client';
import type { Clock, LogEntry } from './run/environment';
import { stopFor } from './run/outcome';
import type { RunStats } from './run/stats';

/**
 * Connects the engine to n8n. n8n aborts the signal when it cancels an execution; it can't cancel a poll, which has a
 * shorter `timeout`.
 */
export async function createEnvironment(
	host: IExecuteFunctions | IPollFunctions,
	{
		signal = new AbortController().signal,
		timeout = DEFAULT_TIMEOUT,
	}: { signal?: AbortSignal; timeout?: Timeout } = {},
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

/** ms. n8n before 2.34 cannot cancel a sleep, so a canceled wait ends after at most one slice. */
const SLICE = 200;

/** Returns a monotonic clock (epoch ms): setting the system clock back during a run would prolong its waits. */
export function createClock(): Clock {
	const begin = Date.now() - performance.now();
	const now = () => Math.floor(begin + performance.now());

	/** Sleeps `ms`, or until the signal fires. Never rejects. */
	async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
		const end = performance.now() + ms;
		for (let remaining = ms; remaining > 0 && !signal.aborted; remaining = end - performance.now()) {
			try {
				await sleep(Math.min(remaining, SLICE), signal);
			} catch {
				return;
			}
		}
	}
	return { now, sleep: sleepFor };
}
