import { createServer, type AddressInfo, type Server } from 'node:net';

export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(Array.from({ length: count }, () => listen()));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return ports;
}

export const isFree = async (port: number): Promise<boolean> =>
	await listen(port).then(
		(server) => new Promise((resolve) => server.close(() => resolve(true))),
		() => false,
	);

const listen = (port = 0) =>
	new Promise<Server>((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => resolve(server));
	});
