import { everythingIn } from '../support/everything';
import { CALLERS } from '../support/wireCallers';
import { keyIn, wireAnswer, wires, type WireServer } from '../support/wireServer';

const start = wires();
const KEY = 'sandbox_markerkey9Z';
const STATUSES = [300, 301, 302, 303, 305, 307, 308];

/** Where a service may say that it has gone; the last two lead back to itself. */
const LOCATIONS: ReadonlyArray<[where: string, location: (foreign: WireServer, own: WireServer) => string]> = [
	['another port', ({ url }) => `${url}/get_account`],
	['another host name', ({ port }) => `http://localhost:${port}/api/v1/tools/get_account`],
	['an address without a scheme', ({ port }) => `//127.0.0.1:${port}/api/v1/tools/get_account`],
	['an address with a user name', ({ port }) => `http://someone:else@127.0.0.1:${port}/`],
	['a file', () => 'file:///etc/hostname'],
	['another name of its own', (_foreign, { port }) => `http://localhost:${port}/api/v1/tools/get_account`],
	['another path of its own', () => '/api/v1/elsewhere/get_account'],
];

const moved = (status: number, location: string) => () =>
	wireAnswer(
		status,
		{ status: 'ok', results: { id: 'moved' } },
		{ location, 'content-location': location, refresh: `0; url=${location}` },
	);

describe.each(CALLERS)('%s', (_name, call) => {
	it.each(LOCATIONS)('never follows a redirect to %s', async (_where, locationOf) => {
		const foreign = await start();
		const own = await start();
		for (const status of STATUSES) {
			own.clear();
			own.answerWith(moved(status, locationOf(foreign, own)));
			const came = await call({ baseUrl: own.url, apiKey: KEY });
			const asked = own.requests();
			expect(asked.map(keyIn)).toEqual(asked.map(() => KEY));
			expect(asked.filter((request) => !request.startsWith('POST /api/v1/tools/'))).toEqual([]);
			// A redirect stops a run, and what was sent beside it is little. One that is followed back to the same server goes round 21 times.
			expect(asked.length).toBeGreaterThan(0);
			expect(asked.length).toBeLessThanOrEqual(6);
			expect(everythingIn(came)).not.toContain(KEY);
		}
		expect(foreign.received()).toEqual([]);
	});
});

it('would be seen by the foreign server if it did', async () => {
	const foreign = await start();
	const own = await start();
	for (const [, locationOf] of LOCATIONS.slice(0, 3)) {
		own.answerWith(moved(307, locationOf(foreign, own)));
		await fetch(`${own.url}/get_account`);
	}
	expect(foreign.received()).toHaveLength(3);
});
