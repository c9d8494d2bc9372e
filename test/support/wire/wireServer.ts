import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Returns the response to a request; null resets the connection. */
export type WireAnswer = (request: string) => string | null;

/** A server that records every byte it receives. */
export interface WireServer {
	port: number;
	/** The Base URL. */
	url: string;
	/** The bytes of each connection, in the order they opened. Includes connections without data. */
	received(): Buffer[];
	/** The same as Latin-1 text. */
	requests(): string[];
	answerWith(answer: WireAnswer): void;
	/** Discards the recorded bytes. */
	clear(): void;
	close(): Promise<void>;
}

/** Returns a raw HTTP response that closes its connection. */
export const wireAnswer = (status: number, body: unknown, headers: Record<string, string> = {}): string => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const all = {
		'content-type': 'application/json',
		...headers,
		'content-length': String(Buffer.byteLength(text)),
		connection: 'close',
	};
	return [
		`HTTP/1.1 ${status} Test`,
		...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
		'',
		text,
	].join('\r\n');
};

/** The response of the service to a miss. */
export const WIRE_MISS = wireAnswer(200, { status: 'not_found', results: {}, metadata: {} });

/** Starts a server on 127.0.0.1. It uses bare sockets, because an HTTP parser would alter the bytes. */
export async function startWire(first: WireAnswer = () => WIRE_MISS): Promise<WireServer> {
	let answer = first;
	let received: Array<{ bytes: Buffer }> = [];
	const open = new Set<Socket>();
	const server = createServer((socket) => {
		const connection = { bytes: Buffer.alloc(0) };
		received.push(connection);
		open.add(socket);
		socket.on('error', () => socket.destroy());
		socket.once('close', () => open.delete(socket));
		socket.on('data', (piece) => {
			connection.bytes = Buffer.concat([connection.bytes, piece]);
			if (!isComplete(connection.bytes)) return;
			const response = answer(connection.bytes.toString('latin1'));
			if (response === null) socket.resetAndDestroy();
			else socket.end(response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		port,
		url: `http://127.0.0.1:${port}/api/v1/tools`,
		received: () => received.map(({ bytes }) => bytes),
		requests: () => received.map(({ bytes }) => bytes.toString('latin1')),
		answerWith(next) {
			answer = next;
		},
		clear() {
			received = [];
		},
		async close() {
			for (const socket of open) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Whether all bytes of a request have arrived. */
function isComplete(bytes: Buffer): boolean {
	const text = bytes.toString('latin1');
	const end = text.indexOf('\r\n\r\n');
	const length = Number(/^content-length: *(\d+)\r$/im.exec(text.slice(0, end + 1))?.[1] ?? 0);
	return end >= 0 && bytes.length >= end + 4 + length;
}

/**
 * Closes the servers of a test file after each test.
 * @returns a function that starts a wire server
 */
export function wireServers(): (answer?: WireAnswer) => Promise<WireServer> {
	const running: WireServer[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (server) => await server.close()));
	});
	return async (answer) => {
		const server = await startWire(answer);
		running.push(server);
		return server;
	};
}

/** The key in a request; null if it has none. */
export const keyIn = (request: string): string | null => /^authorization: Bearer (.*)\r$/im.exec(request)?.[1] ?? null;
