import { createHmac, scrypt } from 'node:crypto';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IPollFunctions,
} from 'n8n-workflow';
import { keyProblem, readBaseUrl, readKey } from '../api/credential';
import type { JsonObject } from '../api/json';
import type { Reason } from '../api/refusals';
import type { Refusal } from '../api/replies/envelope';
import type { Reply } from '../api/replies/reading';
import { SIGNATURE_LENGTH, type Sign } from '../api/resume';
import type { Tool } from '../api/tool';
import type { Clock } from '../run/environment';
import { readResponse, readTransportError, TIMED_OUT } from './response';

const CREDENTIAL = 'identityResolutionApi';

export type Client =
	| { is: 'ready'; send(tool: Tool, body: JsonObject, lookups: number): Promise<Reply>; signer(): Promise<Sign> }
	| { is: 'refused'; refusal: Refusal };

/** A refusal by the node itself, before any request. */
const refused = (reason: Reason, message: string): Client => ({
	is: 'refused',
	refusal: { reason, httpStatus: null, code: null, message, retryAfter: null },
});

/** Reads the credential once per run, because reading it for each request costs more than the request. */
export async function connect(
	host: IExecuteFunctions | IPollFunctions,
	clock: Clock,
	timeout: Timeout,
): Promise<Client> {
	const data = await readCredential(host);
	if (data === null) return refused('unauthorized', 'The node has no credential, or n8n could not read it');
	const address = readBaseUrl(data.baseUrl);
	if (address.is === 'invalid') return refused('wrong_address', address.why);
	const key = readKey(data.apiKey);
	const problem = keyProblem(key);
	if (problem !== null) return refused('unauthorized', problem);
	const credential = { id: CREDENTIAL, name: CREDENTIAL, type: CREDENTIAL, data };

	const send = async (tool: Tool, body: JsonObject, lookups: number): Promise<Reply> =>
		await withTimeout(timeout(lookups), clock, async (signal) => {
			try {
				const response: unknown = await host.helpers.httpRequestWithAuthentication.call(
					host,
					CREDENTIAL,
					requestTo(`${address.url}/${tool.name}`, body, timeout(lookups)),
					{ credentialsDecrypted: credential },
				);
				return await readResponse(response, key, signal);
			} catch (error) {
				return readTransportError(error);
			}
		});
	// An old API key, entered as Signing Secret, makes the texts of that key authentic again.
	const secret = readKey(data.signingSecret) || key;
	return { is: 'ready', send, signer: async () => await signer(secret, new URL(address.url).origin) };
}

/** Returns null instead of throwing, because with either Continue setting n8n would pass the rows on as done. */
async function readCredential(
	host: IExecuteFunctions | IPollFunctions,
): Promise<ICredentialDataDecryptedObject | null> {
	try {
		return await host.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	} catch {
		return null;
	}
}

/** Returns a new object for each request, because n8n's helper writes the Authorization header into it. */
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

/** ms that a request with a number of lookups may take, until the last byte of its reply. */
export type Timeout = (lookups: number) => number;

export const DEFAULT_TIMEOUT: Timeout = (lookups) => 60_000 + 1_000 * lookups;

/** Shared, because a signal without a reason creates an exception with a stack trace for each request. */
const ENDED = new Error('The request has ended');

/**
 * Returns the reply to a request, or `TIMED_OUT` after `ms`. The timeout of n8n covers only the headers of a stream.
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

/** Separates the signing key from other uses of the secret. */
const PURPOSE = 'n8n-nodes-identity-resolution resume';

/** Bytes. */
const KEY_LENGTH = 32;

/**
 * Returns a function that signs with a key derived from a secret (HMAC-SHA256). The derivation is slow (scrypt, about
 * 50 ms in another thread), so that guessing the API key from a cell is slow.
 * @param origin of the service: answers of a sandbox mean nothing in production
 */
export async function signer(secret: string, origin: string): Promise<Sign> {
	const key = await new Promise<Buffer>((resolve, reject) => {
		scrypt(secret, `${PURPOSE} ${origin}`, KEY_LENGTH, (error, derived) =>
			error ? reject(error) : resolve(derived),
		);
	});
	return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
}
