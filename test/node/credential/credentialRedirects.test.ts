import { everythingIn } from '../../support/everything';
import { CALLERS } from '../../support/wire/wireCallers';
import { keyIn, wireAnswer, wireServers, type WireServer } from '../../support/wire/wireServer';

const start = wireServers();
const KEY = 'sandbox_markerkey9Z';
const STATUSES = [300, 301, 302, 303, 305, 307, 308];

/** Redirect targets; the last two lead back to the service itself. */
const LOCATIONS: ReadonlyArray<[name: string, location: (foreign: WireServer, own: WireServer) => string]> = [
	['another port', ({ url }) => `${url}/get_account`],
	['another host name', ({ port }) => `http://localhost:${port}/api/v1/tools/get_account`],
	['an address without a scheme', ({ port }) => `//127.0.0.1:${port}/api/v1/tools/get_account`],
	['an address with a user name', ({ port }) => `http://someone:else@127.0.0.1:${port}/`],
	['a file', () => 'file:///etc/hostname'],
	['another host name of its own', (_foreign, { port }) => `http://localhost:${port}/api/v1/tools/get_account`],
	['another path of its own', () => '/api/v1/elsewhere/get_account'],
];

const redirectTo = (status: number, location: string) => () =>
	wireAnswer(
		status,
		{ status: 'ok', results: { id: 'moved' } },
		{ location, 'content-location': location, refresh: `0; url=${location}` },
	);

describe.each(CALLERS)('%s', (_name, call) => {
	it.each(LOCATIONS)('never follows a redirect to %s', async (_name, locationOf) => {
		const foreign = await start();
		const own = await start();
		for (const status of STATUSES) {
			own.clear();
			own.answerWith(redirectTo(status, locationOf(foreign, own)));
			const result = await call({ baseUrl: own.url, apiKey: KEY });
			const requests = own.requests();
			expect(requests.map(keyIn)).toEqual(requests.map(() => KEY));
			expect(requests.filter((request) => !request.startsWith('POST /api/v1/tools/'))).toEqual([]);
			// A redirect stops the run after few requests. A followed redirect to the same server would send 21.
			expect(requests.length).toBeGreaterThan(0);
			expect(requests.length).toBeLessThanOrEqual(6);
			expect(everythingIn(result)).not.toContain(KEY);
		}
		expect(foreign.received()).toEqual([]);
	});
});
