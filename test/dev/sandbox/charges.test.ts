import { part, PROFILE, HEM, serviceUnder, SINGLE, urlOf, verdict } from '../../support/asking';

const hit = { linkedin_url: urlOf('test-found') };
const withPhone = { ...hit, include_mobile_phone: true };
const missByEmail = { email: 'test-not-found@example.com', include_mobile_phone: true };

test.each([
	['a hit', 1, 0, PROFILE, hit],
	['a miss', 0, 0, PROFILE, { linkedin_url: urlOf('test-not-found') }],
	['a hit with a phone', 3, 1, PROFILE, withPhone],
	['a hit without a phone', 1, 0, PROFILE, { ...withPhone, linkedin_url: urlOf('test-no-phone') }],
	['a miss with a phone requested', 0, 0, HEM, missByEmail],
])('%s costs %d tokens and %d phone tokens', (_name, charged, phone, tool, body) => {
	const { ask, service } = serviceUnder({ account: { tokens: 50, phoneTokens: 10 } });
	expect(part(ask(tool, body), 'metadata')).toEqual({ tokens_charged: charged, tokens_remaining: 50 - charged });
	expect(service.settings().account).toMatchObject({ tokens: 50 - charged, phoneTokens: 10 - phone });
	expect(service.ledger.summary()).toMatchObject({ tokensCharged: charged, phoneTokensCharged: phone });
});

test('prices are set by tool, and the balance must cover the highest one before a lookup', () => {
	const { ask } = serviceUnder({ prices: { [PROFILE]: 7 }, phonePrice: 5, account: { tokens: 20 } });
	expect(part(ask(PROFILE, withPhone), 'metadata', 'tokens_charged')).toBe(12);
	expect(verdict(ask(PROFILE, withPhone))).toBe('402 insufficient_tokens');
	expect(part(ask(PROFILE, hit), 'metadata', 'tokens_charged')).toBe(7);
});

describe('burst guard', () => {
	test('lets a burst through, refills at its rate, and never exceeds the burst', () => {
		const { ask } = serviceUnder({ burst: { perSecond: 2, burst: 3 } });
		const times = [0, 0, 0, 0, 499, 500, 500, ...Array<number>(4).fill(3_600_000)];
		const verdicts = times.map((ms) => verdict(ask(SINGLE, hit, ms)));
		expect(verdicts.flatMap((one, place) => (one === '429 rate_limited' ? [place] : []))).toEqual([3, 4, 6, 10]);
	});

	test.each([
		{ burstWait: 'reported' as const, header: '4', metadata: { retry_after: 4 } },
		{ burstWait: 'unreported' as const, header: undefined, metadata: {} },
	])('has a wait that suffices, $burstWait', ({ burstWait, header, metadata }) => {
		const { ask } = serviceUnder({ burst: { perSecond: 0.3, burst: 1 }, burstWait });
		ask(SINGLE, hit, 0);
		const refused = ask(SINGLE, hit, 0);
		expect([refused.headers['retry-after'], part(refused, 'metadata')]).toEqual([header, metadata]);
		expect(verdict(ask(SINGLE, hit, 4000))).toBe('200');
	});
});
