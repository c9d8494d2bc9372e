import { Ledger } from '../../../dev/sandbox/ledger';
import { unnumbered } from '../../support/ledgerEntries';
import { HEM, NOON, PROFILE, serviceUnder, SINGLE, urlOf } from '../../support/asking';

const ada = { linkedin_url: 'ada-fernsby-7' };

test('ledger records the time, keys, cost and outcome of every request', () => {
	const { ask, service } = serviceUnder();
	ask(SINGLE, { linkedin_urls: ['test-found', 'test-not-found'] }, NOON);
	ask(SINGLE, { linkedin_url: 'test-invalid' }, NOON + 1);
	ask('no_such_tool', {}, NOON + 2);
	ask('get_account', {}, NOON + 3);
	ask(PROFILE, { linkedin_url: urlOf('test-no-phone'), include_mobile_phone: true }, NOON + 4);
	const oneHit = { status: 200, tokens: 1, records: 1 };
	const [found, missed, noPhone] = ['linkedin:test-found', 'linkedin:test-not-found', 'linkedin:test-no-phone'];
	const expected = [
		unnumbered({ ...oneHit, tool: SINGLE, keys: [found, missed], charged: [found] }),
		unnumbered({ tool: SINGLE, status: 422, code: 'invalid_input', keys: ['linkedin:test-invalid'] }),
		unnumbered({ tool: 'no_such_tool', status: 404, code: 'unknown_tool' }),
		unnumbered({ tool: 'get_account' }),
		unnumbered({ ...oneHit, tool: PROFILE, keys: [noPhone], charged: [noPhone], phone: 'with' }),
	];
	expect(service.ledger.requests()).toEqual(
		expected.map((entry, index) => ({ ...entry, number: index + 1, time: NOON + index })),
	);
});

test('ledger records the keys of refused and lost requests', () => {
	const { ask, service } = serviceUnder({ faults: [{ kind: 'reset', nth: [1] }], account: { status: 'inactive' } });
	ask(SINGLE, ada);
	ask(SINGLE, ada);
	expect(service.ledger.requests()).toMatchObject([
		{ status: 0, keys: ['linkedin:ada-fernsby-7'], fate: 'lost' },
		{ status: 403, code: 'account_inactive', keys: ['linkedin:ada-fernsby-7'], fate: 'answered' },
	]);
});

test('ledger summary counts by tool and status, and lists repeated charges of an identifier in any spelling', () => {
	const { ask, service } = serviceUnder();
	for (const host of ['www', 'uk', 'm'])
		ask(PROFILE, { linkedin_url: `https://${host}.linkedin.com/in/Ada-Fernsby-7/`, include_mobile_phone: true });
	ask(SINGLE, ada);
	ask(HEM, { email: 'test-not-found@example.com' });
	ask(HEM, { email: 'nobody' });
	ask('__proto__', {});
	expect(service.ledger.summary()).toEqual({
		requests: 7,
		byTool: { [PROFILE]: { 200: 3 }, [SINGLE]: { 200: 1 }, [HEM]: { 200: 1, 422: 1 }, ['__proto__']: { 404: 1 } },
		lost: 0,
		tokensCharged: 10,
		phoneTokensCharged: 3,
		recordsUsed: 4,
		identifiersCharged: 2,
		chargedMoreThanOnce: [{ tool: PROFILE, key: 'linkedin:ada-fernsby-7', times: 3, tokens: 9 }],
		maxInFlight: 0,
	});
});

test('ledger keeps the highest number of concurrent requests, from the current number on after a clear', () => {
	const ledger = new Ledger();
	for (const step of ['arrive', 'arrive', 'leave', 'arrive', 'arrive', 'leave'] as const) ledger[step]();
	expect(ledger.summary().maxInFlight).toBe(3);
	ledger.clear();
	expect(ledger.summary().maxInFlight).toBe(2);
});

test('cleared ledger has no requests or charges, but the account and the numbering continue', () => {
	const { ask, service } = serviceUnder({ account: { tokens: 10 } });
	ask(PROFILE, { linkedin_url: urlOf('test-found'), include_mobile_phone: true });
	service.ledger.clear();
	const { summary, ...ledger } = { summary: service.ledger.summary(), next: service.ledger.next };
	expect(summary).toMatchObject({ requests: 0, byTool: {}, tokensCharged: 0, phoneTokensCharged: 0 });
	expect([service.ledger.requests(), service.ledger.charges(), ledger.next]).toEqual([[], [], 2]);
	expect(service.settings().account.tokens).toBe(7);
});
