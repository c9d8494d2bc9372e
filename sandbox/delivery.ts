import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { SandboxReply } from './service';

/** Sends a reply over its socket as it is to travel: late, whole, cut in half or not at all. Ends early when `closing` fires. */
export async function deliver(answer: SandboxReply, reply: FastifyReply, closing: AbortSignal): Promise<void> {
	if (answer.delay > 0) await sleep(answer.delay, undefined, { signal: closing }).catch(() => undefined);
	const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
	switch (answer.delivery) {
		case 'whole':
			// An empty payload of a string would be given a content type of Fastify's own.
			await reply.code(answer.status).headers(answer.headers).send(Buffer.from(text));
			return;
		case 'half':
			reply.hijack();
			sendHalf(answer, Buffer.from(text), reply);
			return;
		case 'reset':
			reply.hijack();
			reply.raw.socket?.resetAndDestroy();
	}
}

/** Announces the whole length, sends half of it, and closes the connection. */
function sendHalf({ status, headers }: SandboxReply, body: Buffer, { raw }: FastifyReply): void {
	raw.writeHead(status, { ...headers, 'content-length': body.length });
	raw.write(body.subarray(0, Math.floor(body.length / 2)), () => raw.socket?.destroySoon());
}
