import { createHmac, hash, scrypt } from 'node:crypto';
import {
	sleep,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IPollFunctions,
} from 'n8n-workflow';
import { keyProblem, readBaseUrl, readKey, SHORTEST_SECRET } from '../api/credential';
import { toText, type JsonObject } from '../api/values/json';
import type { Reason } from '../api/replies/refusals';
import type { Reply } from '../api/replies/httpReply';
import { SIGNATURE_LENGTH, type Sign } from '../api/answersText';
import type { Tool } from '../api/tool';
import type { Clock, Connection, LogEntry } from '../service/environment';
import type { RunStats } from '../service/stats';
import { readResponse, readTransportError, TIMED_OUT } from './response';

const CREDENTIAL = 'identityResolutionApi';

/** A refusal by the node itself, before any request. */
function refused(reason: Reason, message: string): Connection {
	const refusal = { reason, httpStatus: null, code: null, message, retryAfter: null };
	return {
		is: 'refused',
		stop: { reason, refusal, retryAt: null, tool: null },
		clock: createClock(),
	};
}

/** ms that a request with a number of lookups may take, until the last byte of its reply. */
const TIMEOUT = (lookups: number) => 60_000 + 1_000 * lookups;

/**
 * Connects the engine to n8n. Reads the credential once per run, because reading it for each
 * request costs more than the request. n8n aborts the signal when it cancels an execution; it can't
 * cancel a poll, which has a shorter `timeout`.
 */
export async function connect(
	host: IExecuteFunctions | IPollFunctions,
	{
		signal = new AbortController().signal,
		timeout = TIMEOUT,
	}: { signal?: AbortSignal; timeout?: typeof TIMEOUT },
): Promise<Connection> {
	// Never throws, because with either Continue setting n8n would pass the rows on as done.
	const data = await host.getCredentials(CREDENTIAL).catch(() => null);
	if (data === null)
		return refused('unauthorized', 'The node has no credential, or n8n could not read it');
	const address = readBaseUrl(data.baseUrl);
	if (address.is === 'invalid') return refused('wrong_address', address.why);
	const key = readKey(data.apiKey);
	const problem = keyProblem(key);
	if (problem !== null) return refused('unauthorized', problem);
	const credential = { id: CREDENTIAL, name: CREDENTIAL, type: CREDENTIAL, data };
	const clock = createClock();

	let turn = Promise.resolve();
	const send = async (tool: Tool, body: JsonObject, lookups: number): Promise<Reply> => {
		const reply = await withTimeout(timeout(lookups), clock, async (ended) => {
			try {
				const response: unknown = await host.helpers.httpRequestWithAuthentication.call(
					host,
					CREDENTIAL,
					requestTo(`${address.url}/${tool.name}`, body, timeout(lookups)),
					{ credentialsDecrypted: credential },
				);
				return await readResponse(response, key, ended);
			} catch (error) {
				return readTransportError(error);
			}
		});
		// Twenty replies may arrive together, and n8n gets a turn after each.
		turn = turn.then(async () => await clock.sleep(1));
		await turn;
		return reply;
	};
	const env = {
		send,
		clock,
		random: Math.random,
		signal,
		log: ({ event, ...details }: LogEntry) =>
			host.logger.debug(`Identity Resolution: ${event}`, { ...details }),
		progress: ({ lookups, requests, answered, tokens, tokensAre }: Readonly<RunStats>) =>
			host.logger.debug('Identity Resolution', {
				lookups,
				requests,
				answered,
				tokens,
				tokensAre,
			}),
	};
	const secret = (toText(data.signingSecret) ?? '').trim();
	const { origin } = new URL(address.url);
	return {
		is: 'ready',
		env,
		clock,
		account: hash('sha256', `${origin} ${key}`, 'base64url').slice(0, 16),
		signer: async () => (secret.length < SHORTEST_SECRET ? null : await signer(secret, origin)),
	};
}

/**
 * Returns a new object for each request, because n8n's helper writes the Authorization header into
 * it.
 */
const requestTo = (url: string, body: JsonObject, timeout: number): IHttpRequestOptions => ({
	method: 'POST',
	url,
	headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
	// As text, because n8n omits an empty object.
	body: JSON.stringify(body),
	// As a stream, because n8n would buffer a body of any size.
	encoding: 'stream',
	timeout,
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	sendCredentialsOnCrossOriginRedirect: false,
});

/**
 * Shared, because a signal without a reason creates an exception with a stack trace for each
 * request.
 */
const ENDED = new Error('The request has ended');

/**
 * Returns the reply to a request, or `TIMED_OUT` after `ms`. The timeout of n8n covers only the
 * headers of a stream.
 * @param exchange must not reject; its signal aborts when the request has ended
 */
export async function withTimeout(
	ms: number,
	clock: Clock,
	exchange: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
	const controller = new AbortController();
	const timedOut = clock.sleep(ms, controller.signal).then(() => TIMED_OUT);
	const reply = await Promise.race([exchange(controller.signal), timedOut]);
	controller.abort(ENDED);
	return reply;
}

/** ms. n8n before 2.34 cannot cancel a sleep, so a canceled wait ends after at most one slice. */
const SLICE = 200;

/**
 * Returns a monotonic clock (epoch ms): setting the system clock back during a run would prolong
 * its waits.
 */
export function createClock(hostSleep = sleep): Clock {
	const begin = Date.now() - performance.now();
	return {
		now: () => Math.floor(begin + performance.now()),
		async sleep(ms, signal) {
			const end = performance.now() + ms;
			for (
				let remaining = ms;
				remaining > 0 && !signal?.aborted;
				remaining = end - performance.now()
			)
				// Rejects when the signal aborts.
				await hostSleep(Math.min(remaining, SLICE), signal).catch(() => undefined);
		},
	};
}

/** Separates the signing key from other uses of the secret. */
const PURPOSE = 'n8n-nodes-identity-resolution answers';

/**
 * Returns a function that signs with a key derived from a secret (HMAC-SHA256). The derivation is
 * slow (scrypt, about 50 ms in another thread), so that guessing the secret from a cell is slow.
 * @param origin of the service: answers of a sandbox mean nothing in production
 */
export async function signer(secret: string, origin: string): Promise<Sign> {
	const key = await new Promise<Buffer>((resolve, reject) => {
		scrypt(secret, `${PURPOSE} ${origin}`, 32, (error, derived) =>
			error ? reject(error) : resolve(derived),
		);
	});
	return (text) =>
		createHmac('sha256', key).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
}
