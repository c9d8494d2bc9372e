import { part, PROFILE, HEM, REVERSE, serviceUnder, SINGLE, urlOf, verdict } from '../../support/asking';

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

test('prices are set by tool', () => {
	const { ask } = serviceUnder({ prices: { [PROFILE]: 7 }, phonePrice: 5, account: { phoneTokens: 1 } });
	expect(part(ask(PROFILE, withPhone), 'metadata', 'tokens_charged')).toBe(12);
	expect(part(ask(HEM, { email: 'test-found@example.com' }), 'metadata', 'tokens_charged')).toBe(1);
	expect(verdict(ask(PROFILE, withPhone))).toBe('402 insufficient_phone_tokens');
});

test('unlimited balance stays -1, and charges are reported', () => {
	const { ask, service } = serviceUnder({ account: { unlimited: true, tokens: 0 } });
	expect(part(ask(PROFILE, hit), 'metadata')).toEqual({ tokens_charged: 1, tokens_remaining: -1 });
	expect(service.settings().account.tokens).toBe(0);
});

test('balance must cover the highest price before a lookup, hit or miss, but not for account tools', () => {
	const { ask } = serviceUnder({ account: { tokens: 2 } });
	const miss = { linkedin_url: urlOf('test-not-found') };
	const replies = [ask(PROFILE, withPhone), ask(PROFILE, hit), ask(SINGLE, hit), ask(PROFILE, miss)];
	expect(replies.map(verdict)).toEqual(['402 insufficient_tokens', '200', '200', '402 insufficient_tokens']);
	expect(part(ask('get_account', {}), 'results', 'token_balance')).toBe(0);
});

test('hit rate of a tool replaces the general one, except for test identifiers', () => {
	const { ask } = serviceUnder({ hitRate: 1, toolHitRates: { [REVERSE]: 0 } });
	const status = (tool: string, email: string) => part(ask(tool, { email }), 'status');
	expect(status(REVERSE, 'ada-fernsby-7@example.com')).toBe('not_found');
	expect(status(HEM, 'ada-fernsby-7@example.com')).toBe('ok');
	expect(status(REVERSE, 'test-found@example.com')).toBe('ok');
});

describe('usage record', () => {
	const DAY = 86_400_000;
	const at = (date: string) => Date.parse(`${date}T12:00:00Z`);

	test.each([
		{ period: 'today', now: '2030-03-10', start: '2030-03-10', days: 1 },
		{ period: 'week', now: '2030-03-03', start: '2030-02-25', days: 7 },
		{ period: 'month', now: '2030-03-31', start: '2030-03-01', days: 31 },
		{ period: 'billing_cycle', now: '2030-03-15', start: '2030-03-15', days: 1 },
		{ period: 'billing_cycle', now: '2030-01-14', start: '2029-12-15', days: 31 },
	])('of $period at $now starts on $start and has $days days', ({ period, now, start, days }) => {
		const results = part(serviceUnder().ask('get_usage', { period }, at(now)), 'results');
		expect(results).toMatchObject({ period, start_date: start, end_date: now });
		const dates = (part({ body: results }, 'days') as Array<{ date: string }>).map(({ date }) => date);
		expect([dates.length, dates[0], dates.at(-1)]).toEqual([days, start, now]);
	});

	test('counts requests and lookups by UTC day, not account tools or unknown accounts', () => {
		const { ask, service } = serviceUnder({ account: { tokens: 100 } });
		const midnight = Date.parse('2030-03-10T00:00:00Z');
		const end = midnight + DAY - 1;
		ask(SINGLE, hit, midnight - 1);
		ask(PROFILE, withPhone, midnight);
		ask(SINGLE, { linkedin_urls: ['test-found', 'test-not-found', 'ada-fernsby-7'] }, end);
		ask(SINGLE, { linkedin_url: 'test-invalid' }, end);
		ask('get_account', {}, end);
		service.handle({ tool: SINGLE, method: 'POST', headers: {}, body: '{}' }, end);
		const results = part(ask('get_usage', { period: 'week' }, end), 'results') as { days: unknown[] };
		expect(results.days.slice(-2)).toEqual([
			{ date: '2030-03-09', calls: 1, tokens: 1, with_data: 1, without_data: 0, failed: 0 },
			{ date: '2030-03-10', calls: 3, tokens: 5, with_data: 3, without_data: 1, failed: 1 },
		]);
		const totals = { calls: 4, tokens: 6, with_data: 4, without_data: 1, failed: 1 };
		expect(results).toMatchObject({ totals, token_balance: 94 });
	});
});

describe('burst guard', () => {
	const LIMITED = '429 rate_limited';
	test('lets a burst through, refills at its rate, and never exceeds the burst', () => {
		const { ask } = serviceUnder({ burst: { perSecond: 2, burst: 3 } });
		const times = [0, 0, 0, 0, 499, 500, 500, ...Array<number>(4).fill(3_600_000)];
		const verdicts = times.map((ms) => verdict(ask(SINGLE, hit, ms)));
		expect(verdicts.flatMap((one, place) => (one === LIMITED ? [place] : []))).toEqual([3, 4, 6, 10]);
	});

	test('is separate for each tool, and guards account tools', () => {
		const { ask } = serviceUnder({ burst: { perSecond: 1, burst: 1 } });
		const replies = [ask(SINGLE, hit), ask('get_account', {}), ask(SINGLE, hit), ask('get_account', {})];
		expect(replies.map(verdict)).toEqual(['200', '200', LIMITED, LIMITED]);
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
