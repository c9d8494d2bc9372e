import { once } from 'node:events';
import { createServer } from 'node:https';
import Fastify, { type FastifyInstance } from 'fastify';
import { SHARED_N8N, type SharedN8n } from '../../support/sharedN8n';
import type { HOSTS, ThirdPartyRoute } from '../../support/thirdPartyRoute';

/** A stand-in for a third party, which speaks the part of its API that n8n's node uses. */
export interface StandIn {
	host: (typeof HOSTS)[number];
	/** Whether a request carries the credential that the tests give to n8n. */
	isAuthorized(this: void, request: { headers: { authorization?: string }; query: unknown }): boolean;
	register(this: void, app: FastifyInstance): void;
}

export const bearer =
	(token: string): StandIn['isAuthorized'] =>
	({ headers }) =>
		headers.authorization === `Bearer ${token}`;

/** Starts the stand-ins before the tests of a file or block, and stops them after the tests. */
export function useStandIns(...standIns: readonly StandIn[]): void {
	let close = () => {};
	beforeAll(async () => {
		const { thirdParties } = JSON.parse(process.env[SHARED_N8N] ?? '') as SharedN8n;
		close = await startStandIns(thirdParties, ...standIns);
	});
	afterAll(() => close());
}

/** @returns what stops them */
export async function startStandIns(
	{ socket, key, cert }: ThirdPartyRoute,
	...standIns: readonly StandIn[]
): Promise<() => void> {
	const apps = new Map(
		await Promise.all(standIns.map(async (one) => [one.host as string, await open(one)] as const)),
	);
	const server = createServer({ key, cert }, (request, response) => {
		const app = apps.get(request.headers.host ?? '');
		if (app === undefined) response.writeHead(421).end();
		else app.routing(request, response);
	});
	await once(server.listen(socket), 'listening');
	return () => {
		server.close();
		server.closeAllConnections();
	};
}

async function open({ isAuthorized, register }: StandIn): Promise<FastifyInstance> {
	// Google accepts large updates.
	const app = Fastify({ bodyLimit: 10_000_000 });
	app.addHook('onRequest', async (request, reply) => {
		if (!isAuthorized(request)) await reply.code(401).send({ message: 'Unauthorized' });
	});
	app.setNotFoundHandler(async ({ method, url }, reply) => {
		await reply.code(501).send({ message: `The stand-in does not know ${method} ${url}` });
	});
	register(app);
	await app.ready();
	return app;
}
