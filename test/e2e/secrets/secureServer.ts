import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** A server that speaks TLS. */
export interface SecureServer {
	port: number;
	/** Its own certificate, in PEM. */
	certificate: string;
	/** What each request carried as its Authorization, in the order in which they came. */
	authorizations: Array<string | undefined>;
	close(): Promise<void>;
}

/** Starts one on 127.0.0.1, under the name localhost, that sends every request on to another address. */
export async function startSecure(location: string): Promise<SecureServer> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const authorizations: Array<string | undefined> = [];
	const server = createServer({ key, cert }, ({ headers }, response) => {
		authorizations.push(headers.authorization);
		response.writeHead(307, { location }).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		certificate: cert,
		authorizations,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
