import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Closes the servers of a test file after each test.
 * @returns a function that starts a server; it answers every request with the given results
 */
export function constantServers(): (results: unknown) => Promise<{ url: string; key: string }> {
	const running: Server[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(close));
	});
	return async (results) => {
		const server = createServer((request, response) => {
			request.resume();
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ status: 'ok', results, metadata: {} }));
		});
		running.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		return { url: `http://127.0.0.1:${port}/api/v1/tools`, key: 'sandbox_anykey001' };
	};
}

async function close(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}
