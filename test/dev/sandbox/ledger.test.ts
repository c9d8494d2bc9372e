import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { Ledger } from '../../../dev/sandbox/ledger';
import { unnumbered } from '../../support/ledgerEntries';
import { HEM, NOON, PROFILE, serviceUnder, SINGLE, urlOf } from '../../support/asking';

test('ledger records the time, keys, cost and outcome of every request', () => {
	const { ask, service } = serviceUnder({ faults: [{ kind: 'reset', tool: HEM }] });
	ask(SINGLE, { linkedin_urls: ['test-found', 'test-not-found'] }, NOON);
	ask(SINGLE, { linkedin_url: 'test-invalid' }, NOON + 1);
	ask('no_such_tool', {}, NOON + 2);
	ask(PROFILE, { linkedin_url: urlOf('test-no-phone'), include_mobile_phone: true }, NOON + 3);
	ask(HEM, { email: ' Ada@Example.com' }, NOON + 4);
	const oneHit = { status: 200, tokens: 1, records: 1 };
	const [found, missed, noPhone] = ['linkedin:test-found', 'linkedin:test-not-found', 'linkedin:test-no-phone'];
	const expected = [
		unnumbered({ ...oneHit, tool: SINGLE, keys: [found, missed], charged: [found] }),
		unnumbered({ tool: SINGLE, status: 422, code: 'invalid_input', keys: ['linkedin:test-invalid'] }),
		unnumbered({ tool: 'no_such_tool', status: 404, code: 'unknown_tool' }),
		unnumbered({ ...oneHit, tool: PROFILE, keys: [noPhone], charged: [noPhone], phone: 'with' }),
		unnumbered({ tool: HEM, status: 0, keys: [`hem:${md5OfEmail('ada@example.com')}`], fate: 'lost' }),
	];
	expect(service.ledger.requests()).toEqual(
		expected.map((entry, index) => ({ ...entry, number: index + 1, time: NOON + index })),
	);
});

test('ledger summary counts by tool and status, and lists repeated charges of an identifier in any spelling', () => {
	const { ask, service } = serviceUnder({ account: { tokens: 12 } });
	for (const host of ['www', 'uk', 'm'])
		ask(PROFILE, { linkedin_url: `https://${host}.linkedin.com/in/Ada-Fernsby-7/`, include_mobile_phone: true });
	ask(SINGLE, { linkedin_url: 'ada-fernsby-7' });
	ask(HEM, { email: 'nobody' });
	expect(service.ledger.summary()).toEqual({
		requests: 5,
		byTool: { [PROFILE]: { 200: 3 }, [SINGLE]: { 200: 1 }, [HEM]: { 422: 1 } },
		lost: 0,
		tokensCharged: 10,
		phoneTokensCharged: 3,
		recordsUsed: 4,
		identifiersCharged: 2,
		chargedMoreThanOnce: [{ tool: PROFILE, key: 'linkedin:ada-fernsby-7', times: 3, tokens: 9 }],
		maxInFlight: 0,
	});
	service.ledger.clear();
	expect(service.ledger.summary()).toMatchObject({
		requests: 0,
		byTool: {},
		tokensCharged: 0,
		phoneTokensCharged: 0,
	});
	expect([service.ledger.charges(), service.settings().account.tokens]).toEqual([[], 2]);
});

test('ledger keeps the highest number of concurrent requests, from the current number on after a clear', () => {
	const ledger = new Ledger();
	for (const step of ['arrive', 'arrive', 'leave', 'arrive', 'arrive', 'leave'] as const) ledger[step]();
	expect(ledger.summary().maxInFlight).toBe(3);
	ledger.clear();
	expect(ledger.summary().maxInFlight).toBe(2);
});
