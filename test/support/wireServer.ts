import { createServer, type AddressInfo, type Socket } from 'node:net';

/** What a server answers to one request; null cuts the connection. */
export type WireAnswer = (request: string) => string | null;

/** A server that keeps every byte that it is sent. */
export interface WireServer {
	port: number;
	/** As a Base URL. */
	url: string;
	/** What each connection sent, in the order of their beginnings; one that sent nothing is in it, too. */
	received(): Buffer[];
	/** The same as texts, one byte a character. */
	requests(): string[];
	answerWith(answer: WireAnswer): void;
	/** Forgets what it received. */
	clear(): void;
	close(): Promise<void>;
}

/** An answer that ends its connection. */
export const wireAnswer = (status: number, body: unknown, headers: Record<string, string> = {}): string => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const told = {
		'content-type': 'application/json',
		...headers,
		'content-length': String(Buffer.byteLength(text)),
		connection: 'close',
	};
	return [
		`HTTP/1.1 ${status} Told`,
		...Object.entries(told).map(([name, value]) => `${name}: ${value}`),
		'',
		text,
	].join('\r\n');
};

/** What the service says of somebody whom it does not know. */
export const WIRE_MISS = wireAnswer(200, { status: 'not_found', results: {}, metadata: {} });

/** Starts one on 127.0.0.1, on sockets alone: nothing takes apart or puts right what comes in. */
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
			if (!isWhole(connection.bytes)) return;
			const told = answer(connection.bytes.toString('latin1'));
			if (told === null) socket.resetAndDestroy();
			else socket.end(told);
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

/** Whether a request has come to its end. */
function isWhole(bytes: Buffer): boolean {
	const text = bytes.toString('latin1');
	const end = text.indexOf('\r\n\r\n');
	const length = Number(/^content-length: *(\d+)\r$/im.exec(text.slice(0, end + 1))?.[1] ?? 0);
	return end >= 0 && bytes.length >= end + 4 + length;
}

/**
 * Starts such servers for the tests of one file and ends them after each test.
 * @returns the way to start one
 */
export function wires(): (answer?: WireAnswer) => Promise<WireServer> {
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

/** The key that a request carries; null where it carries none. */
export const keyIn = (request: string): string | null => /^authorization: Bearer (.*)\r$/im.exec(request)?.[1] ?? null;
