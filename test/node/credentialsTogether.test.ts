import { everythingIn } from '../support/everything';
import { CALLERS } from '../support/wireCallers';
import { keyIn, wireAnswer, wires, type WireAnswer } from '../support/wireServer';

const start = wires();
const ACCOUNTS = [0, 1, 2, 3].map((number) => `sandbox_accountkey${number}x`);
const ROUNDS = 3;

/** Each service tells a thing of its own, and half of them refuse at first, so that runs overtake each other. */
function service(key: string, flaky: boolean): WireAnswer {
	let asked = 0;
	const results = { id: 'account', title: 'Engineer', token_balance: 1, days: [], start_date: '2030-01-01' };
	return () => {
		asked += 1;
		if (flaky && asked % 3 === 1)
			return wireAnswer(500, { error: { code: 'internal_error', message: `not you, ${key}` } });
		return wireAnswer(200, { status: 'ok', results, metadata: {} });
	};
}

it('never mixes the keys of runs, polls and tests that go on side by side', async () => {
	const servers = await Promise.all(ACCOUNTS.map(async (key, number) => await start(service(key, number % 2 === 1))));
	const credentials = servers.map(({ url }, number) => ({
		baseUrl: url,
		apiKey: ACCOUNTS[number],
		userAgent: `account-${number}/1`,
	}));

	const came = await Promise.all(
		Array.from({ length: ROUNDS }, () => CALLERS)
			.flat()
			.flatMap(([, call]) =>
				credentials.map(async (credential, number) => ({ number, came: everythingIn(await call(credential)) })),
			),
	);

	for (const [number, server] of servers.entries()) {
		const requests = server.requests();
		expect(requests.length).toBeGreaterThanOrEqual(ROUNDS * CALLERS.length);
		expect(new Set(requests.map(keyIn))).toEqual(new Set([ACCOUNTS[number]]));
		expect(requests.filter((request) => !request.includes(`account-${number}/1`))).toEqual([]);
		expect(
			requests.filter((request) => ACCOUNTS.some((key, other) => other !== number && request.includes(key))),
		).toEqual([]);
	}
	for (const one of came) expect(ACCOUNTS.filter((key) => one.came.includes(key))).toEqual([]);
});
