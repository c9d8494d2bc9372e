import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a foreign server got. */
export interface Received {
	url: string;
	authorization: string | undefined;
	headers: IncomingHttpHeaders;
	body: string;
}

/** A server that is not the service: it sends everything it gets back, headers included, with any status. */
export async function startEcho() {
	const received: Received[] = [];
	let status = 200;
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (part) => (body += String(part)));
		request.on('end', () => {
			const { url = '', headers } = request;
			received.push({ url, authorization: headers.authorization, headers, body });
			const told = `you sent ${headers.authorization}`;
			response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere', 'x-echo': told });
			response.end(
				JSON.stringify({
					error: { code: told, message: told },
					status: 'ok',
					results: { title: told, [told]: 1 },
					metadata: { told },
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
