import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { SandboxReply } from '../service';

export async function sendReply(answer: SandboxReply, reply: FastifyReply): Promise<void> {
	if (answer.delay > 0) await delay(answer.delay, reply);
	const body = Buffer.from(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
	if (answer.delivery === 'informational') {
		reply.raw.writeProcessing();
		reply.raw.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
	}
	switch (answer.delivery) {
		case 'informational':
		case 'whole':
			reply.code(answer.status).headers({ ...answer.headers, ...answer.repeated });
			// A buffer, because Fastify adds a content type of its own to an empty string.
			return void (await reply.send(body));
		case 'padded': {
			const { pieces, length } = padded(body, answer.bytes);
			const headers = { ...answer.headers, 'content-length': String(length) };
			return sendPieces({ ...answer, headers }, pieces, reply);
		}
		case 'drip':
			return sendPieces(answer, drip(body), reply);
		case 'half':
			return sendHalf(answer, body, reply);
		case 'reset':
			reply.hijack();
			reply.raw.socket?.resetAndDestroy();
	}
}

async function delay(ms: number, { raw }: FastifyReply): Promise<void> {
	const closed = new AbortController();
	raw.once('close', () => closed.abort());
	await sleep(ms, undefined, { signal: closed.signal }).catch(() => undefined);
}

/** Generates the body while it is sent, no faster than the client reads it. A client that disconnects ends it. */
async function sendPieces(
	{ status, headers }: SandboxReply,
	pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
	reply: FastifyReply,
): Promise<void> {
	reply.hijack();
	reply.raw.writeHead(status, headers);
	await pipeline(Readable.from(pieces), reply.raw).catch(() => undefined);
}

function sendHalf({ status, headers }: SandboxReply, body: Buffer, reply: FastifyReply): void {
	const { raw } = reply.hijack();
	raw.writeHead(status, { ...headers, 'content-length': body.length });
	raw.write(body.subarray(0, Math.floor(body.length / 2)), () => raw.socket?.destroySoon());
}

/** Shared by all padded bodies, so that a body of any size needs no memory. */
const PADDING = Buffer.alloc(64 * 1024, 'x');
const FIELD = Buffer.from(',"padding":"');
const END = Buffer.from('"}');

/**
 * The JSON of an object with one more field, generated piece by piece.
 * @param size bytes of the whole; ignored if the object alone is longer
 */
function padded(json: Buffer, size: number): { pieces: Iterable<Buffer>; length: number } {
	const head = Buffer.concat([json.subarray(0, -1), FIELD]);
	const padding = Math.max(0, size - head.length - END.length);
	function* pieces() {
		yield head;
		for (let left = padding; left > 0; left -= PADDING.length) yield PADDING.subarray(0, left);
		yield END;
	}
	return { pieces: pieces(), length: head.length + padding + END.length };
}

const DRIP_INTERVAL_MS = 50;
const BLANK = Buffer.from(' ');

/** A body byte by byte, followed by blanks without end. */
async function* drip(body: Buffer): AsyncGenerator<Buffer> {
	for (let at = 0; ; at++) {
		yield at < body.length ? body.subarray(at, at + 1) : BLANK;
		await sleep(DRIP_INTERVAL_MS);
	}
}
