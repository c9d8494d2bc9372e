import { everythingIn } from '../../support/everything';
import { CALLERS } from '../../support/wire/wireCallers';
import { keyIn, wireAnswer, wireServers, type WireAnswer } from '../../support/wire/wireServer';

const start = wireServers();
const ACCOUNTS = [0, 1, 2, 3].map((number) => `sandbox_accountkey${number}x`);
const ROUNDS = 3;

/** Half of the services fail every third request, so that runs overtake each other. */
function service(key: string, isFlaky: boolean): WireAnswer {
	let requests = 0;
	const results = { id: 'account', title: 'Engineer', token_balance: 1, days: [], start_date: '2030-01-01' };
	return () => {
		requests += 1;
		if (isFlaky && requests % 3 === 1)
			return wireAnswer(500, { error: { code: 'internal_error', message: `not you, ${key}` } });
		return wireAnswer(200, { status: 'ok', results, metadata: {} });
	};
}

it('concurrent runs, polls and credential tests never mix their keys', async () => {
	const servers = await Promise.all(ACCOUNTS.map(async (key, number) => await start(service(key, number % 2 === 1))));
	const credentials = servers.map(({ url }, number) => ({
		baseUrl: url,
		apiKey: ACCOUNTS[number],
	}));

	const rounds = Array.from({ length: ROUNDS }, () => CALLERS).flat();
	const outputs = await Promise.all(
		rounds.flatMap(([, call]) => credentials.map(async (credential) => everythingIn(await call(credential)))),
	);

	for (const [number, server] of servers.entries()) {
		// A slow machine may give up a connection before it sends anything.
		const requests = server.requests().filter((request) => request !== '');
		expect(requests.length).toBeGreaterThanOrEqual(ROUNDS * CALLERS.length);
		expect(new Set(requests.map(keyIn))).toEqual(new Set([ACCOUNTS[number]]));
		expect(
			requests.filter((request) => ACCOUNTS.some((key, other) => other !== number && request.includes(key))),
		).toEqual([]);
	}
	for (const output of outputs) expect(ACCOUNTS.filter((key) => output.includes(key))).toEqual([]);
});
