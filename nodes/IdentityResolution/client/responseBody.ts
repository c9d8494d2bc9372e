import { setField, toJson, withoutDepths, type JsonObject } from '../api/json';

/** Replaces the key. */
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

/** Bytes, a hundred times a full batch. Several larger bodies at once would fill n8n's memory. */
const LARGEST = 16 * 1024 * 1024;

/** A body that is still being received. */
interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/**
 * Reads a body as JSON or text, without the key and without data that is nested too deeply.
 * @param body a stream, or the data itself if the host replaces the network
 * @param signal aborts when the request has ended
 * @throws the error that interrupted the stream
 */
export async function readResponseBody(
	body: unknown,
	key: string,
	signal: AbortSignal,
): Promise<{ is: 'read'; body: unknown; size: number } | { is: 'tooLarge' }> {
	const text = isStream(body) ? await readText(body, signal) : typeof body === 'string' ? body : toJson(body);
	if (text === null) return { is: 'tooLarge' };
	return { is: 'read', body: redact(text, withoutDepths(parse(text)), key), size: text.length };
}

const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** @returns null if the body is too large */
async function readText(stream: BodyStream, signal: AbortSignal): Promise<string | null> {
	const end = () => stream.destroy();
	if (signal.aborted) end();
	signal.addEventListener('abort', end);
	const received = new ByteBuffer();
	for await (const piece of stream) {
		// Returning from the loop closes the connection.
		if (received.size + piece.length > LARGEST) return null;
		received.add(piece);
	}
	return new TextDecoder().decode(received.bytes);
}

/** One growing buffer, because a list of pieces of a few bytes would need a hundred times their memory. */
class ByteBuffer {
	size = 0;
	private buffer: Uint8Array = new Uint8Array();

	add(piece: Uint8Array): void {
		const size = this.size + piece.length;
		// Most bodies are one piece.
		if (this.size === 0) this.buffer = piece;
		else {
			if (size > this.buffer.length) {
				const larger = Buffer.allocUnsafeSlow(Math.min(2 * size, LARGEST));
				larger.set(this.bytes);
				this.buffer = larger;
			}
			this.buffer.set(piece, this.size);
		}
		this.size = size;
	}

	get bytes(): Uint8Array {
		return this.buffer.subarray(0, this.size);
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
