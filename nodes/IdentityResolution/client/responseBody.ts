import { toJson, withoutDepths } from '../api/json';
import { redact } from './redact';

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
): Promise<{ is: 'read'; body: unknown } | { is: 'tooLarge' }> {
	const text = isStream(body) ? await readText(body, signal) : typeof body === 'string' ? body : toJson(body);
	return text === null ? { is: 'tooLarge' } : { is: 'read', body: redact(text, withoutDepths(parse(text)), key) };
}

const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** @returns null if the body is too large */
async function readText(stream: BodyStream, signal: AbortSignal): Promise<string | null> {
	const end = () => stream.destroy();
	if (signal.aborted) end();
	signal.addEventListener('abort', end);
	const pieces: Uint8Array[] = [];
	let size = 0;
	for await (const piece of stream) {
		size += piece.length;
		// Returning from the loop closes the connection.
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
