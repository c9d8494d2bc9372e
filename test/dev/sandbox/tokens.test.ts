import { HEM, part, PROFILE, REVERSE, serviceUnder, SINGLE, urlOf, verdict } from './asking';

const hit = { linkedin_url: urlOf('test-found') };
const withPhone = { ...hit, include_mobile_phone: true };

describe('tokens', () => {
	test.each([
		{ name: 'a hit', tool: PROFILE, body: hit, charged: 1, phone: 0 },
		{ name: 'a miss', tool: PROFILE, body: { linkedin_url: urlOf('test-not-found') }, charged: 0, phone: 0 },
		{ name: 'a hit with a phone', tool: PROFILE, body: withPhone, charged: 3, phone: 1 },
		{
			name: 'a phone asked in vain',
			tool: PROFILE,
			body: { ...withPhone, linkedin_url: urlOf('test-no-phone') },
			charged: 1,
			phone: 0,
		},
		{
			name: 'a miss with a phone asked',
			tool: HEM,
			body: { email: 'test-not-found@example.com', include_mobile_phone: true },
			charged: 0,
			phone: 0,
		},
		{ name: 'a hit by MD5', tool: HEM, body: { md5: 'f'.repeat(32) }, charged: 1, phone: 0 },
	])('$name costs $charged tokens and $phone phone tokens', ({ tool, body, charged, phone }) => {
		const { ask, service } = serviceUnder({ account: { tokens: 50, phoneTokens: 10 } });
		expect(part(ask(tool, body), 'metadata')).toEqual({ tokens_charged: charged, tokens_remaining: 50 - charged });
		expect(service.settings().account).toMatchObject({ tokens: 50 - charged, phoneTokens: 10 - phone });
		expect(service.ledger.summary()).toMatchObject({ tokensCharged: charged, phoneTokensCharged: phone });
	});

	test('a tool that does not report charges is charged all the same', () => {
		const { ask } = serviceUnder({ account: { tokens: 50 } });
		ask(SINGLE, hit);
		ask(REVERSE, { email: 'test-found@example.com' });
		expect(part(ask('get_account', {}), 'results', 'token_balance')).toBe(48);
	});

	test('prices are by tool', () => {
		const { ask } = serviceUnder({
			prices: { [PROFILE]: 7 },
			phonePrice: 5,
			phoneTokens: 3,
			account: { tokens: 100, phoneTokens: 3 },
		});
		expect(part(ask(PROFILE, withPhone), 'metadata', 'tokens_charged')).toBe(12);
		expect(part(ask(HEM, { email: 'test-found@example.com' }), 'metadata', 'tokens_charged')).toBe(1);
		expect(verdict(ask(PROFILE, withPhone))).toBe('402 insufficient_phone_tokens');
	});

	test('an unlimited balance stays -1, and charges are reported', () => {
		const { ask, service } = serviceUnder({ account: { unlimited: true, tokens: 0 } });
		expect(part(ask(PROFILE, hit), 'metadata')).toEqual({ tokens_charged: 1, tokens_remaining: -1 });
		expect(service.settings().account.tokens).toBe(0);
	});

	test('the last token may be spent, and the next call is refused, hit or miss', () => {
		const { ask } = serviceUnder({ account: { tokens: 1 } });
		expect(verdict(ask(PROFILE, hit))).toBe('200');
		expect(verdict(ask(PROFILE, hit))).toBe('402 insufficient_tokens');
		expect(verdict(ask(PROFILE, { linkedin_url: urlOf('test-not-found') }))).toBe('402 insufficient_tokens');
		expect(verdict(ask('get_account', {}))).toBe('200');
	});

	test('a balance that covers the profile but not the phone is refused before anything is looked up', () => {
		const { ask, service } = serviceUnder({ account: { tokens: 2 } });
		expect(verdict(ask(PROFILE, withPhone))).toBe('402 insufficient_tokens');
		expect(verdict(ask(PROFILE, hit))).toBe('200');
		expect(service.settings().account.tokens).toBe(1);
	});

	test('the account record shows the phone tokens only where it is told to', () => {
		const { ask, service } = serviceUnder({ account: { tokens: 50, phoneTokens: 10 } });
		expect(Object.keys(part(ask('get_account', {}), 'results') as object)).not.toContain('phone_token_balance');
		service.configure({ account: { showsPhoneTokens: true } });
		ask(PROFILE, withPhone);
		expect(part(ask('get_account', {}), 'results', 'phone_token_balance')).toBe(9);
	});

	test('a phone rate decides who has a phone, but not for test identifiers', () => {
		const { ask } = serviceUnder({ phoneRate: 0 });
		expect(part(ask(PROFILE, withPhone), 'results', 'mobile_phone')).toMatch(/^\d+$/);
		const other = ask(PROFILE, { linkedin_url: urlOf('ada-fernsby-7'), include_mobile_phone: true });
		expect(Object.keys(part(other, 'results') as object)).not.toContain('mobile_phone');
	});
});

describe('the burst guard', () => {
	const guarded = { burst: { perSecond: 2, burst: 3 } };
	const NOW = 5_000_000;

	test('lets a burst through, then refuses, then refills at its rate', () => {
		const { ask } = serviceUnder(guarded);
		const at = (ms: number) => verdict(ask(SINGLE, hit, NOW + ms));
		expect([at(0), at(0), at(0), at(0)]).toEqual(['200', '200', '200', '429 rate_limited']);
		expect([at(499), at(500), at(500), at(1000)]).toEqual(['429 rate_limited', '200', '429 rate_limited', '200']);
	});

	test('never holds more than the burst', () => {
		const { ask } = serviceUnder(guarded);
		ask(SINGLE, hit, NOW);
		const later = Array.from({ length: 4 }, () => verdict(ask(SINGLE, hit, NOW + 3_600_000)));
		expect(later).toEqual(['200', '200', '200', '429 rate_limited']);
	});

	test('gives nothing and takes nothing where the clock is set back', () => {
		const { ask } = serviceUnder(guarded);
		const at = (ms: number) => verdict(ask(SINGLE, hit, NOW + ms));
		expect([at(0), at(0), at(-3_600_000), at(0)]).toEqual(['200', '200', '200', '429 rate_limited']);
	});

	test('is one per tool', () => {
		const { ask } = serviceUnder({ burst: { perSecond: 1, burst: 1 } });
		expect([verdict(ask(SINGLE, hit)), verdict(ask(PROFILE, hit)), verdict(ask(SINGLE, hit))]).toEqual([
			'200',
			'200',
			'429 rate_limited',
		]);
	});

	test.each([
		{ burstWait: 'told' as const, header: '4', metadata: { retry_after: 4 } },
		{ burstWait: 'untold' as const, header: undefined, metadata: {} },
	])('its wait is $burstWait, and the wait suffices', ({ burstWait, header, metadata }) => {
		const { ask } = serviceUnder({ burst: { perSecond: 0.3, burst: 1 }, burstWait });
		ask(SINGLE, hit, NOW);
		const refused = ask(SINGLE, hit, NOW);
		expect([refused.headers['retry-after'], part(refused, 'metadata')]).toEqual([header, metadata]);
		expect(verdict(ask(SINGLE, hit, NOW + 4000))).toBe('200');
	});
});
