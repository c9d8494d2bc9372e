import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { type Cleanups, temporaryFolder } from '../../../dev/n8n/instance/cleanups';

export const HOSTS = [
	'api.airtable.com',
	'api.example.com',
	'api.hubapi.com',
	'api.pipedrive.com',
	'example.my.salesforce.com',
	'sheets.googleapis.com',
	'slack.com',
] as const;

/**
 * The socket that receives n8n's requests to third parties, and the certificate that n8n trusts for all of their hosts.
 */
export interface ThirdPartyRoute {
	socket: string;
	key: string;
	cert: string;
}

/**
 * Starts a proxy that leads every https request to a socket, on which a test file may listen.
 * @returns the route, and the environment with which n8n uses it
 */
export async function openThirdPartyRoute(
	cleanups: Cleanups,
): Promise<{ route: ThirdPartyRoute; env: Record<string, string> }> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'Stand-ins' }], {
		extensions: [{ name: 'subjectAltName', altNames: HOSTS.map((value) => ({ type: 2, value })) }],
	});
	const folder = temporaryFolder('third-parties', cleanups);
	const [trusted, socket] = ['certificate.pem', 'stand-ins.sock'].map((name) => join(folder, name));
	writeFileSync(trusted, cert);
	const sockets = new Set<Socket>();
	const proxy = createServer().on('connect', (_request, client: Socket, head) => {
		const upstream = connect(socket, () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			upstream.write(head);
			upstream.pipe(client).pipe(upstream);
		});
		for (const [one, other] of [
			[client, upstream],
			[upstream, client],
		]) {
			sockets.add(one);
			one.on('error', () => other.destroy()).on('close', () => sockets.delete(one));
		}
	});
	await once(proxy.listen(0, '127.0.0.1'), 'listening');
	cleanups.add(() => {
		proxy.close();
		for (const socket of sockets) socket.destroy();
	});
	const { port } = proxy.address() as AddressInfo;
	return {
		route: { socket, key, cert },
		env: { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: trusted },
	};
}
