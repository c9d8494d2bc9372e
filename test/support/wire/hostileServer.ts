import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as received. */
export interface Received {
	/** The path in the request line. */
	path: string;
	/** The tool name: the last segment of the path. */
	tool: string;
	text: string;
	/** The identifiers in the body, in any field. */
	inputs: string[];
}

/** A response whose body is sent unchanged. */
export interface RawAnswer {
	status?: number;
	type?: string;
	body: string | Buffer;
}

export interface HostileServer {
	url: string;
	key: string;
	received: Received[];
}

/** Answers every request with a miss. */
export const answerMiss = (): RawAnswer => ({ body: '{"results":{},"status":"not_found","metadata":{}}' });

/**
 * Closes the servers of a test file after each test.
 * @returns a function that starts a server; it answers with what `answer` returns
 */
export function hostileServers(): (answer: (received: Received) => RawAnswer) => Promise<HostileServer> {
	const running: Server[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(close));
	});
	return async (answer) => {
		const received: Received[] = [];
		const server = createServer((request, response) => {
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => parts.push(part));
			request.on('end', () => {
				const parsed = readRequest(request.url ?? '', Buffer.concat(parts).toString('utf8'));
				received.push(parsed);
				const { status = 200, type = 'application/json', body } = answer(parsed);
				response.writeHead(status, { 'content-type': type });
				response.end(body);
			});
		});
		running.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		return { url: `http://127.0.0.1:${port}/api/v1/tools`, key: 'sandbox_anykey001', received };
	};
}

function readRequest(path: string, text: string): Received {
	const body = JSON.parse(text) as Record<string, unknown>;
	const inputs = ['linkedin_url', 'linkedin_urls', 'email', 'md5', 'ip_address'].flatMap(
		(name) => (body[name] ?? []) as string | string[],
	);
	return { path, tool: path.slice(path.lastIndexOf('/') + 1), text, inputs };
}

async function close(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}
