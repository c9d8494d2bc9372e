import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a service fails. */
export type Failure = 'internal_error' | 'no_connection' | 'cut' | 'not_json' | 'unavailable';

/** A service that returns hits until it fails. */
export interface FailingServer {
	url: string;
	key: string;
	/** Each request: its time in ms after the first one, and its identifiers. */
	requests: Array<{ at: number; inputs: string[] }>;
	/** The number of lookups that may have been charged without an answer. */
	unconfirmed(): number;
}

/** Decides which requests fail. */
export interface FailurePlan {
	failure: Failure;
	/**
	 * @param nth index of the request; @param at ms after the first request; @param inputs identifiers in the request
	 */
	fails(nth: number, at: number, inputs: readonly string[]): boolean;
}

const CHARGED: ReadonlySet<Failure> = new Set<Failure>(['cut', 'not_json', 'unavailable']);

/** Retry-After of a 503, in seconds. */
export const RETRY_AFTER = 3;

/**
 * Closes the servers of a test file after all tests.
 * @returns a function that starts a failing server
 */
export function failingServers(): (plan: FailurePlan) => Promise<FailingServer> {
	const running: Server[] = [];
	afterAll(async () => {
		await Promise.all(running.map(end));
	});
	return async ({ failure, fails }) => {
		const requests: FailingServer['requests'] = [];
		let unconfirmed = 0;
		let first: number | null = null;
		const server = createServer((request, response) => {
			void bodyOf(request).then((text) => {
				const now = performance.now();
				first ??= now;
				const at = now - first;
				const inputs = inputsIn(text);
				const isFree = request.url?.endsWith('get_account') === true;
				if (!isFree) requests.push({ at, inputs });
				if (isFree) answer(response, 404, '{}');
				else if (!fails(requests.length - 1, at, inputs)) answer(response, 200, found(inputs));
				else {
					if (CHARGED.has(failure)) unconfirmed += inputs.length;
					fail(failure, request, response);
				}
				if (failure === 'no_connection' && fails(requests.length, at, [])) server.close();
			});
		});
		const port = failure === 'no_connection' ? await listenApart(server) : await listen(server, 0);
		running.push(server);
		if (failure === 'no_connection' && fails(0, 0, [])) await end(server);
		return {
			url: `http://127.0.0.1:${port}/api/v1/tools`,
			key: 'sandbox_readykey001',
			requests,
			unconfirmed: () => unconfirmed,
		};
	};
}

/** @throws if the port is in use */
async function listen(server: Server, port: number): Promise<number> {
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** Below the ports that the system assigns, so that no other test gets the port once it is closed. */
let nextPort = 10_000 + (process.pid % 20_000);

async function listenApart(server: Server): Promise<number> {
	for (;;) {
		const port = nextPort++;
		const listening = await listen(server, port).catch(() => null);
		if (listening !== null) return listening;
	}
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return Buffer.concat(parts).toString();
}

function inputsIn(text: string): string[] {
	const { linkedin_url, linkedin_urls = [] } = JSON.parse(text) as {
		linkedin_url?: string;
		linkedin_urls?: string[];
	};
	return linkedin_url === undefined ? linkedin_urls : [linkedin_url];
}

const slugOf = (input: string) => input.slice(input.lastIndexOf('/') + 1);
const personOf = (input: string) => ({ email: `${slugOf(input)}@example.net`, full_name: slugOf(input) });

function found(inputs: readonly string[]): string {
	const results =
		inputs.length === 1
			? personOf(inputs[0])
			: inputs.map((input) => ({ input, status: 'ok', ...personOf(input) }));
	return JSON.stringify({ results, status: 'ok', metadata: { tokens_charged: inputs.length } });
}

function answer(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(body);
}

function fail(failure: Failure, request: IncomingMessage, response: ServerResponse): void {
	switch (failure) {
		case 'internal_error':
			answer(response, 500, '{"error":{"code":"internal_error","message":"Down"},"metadata":{}}');
			return;
		case 'not_json':
			answer(response, 200, '<html>');
			return;
		case 'unavailable':
			answer(response, 503, '', { 'retry-after': String(RETRY_AFTER) });
			return;
		case 'cut':
		case 'no_connection':
			request.socket.destroy();
	}
}

async function end(server: Server): Promise<void> {
	server.closeAllConnections();
	if (server.listening) await new Promise((resolve) => server.close(resolve));
}
