import type { Reason } from '../api/refusals';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IPollFunctions,
} from 'n8n-workflow';
import { keyProblem, readBaseUrl, readKey } from '../api/credential';
import { field, isObject, toNumber, type JsonObject } from '../api/json';
import type { Refusal } from '../api/replies/refusal';
import type { Reply } from '../api/replies/reading';
import type { Sign } from '../api/resume';
import type { Tool } from '../api/tool';
import type { Clock } from '../run/environment';
import { readResponseBody } from './responseBody';
import { withTimeout, type Timeout } from './clock';
import { signer } from './signer';
import { readTransportError, TOO_LARGE } from './transportErrors';

const CREDENTIAL = 'identityResolutionApi';
const NO_CREDENTIAL = 'The node has no credential, or n8n could not read it';

/** A refusal by the node itself, before any request. */
const localRefusal = (kind: Reason, message: string): Refusal => ({
	reason: kind,
	httpStatus: null,
	code: null,
	message,
	retryAfter: null,
});

/** A connection to the service, or why there is none. */
export type Client =
	| { is: 'ready'; send(tool: Tool, body: JsonObject, lookups: number): Promise<Reply>; signer(): Promise<Sign> }
	| { is: 'refused'; refusal: Refusal };

/** Reads the credential once per run, because reading it for each request costs more than the request. */
export async function connect(
	host: IExecuteFunctions | IPollFunctions,
	clock: Clock,
	timeout: Timeout,
): Promise<Client> {
	const data = await readCredential(host);
	if (data === null) return { is: 'refused', refusal: localRefusal('unauthorized', NO_CREDENTIAL) };
	const address = readBaseUrl(data.baseUrl);
	if (address.is === 'invalid') {
		return { is: 'refused', refusal: localRefusal('wrong_address', address.why) };
	}
	const key = readKey(data.apiKey);
	const problem = keyProblem(key);
	if (problem !== null) return { is: 'refused', refusal: localRefusal('unauthorized', problem) };
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

/** @param signal aborts when the request has ended */
async function readResponse(response: unknown, key: string, signal: AbortSignal): Promise<Reply> {
	const headers: Record<string, string> = {};
	const original = field(response, 'headers');
	if (isObject(original)) {
		for (const [name, value] of Object.entries(original)) headers[name.toLowerCase()] = String(value);
	}
	const status = toNumber(field(response, 'statusCode')) ?? 0;
	const read = await readResponseBody(field(response, 'body'), key, signal);
	return read.is === 'tooLarge' ? TOO_LARGE : { is: 'http', status, headers, body: read.body, size: read.size };
}
