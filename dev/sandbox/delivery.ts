import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { drops, padded } from './bodies';
import type { SandboxReply } from './service';

/** Sends a reply over its socket as it is to travel: late, whole, in part or not at all. Ends early when the connection is closed, by whomever. */
export async function deliver(answer: SandboxReply, reply: FastifyReply): Promise<void> {
	if (answer.delay > 0) await waitFor(answer.delay, reply.raw);
	const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
	const body = Buffer.from(text);
	switch (answer.delivery) {
		case 'informed':
			reply.raw.writeProcessing();
			reply.raw.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
			await sendWhole(answer, body, reply);
			return;
		case 'whole':
			await sendWhole(answer, body, reply);
			return;
		case 'padded': {
			const { pieces, length } = padded(body, answer.bytes);
			await sendPieces(
				{ ...answer, headers: { ...answer.headers, 'content-length': String(length) } },
				pieces,
				reply,
			);
			return;
		}
		case 'drip':
			await sendPieces(answer, drops(body), reply);
			return;
		case 'half':
			reply.hijack();
			sendHalf(answer, body, reply);
			return;
		case 'reset':
			reply.hijack();
			reply.raw.socket?.resetAndDestroy();
	}
}

/** Waits so many ms, or until the connection is closed. */
async function waitFor(ms: number, raw: FastifyReply['raw']): Promise<void> {
	const closed = new AbortController();
	raw.once('close', () => closed.abort());
	await sleep(ms, undefined, { signal: closed.signal }).catch(() => undefined);
}

/** An empty payload of a string would be given a content type of Fastify's own. */
async function sendWhole(
	{ status, headers, repeated }: SandboxReply,
	body: Buffer,
	reply: FastifyReply,
): Promise<void> {
	await reply
		.code(status)
		.headers({ ...headers, ...repeated })
		.send(body);
}

/** Sends a body while it is made, no faster than the client takes it. A client that goes away ends it. */
async function sendPieces(
	{ status, headers }: SandboxReply,
	pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
	reply: FastifyReply,
): Promise<void> {
	reply.hijack();
	reply.raw.writeHead(status, headers);
	await pipeline(Readable.from(pieces), reply.raw).catch(() => undefined);
}

/** Announces the whole length, sends half of it, and closes the connection. */
function sendHalf({ status, headers }: SandboxReply, body: Buffer, { raw }: FastifyReply): void {
	raw.writeHead(status, { ...headers, 'content-length': body.length });
	raw.write(body.subarray(0, Math.floor(body.length / 2)), () => raw.socket?.destroySoon());
}
