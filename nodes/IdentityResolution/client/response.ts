import { field, isObject, setField, toJson, toNumber, toText, withoutDepths, type JsonObject } from '../api/json';
import type { Reply } from '../api/replies/reading';

type NoReply = Exclude<Reply, { is: 'http' }>;

/** Bytes, a hundred times a full batch. Several larger bodies at once would fill n8n's memory. */
const LARGEST = 16 * 1024 * 1024;

interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/**
 * Reads what n8n's HTTP helper returns: its body as JSON or text, without the key and without data that is nested too
 * deeply.
 * @param response its body is a stream, or the data itself if the host replaces the network
 * @param signal aborts when the request has ended
 * @throws the error that interrupted the stream
 */
export async function readResponse(response: unknown, key: string, signal: AbortSignal): Promise<Reply> {
	const headers: Record<string, string> = {};
	const original = field(response, 'headers');
	if (isObject(original)) {
		for (const [name, value] of Object.entries(original)) headers[name.toLowerCase()] = String(value);
	}
	const status = toNumber(field(response, 'statusCode')) ?? 0;
	const received = field(response, 'body');
	const text = isStream(received)
		? await readText(received, signal)
		: typeof received === 'string'
			? received
			: toJson(received);
	if (text === null) return TOO_LARGE;
	return { is: 'http', status, headers, body: redact(text, withoutDepths(parse(text)), key), size: text.length };
}

const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** @returns null if the body is too large */
async function readText(stream: BodyStream, signal: AbortSignal): Promise<string | null> {
	const end = () => stream.destroy();
	if (signal.aborted) end();
	signal.addEventListener('abort', end);
	// One growing buffer, because a list of pieces of a few bytes would need a hundred times their memory.
	let buffer = Buffer.alloc(0);
	let size = 0;
	for await (const piece of stream) {
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
/** Characters. Services issue no shorter keys, and a very short one would match parts of ordinary words. */
const SHORTEST = 8;

/**
 * Removes the key from a body: a server may echo it, and it would reach items, errors and hints.
 * @param text the body as it was received
 * @param body the parsed text, nested at most a hundred levels deep
 */
export function redact(text: string, body: unknown, key: string): unknown {
	if (key.length < SHORTEST) return body;
	const spellings = [...new Set([key, encodeURIComponent(key)])];
	// A backslash may write any character of the key in another way.
	const mayContain = text.includes('\\') || spellings.some((spelling) => text.includes(spelling));
	return mayContain ? without(spellings, body) : body;
}

/** Texts, names of fields, and numbers: a key may consist of digits. */
function without(spellings: readonly string[], value: unknown): unknown {
	if (typeof value === 'string') return redacted(spellings, value);
	if (typeof value === 'number') {
		const digits = String(value);
		return spellings.some((spelling) => digits.includes(spelling)) ? REDACTED : value;
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((part) => without(spellings, part));
	const object: JsonObject = {};
	for (const [name, part] of Object.entries(value))
		setField(object, redacted(spellings, name), without(spellings, part));
	return object;
}

const redacted = (spellings: readonly string[], text: string) =>
	spellings.reduce((rest, spelling) => rest.replaceAll(spelling, REDACTED), text);

const unsent = (message: string): NoReply => ({ is: 'unsent', message });
const INTERRUPTED: NoReply = { is: 'lost', message: 'the connection was interrupted' };
export const TIMED_OUT: NoReply = { is: 'lost', message: 'the request timed out' };
/** Another answer to the same lookups would be as large. */
const TOO_LARGE: NoReply = { is: 'lost', message: 'the answer was too large', final: true };

/** Errors by their code. Before a request was sent, nothing was charged. */
const ERRORS: Readonly<Record<string, NoReply>> = {
	ECONNREFUSED: unsent('the connection was refused'),
	ENOTFOUND: unsent('the host name was not found'),
	EAI_AGAIN: unsent('the host name could not be resolved'),
	EHOSTUNREACH: unsent('the host cannot be reached'),
	ENETUNREACH: unsent('the network cannot be reached'),
	// The TLS handshake failed, which precedes the request.
	EPROTO: unsent('a secure connection could not be established'),
	ECONNABORTED: TIMED_OUT,
	ETIMEDOUT: TIMED_OUT,
	ECONNRESET: INTERRUPTED,
	EPIPE: INTERRUPTED,
	ERR_STREAM_PREMATURE_CLOSE: INTERRUPTED,
};

/** Name of the error of n8n's SSRF protection. Without redirects it is thrown before anything is sent. */
const FORBIDDEN = /^SsrfBlocked/;
/** Certificates are checked before anything is sent. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;
/** TLS errors after the handshake; those of the handshake are EPROTO. */
const BROKEN_TLS = /^ERR_SSL_/;

/**
 * Classifies an error of n8n's HTTP helper. If it is unclear whether the request was sent, the answer counts as lost,
 * so that the request is retried at most once. The error itself is dropped, because it contains the key.
 */
export function readTransportError(error: unknown): NoReply {
	const causes = causesOf(error);
	const code = firstIn(causes, 'code', 'httpCode') ?? '';
	const syscall = firstIn(causes, 'syscall');
	if (causes.some((cause) => FORBIDDEN.test(toText(field(cause, 'name')) ?? '')))
		return unsent('n8n blocks requests to this address');
	if (code === 'ETIMEDOUT' && syscall === 'connect') return unsent('the connection timed out');
	const known = Object.hasOwn(ERRORS, code) ? ERRORS[code] : undefined;
	// A read error means that the request was already sent, even with the code of an earlier one.
	if (known?.is !== 'lost' && (BROKEN_TLS.test(code) || syscall === 'read')) return INTERRUPTED;
	if (known === undefined && CERTIFICATE.test(code)) return unsent('the certificate of the service was rejected');
	return known ?? { is: 'lost', message: 'the answer was lost' };
}

/** Returns an error and its causes, because n8n and its HTTP client each wrap errors. */
function causesOf(error: unknown): unknown[] {
	const causes: unknown[] = [];
	for (let cause = error; cause && causes.length < 4; cause = (cause as { cause?: unknown }).cause)
		causes.push(cause);
	return causes;
}

const firstIn = (causes: readonly unknown[], ...names: string[]): string | undefined =>
	causes.flatMap((cause) => names.flatMap((name) => toText(field(cause, name)) ?? [])).at(0);
