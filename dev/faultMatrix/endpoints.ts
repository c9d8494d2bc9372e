import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { generate } from 'selfsigned';
import type { Fault } from '../sandbox/http/faults';
import type { LedgerEntry } from '../sandbox/ledger';
import { startSandbox, type Sandbox } from '../sandbox/server';
import { isForContract, type Operation } from './operations';

/** Whether a fault strikes only the first request of each tool, or every request. */
export type Mode = 'first' | 'always';

/** The server that the requests of one cell reach, and what it recorded. */
export interface Endpoint {
	credential: { baseUrl: string; apiKey: string };
	requests(): readonly LedgerEntry[];
	/** Number of requests that reached a server which must never receive the key. */
	leaked(): number;
	close(): Promise<void>;
}

export type Open = (mode: Mode, operation: Operation) => Promise<Endpoint>;

/** Epoch ms: the sandbox's clock, so that dates and windows are the same in every cell. */
const NOON = Date.UTC(2030, 0, 1, 12);

/** The prices that the node assumes, so that rows take the same route whichever response arrives first. */
const PRICES = { hem_to_business_profile: 2, linkedin_to_business_profile: 2 };

const start = (operation: Operation, faults: Fault[]): Promise<Sandbox> => {
	const offers = isForContract(operation) ? 'contract' : 'everything';
	return startSandbox({ now: () => NOON, settings: { prices: PRICES, faults, offers } });
};

const sandboxEndpoint = (sandbox: Sandbox): Endpoint => ({
	credential: { baseUrl: sandbox.url, apiKey: sandbox.key },
	requests: () => sandbox.ledger.requests(),
	leaked: () => 0,
	close: () => sandbox.close(),
});

export const faultlessSandbox = async (operation: Operation): Promise<Endpoint> =>
	sandboxEndpoint(await start(operation, []));

export const sandboxWith =
	(fault: Fault): Open =>
	async (mode, operation) => {
		const first = operation.tools.map((tool) => ({ ...fault, tool, first: 1 }));
		return sandboxEndpoint(await start(operation, mode === 'always' ? [fault] : first));
	};

/** The sandbox redirects to another server, which counts the requests that follow. */
export const redirectToOtherHost: Open = async (mode, operation) => {
	const other = await startSandbox();
	const endpoint = await sandboxWith({ kind: 'redirect', to: `${other.url}/get_account` })(mode, operation);
	return {
		...endpoint,
		leaked: () => other.ledger.requests().length,
		close: async () => {
			await Promise.all([endpoint.close(), other.close()]);
		},
	};
};

const unreachableEndpoint = (baseUrl: string): Endpoint => ({
	credential: { baseUrl, apiKey: 'sandbox_synthetic' },
	requests: () => [],
	leaked: () => 0,
	close: async () => {},
});

/** Port 1 is never in use; a port that was free a moment ago may be taken by another cell. */
export const closedPort: Open = async () => unreachableEndpoint('http://127.0.0.1:1/api/v1/tools');

/** A label over 63 characters is invalid, so that no name server is needed. */
const INVALID_HOST = `${'unknown-'.repeat(8)}host.invalid`;

export const unknownHost: Open = async () => unreachableEndpoint(`https://${INVALID_HOST}/api/v1/tools`);

/** The service speaks plain HTTP at an https address. */
export const plainHttp: Open = async (_mode, operation) => {
	const { credential, ...endpoint } = await faultlessSandbox(operation);
	return { ...endpoint, credential: { ...credential, baseUrl: credential.baseUrl.replace(/^http:/, 'https:') } };
};

/** A server with a self-signed certificate, which counts the requests that trust it. */
export const selfSigned: Open = async () => {
	let received = 0;
	const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
	const server = Fastify({ https: { key, cert }, forceCloseConnections: true });
	server.addHook('onRequest', (_request, _reply, done) => {
		received += 1;
		done();
	});
	const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
	return { ...unreachableEndpoint(`${baseUrl}/api/v1/tools`), leaked: () => received, close: () => server.close() };
};

const HOUR = 3_600_000;
/** ms: the node has read the response by then, and waits a second. */
const INTO_THE_WAIT = 300;
const POLL_INTERVAL = 5;
const realNow = Date.now;
let openClocks = 0;

/**
 * The sandbox with one fault. While the node waits, the clock of this process is set back by an hour. Cells with this
 * endpoint may run at the same time; the last one to close restores the clock.
 */
export const clockSetBack =
	(fault: Fault): Open =>
	async (mode, operation) => {
		const endpoint = await sandboxWith(fault)(mode, operation);
		const closed = new AbortController();
		const options = { signal: closed.signal };
		const setBack = async () => {
			while (endpoint.requests().length === 0) await sleep(POLL_INTERVAL, undefined, options);
			await sleep(INTO_THE_WAIT, undefined, options);
			const { now } = Date;
			Date.now = () => now() - HOUR;
		};
		openClocks += 1;
		const done = setBack().catch(() => undefined);
		return {
			...endpoint,
			close: async () => {
				closed.abort();
				await done;
				openClocks -= 1;
				if (openClocks === 0) Date.now = realNow;
				await endpoint.close();
			},
		};
	};
