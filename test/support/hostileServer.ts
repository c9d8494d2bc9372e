import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it came over the wire. */
export interface Received {
	/** The path, as it stood in the request line. */
	path: string;
	/** The name of the tool: what stands behind the last slash. */
	tool: string;
	text: string;
	/** The identifiers in the body, however the tool takes them. */
	inputs: string[];
}

/** An answer, byte for byte. */
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

/** What answers a miss to everyone. */
export const missing = (): RawAnswer => ({ body: '{"results":{},"status":"not_found","metadata":{}}' });

/**
 * Starts services for the tests of one file and ends them after each test.
 * @returns the way to start one that answers whatever it is told to
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
				const one = readRequest(request.url ?? '', Buffer.concat(parts).toString('utf8'));
				received.push(one);
				const { status = 200, type = 'application/json', body } = answer(one);
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
	const inputs = ['linkedin_url', 'linkedin_urls', 'email', 'md5'].flatMap(
		(name) => (body[name] ?? []) as string | string[],
	);
	return { path, tool: path.slice(path.lastIndexOf('/') + 1), text, inputs };
}

async function close(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}
