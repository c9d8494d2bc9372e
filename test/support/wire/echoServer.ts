import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the echo server. */
export interface Received {
	url: string;
	authorization: string | undefined;
	headers: IncomingHttpHeaders;
	body: string;
}

/** Starts a foreign server that returns the authorization header in every part of its response, with any status. */
export async function startEcho() {
	const received: Received[] = [];
	let status = 200;
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (part) => (body += String(part)));
		request.on('end', () => {
			const { url = '', headers } = request;
			received.push({ url, authorization: headers.authorization, headers, body });
			const echo = `you sent ${headers.authorization}`;
			response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere', 'x-echo': echo });
			response.end(
				JSON.stringify({
					error: { code: echo, message: echo },
					status: 'ok',
					results: { title: echo, [echo]: 1 },
					metadata: { echo },
				}),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/api/v1/tools`,
		received,
		answerWith(next: number) {
			status = next;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
