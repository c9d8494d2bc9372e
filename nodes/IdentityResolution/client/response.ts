import { field, toJson, toNumber, toText } from '../api/values/json';
import { withoutDepths } from '../api/values/memory';
import type { Reply } from '../api/replies/httpReply';

type NoReply = Exclude<Reply, { is: 'http' }>;

/** Bytes, a hundred times a full batch. Several larger bodies at once would fill n8n's memory. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Reads a response of n8n's HTTP helper: its body as JSON or text, without the key and without data
 * nested too deeply.
 * @param response its body is a stream, or the data itself if the host replaces the network
 * @throws the error that interrupted the stream
 */
export async function readResponse(
	response: unknown,
	key: string,
	signal: AbortSignal,
): Promise<Reply> {
	const original = Object.entries(field(response, 'headers') ?? {});
	const headers = Object.fromEntries(
		original.map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
	const status = toNumber(field(response, 'statusCode')) ?? 0;
	const text = await readText(field(response, 'body'), signal);
	if (text === null) return TOO_LARGE;
	return {
		is: 'http',
		status,
		headers,
		body: redact(text, withoutDepths(parse(text)), key),
		size: text.length,
	};
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> & { destroy(): void } =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** @returns null if the body is too large */
async function readText(body: unknown, signal: AbortSignal): Promise<string | null> {
	if (typeof body === 'string' || body === undefined) return body ?? '';
	if (!isStream(body)) return toJson(body);
	const end = () => body.destroy();
	if (signal.aborted) end();
	signal.addEventListener('abort', end);
	// One growing buffer, because a list of pieces of a few bytes would need a hundred times their
	// memory.
	let buffer = Buffer.alloc(0);
	let size = 0;
	for await (const piece of body) {
		const start = size;
		size += piece.length;
		// Returning from the loop closes the connection.
		if (size > LARGEST) return null;
		if (size > buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * size, LARGEST));
		buffer.set(piece, start);
	}
	return new TextDecoder().decode(buffer.subarray(0, size));
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const REDACTED = '[API key]';
/**
 * Characters. Services issue no shorter keys, and a very short one would match parts of ordinary
 * words.
 */
const SHORTEST = 8;

/**
 * Removes the key from a parsed text: a server may echo it, and it would reach items, errors and
 * hints.
 */
export function redact(text: string, body: unknown, key: string): unknown {
	if (key.length < SHORTEST) return body;
	const spellings = [...new Set([key, encodeURIComponent(key)])];
	const redacted = (part: string) =>
		spellings.reduce((rest, one) => rest.replaceAll(one, REDACTED), part);
	const without = (value: unknown): unknown => {
		if (typeof value === 'string') return redacted(value);
		// A key may consist of digits.
		if (typeof value === 'number')
			return redacted(String(value)) === String(value) ? value : REDACTED;
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) return value.map(without);
		return Object.fromEntries(
			Object.entries(value).map(([name, part]) => [redacted(name), without(part)]),
		);
	};
	// A backslash may write any character of the key in another way.
	return text.includes('\\') || redacted(text) !== text ? without(body) : body;
}

const unsent = (message: string): NoReply => ({ is: 'unsent', message });
const lost = (message: string): NoReply => ({ is: 'lost', message });
export const TIMED_OUT = lost('the request timed out');
/** Another answer to the same lookups would be as large. */
const TOO_LARGE: NoReply = { is: 'lost', message: 'the answer was too large', final: true };

/**
 * Errors by their code, system call and name; the first that matches counts. Before a request was
 * sent, nothing was charged. A read error means that it was sent, even with the code of an earlier
 * one.
 */
const ERRORS: ReadonlyArray<[pattern: RegExp, reply: NoReply]> = [
	// Of n8n's SSRF protection. Without redirects it is thrown before anything is sent.
	[/ SsrfBlocked/, unsent('n8n blocks requests to this address')],
	[/^ETIMEDOUT connect /, unsent('the connection timed out')],
	[/^(?:ETIMEDOUT|ECONNABORTED) /, TIMED_OUT],
	// ERR_SSL is TLS after the handshake; EPROTO is the handshake, which precedes the request.
	[
		/^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_SSL_\w+) |^\S* read /,
		lost('the connection was interrupted'),
	],
	[/^EPROTO /, unsent('a secure connection could not be established')],
	[/^ECONNREFUSED /, unsent('the connection was refused')],
	[/^ENOTFOUND /, unsent('the host name was not found')],
	[/^EAI_AGAIN /, unsent('the host name could not be resolved')],
	[/^EHOSTUNREACH /, unsent('the host cannot be reached')],
	[/^ENETUNREACH /, unsent('the network cannot be reached')],
	// Certificates are checked before anything is sent.
	[
		/^\S*(?:CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS)/,
		unsent('the certificate of the service was rejected'),
	],
];

/**
 * Classifies an error of n8n's HTTP helper. If it is unclear whether the request was sent, the
 * answer counts as lost, so that the request is retried at most once. The error itself is dropped,
 * because it contains the key.
 */
export function readTransportError(error: unknown): NoReply {
	// n8n and its HTTP client each wrap errors.
	const causes: unknown[] = [];
	for (
		let cause = error;
		cause && causes.length < 4;
		cause = (cause as { cause?: unknown }).cause
	)
		causes.push(cause);
	const all = (name: string) => causes.flatMap((cause) => toText(field(cause, name)) ?? []);
	const [code = ''] = [...all('code'), ...all('httpCode')];
	const [syscall = ''] = all('syscall');
	const described = [code, syscall, ...all('name')].join(' ');
	return (
		ERRORS.find(([pattern]) => pattern.test(`${described} `))?.[1] ??
		lost('the answer was lost')
	);
}
