import { toJson, withoutDepths } from '../api/json';
import { redact } from './redact';

/**
 * Bytes. A full batch holds a hundredth of it; more than that from several requests at once would fill n8n's memory.
 */
const LARGEST = 16 * 1024 * 1024;

/** A body that is still on its way. */
interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/**
 * Reads the body of an answer: JSON, or the text that it is, without the key, and without what is nested deeper than
 * anything can follow.
 * @param body a stream; from a host that puts something else in the place of the network, what it put there
 * @param over fires when nobody waits for it any longer
 * @throws whatever cuts it short
 */
export async function readBody(
	body: unknown,
	key: string,
	over: AbortSignal,
): Promise<{ is: 'read'; body: unknown } | { is: 'tooLarge' }> {
	const text = isStream(body) ? await readText(body, over) : typeof body === 'string' ? body : toJson(body);
	return text === null ? { is: 'tooLarge' } : { is: 'read', body: redact(withoutDepths(parse(text)), key) };
}

const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** @returns null where it is larger than any answer */
async function readText(stream: BodyStream, over: AbortSignal): Promise<string | null> {
	const end = () => stream.destroy();
	if (over.aborted) end();
	over.addEventListener('abort', end);
	const pieces: Uint8Array[] = [];
	let size = 0;
	for await (const piece of stream) {
		size += piece.length;
		// Leaving the loop closes the connection.
		if (size > LARGEST) return null;
		pieces.push(piece);
	}
	return new TextDecoder().decode(Buffer.concat(pieces));
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
