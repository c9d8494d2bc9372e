import { mergeSettings, defaultSettings, type SettingsPatch } from '../../../dev/sandbox/settings';
import { FIVE_HOURS, HOUR, ONE_WEEK } from '../../../dev/sandbox/windows';
import { HEM, NOON, part, PROFILE, REVERSE, serviceUnder, SINGLE, urlOf, verdict } from './asking';

const hit = { linkedin_url: urlOf('test-found') };
const miss = { linkedin_url: urlOf('test-not-found') };
const records = (in5h: number, in1w = 1000): SettingsPatch => ({
	limits: { enrich: { records: { '5h': in5h, '1w': in1w } } },
});
const requests = (limit: number): SettingsPatch => ({ limits: { enrich: { requests: { '5h': limit } } } });
const standing = (reply: { body: unknown }, kind: 'records' | 'requests', window: '5h' | '1w', family = 'enrich') =>
	part(reply, 'results', 'fair_use', family, kind, window);

describe('what counts', () => {
	test('a hit counts a record and a request, a miss a request alone', () => {
		const { ask } = serviceUnder();
		ask(SINGLE, hit);
		ask(SINGLE, miss);
		const account = ask('get_account', {});
		expect(standing(account, 'records', '5h')).toMatchObject({ used: 1 });
		expect(standing(account, 'records', '1w')).toMatchObject({ used: 1 });
		expect(standing(account, 'requests', '5h')).toMatchObject({ used: 2 });
	});

	test('a batch counts one request, and a record for each hit', () => {
		const { ask } = serviceUnder();
		ask(SINGLE, { linkedin_urls: ['test-found', 'test-not-found', 'ada-fernsby-7'] });
		const account = ask('get_account', {});
		expect(standing(account, 'records', '5h')).toMatchObject({ used: 2 });
		expect(standing(account, 'requests', '5h')).toMatchObject({ used: 1 });
	});

	test('refused requests, 500s and account tools count nothing', () => {
		const { ask } = serviceUnder();
		for (const slug of ['test-invalid', 'test-internal-error', 'test-fair-use', 'test-unauthorized'])
			ask(SINGLE, { linkedin_url: slug });
		ask('get_usage', {});
		const account = ask('get_account', {});
		expect(standing(account, 'requests', '5h')).toEqual({
			limit: 1_000_000,
			used: 0,
			remaining: 1_000_000,
			resets_at: null,
		});
	});

	test('all four lookups draw on enrich, none on search', () => {
		const { ask } = serviceUnder();
		ask(SINGLE, hit);
		ask(PROFILE, hit);
		ask(REVERSE, { email: 'test-found@example.com' });
		ask(HEM, { email: 'test-found@example.com' });
		const account = ask('get_account', {});
		expect(standing(account, 'requests', '5h')).toMatchObject({ used: 4 });
		expect(standing(account, 'requests', '5h', 'search')).toMatchObject({ used: 0 });
	});
});

describe('a closed window', () => {
	test.each([
		{ name: 'records of 5 h', given: records(2), code: '429 fair_use_limit_exceeded', opens: FIVE_HOURS },
		{ name: 'records of a week', given: records(1000, 2), code: '429 fair_use_limit_exceeded', opens: ONE_WEEK },
		{ name: 'requests of 5 h', given: requests(2), code: '429 fair_use_requests_exceeded', opens: FIVE_HOURS },
		{
			name: 'both record windows: the week binds',
			given: records(2, 2),
			code: '429 fair_use_limit_exceeded',
			opens: ONE_WEEK,
		},
	])('$name: refuses, tells the wait in both places, and opens when it said', ({ given, code, opens }) => {
		const { ask } = serviceUnder(given);
		ask(SINGLE, hit, NOON);
		ask(SINGLE, hit, NOON + HOUR);
		const now = NOON + 2 * HOUR;
		const refused = ask(SINGLE, hit, now);
		const wait = (NOON + opens - now) / 1000;
		expect(verdict(refused)).toBe(code);
		expect(refused.headers['retry-after']).toBe(String(wait));
		expect(part(refused, 'metadata')).toEqual({ retry_after: wait });
		expect(verdict(ask(SINGLE, hit, now + wait * 1000 - 1))).toBe(code);
		expect(verdict(ask(SINGLE, hit, now + wait * 1000))).toBe('200');
	});

	test('rolls: one use leaves, one place is free', () => {
		const { ask } = serviceUnder(records(2));
		ask(SINGLE, hit, NOON);
		ask(SINGLE, hit, NOON + HOUR);
		const opened = NOON + FIVE_HOURS;
		expect(verdict(ask(SINGLE, hit, opened))).toBe('200');
		expect(verdict(ask(SINGLE, hit, opened))).toBe('429 fair_use_limit_exceeded');
		expect(verdict(ask(SINGLE, hit, opened + HOUR))).toBe('200');
	});

	test('of records and requests the one that opens last is told', () => {
		const { ask } = serviceUnder({ limits: { enrich: { records: { '5h': 1, '1w': 1 }, requests: { '5h': 1 } } } });
		ask(SINGLE, hit);
		expect(verdict(ask(SINGLE, hit))).toBe('429 fair_use_limit_exceeded');
	});

	test.each([
		{
			name: 'requests',
			limits: { records: { '5h': 1 }, requests: { '5h': 0 } },
			code: '429 fair_use_requests_exceeded',
		},
		{
			name: 'records',
			limits: { records: { '5h': 0 }, requests: { '5h': 1 } },
			code: '429 fair_use_limit_exceeded',
		},
	])(
		'of one that opens and one that never does, the $name, the latter is told, without a wait',
		({ limits, code }) => {
			const { ask } = serviceUnder({
				limits: { enrich: limits },
				spent: { enrich: { records: 1, requests: 1 } },
			});
			const refused = ask(SINGLE, hit);
			expect([verdict(refused), refused.headers['retry-after']]).toEqual([code, undefined]);
		},
	);

	test('a wait in fractions of a second is rounded up', () => {
		const { ask } = serviceUnder(requests(1));
		ask(SINGLE, hit, NOON);
		expect(ask(SINGLE, hit, NOON + 1).headers['retry-after']).toBe(String(FIVE_HOURS / 1000));
		expect(ask(SINGLE, hit, NOON + FIVE_HOURS - 1).headers['retry-after']).toBe('1');
	});

	test('a limit of nothing never opens: no wait is told', () => {
		const { ask } = serviceUnder(requests(0));
		const refused = ask(SINGLE, hit);
		expect(verdict(refused)).toBe('429 fair_use_requests_exceeded');
		expect([refused.headers['retry-after'], part(refused, 'metadata')]).toEqual([undefined, {}]);
	});

	test.each([
		{ retryAfterIn: 'header' as const, header: '18000', metadata: {} },
		{ retryAfterIn: 'metadata' as const, header: undefined, metadata: { retry_after: 18_000 } },
	])('tells the wait in the $retryAfterIn alone when set so', ({ retryAfterIn, header, metadata }) => {
		const { ask } = serviceUnder({ ...requests(1), retryAfterIn });
		ask(SINGLE, hit);
		const refused = ask(SINGLE, hit);
		expect([refused.headers['retry-after'], part(refused, 'metadata')]).toEqual([header, metadata]);
	});

	test('opens at once when the limit is raised', () => {
		const { ask, service } = serviceUnder(requests(1));
		ask(SINGLE, hit);
		service.configure(requests(2));
		expect(verdict(ask(SINGLE, hit))).toBe('200');
	});
});

describe('what was spent before', () => {
	const spent: SettingsPatch = { ...requests(5), spent: { enrich: { records: 3, requests: 5 } } };

	test('counts from the first request on', () => {
		const { ask } = serviceUnder(spent);
		expect(verdict(ask(SINGLE, hit, NOON))).toBe('429 fair_use_requests_exceeded');
		expect(verdict(ask(SINGLE, hit, NOON + FIVE_HOURS))).toBe('200');
	});

	test('starts the windows anew when it is set again', () => {
		const { ask, service } = serviceUnder(spent);
		ask(SINGLE, hit, NOON);
		service.configure({ spent: { enrich: { requests: 4 } } });
		expect(verdict(ask(SINGLE, hit, NOON + HOUR))).toBe('200');
		expect(verdict(ask(SINGLE, hit, NOON + HOUR))).toBe('429 fair_use_requests_exceeded');
	});
});

describe('the free tier', () => {
	const search: SettingsPatch = { families: { people_search: 'search' } };

	test('has one search, and is refused without any wait after it', () => {
		const { ask } = serviceUnder({ ...search, account: { plan: 'free' } });
		expect(verdict(ask('people_search', { q: 'ada' }))).toBe('200');
		const refused = ask('people_search', { q: 'ada' });
		expect(verdict(refused)).toBe('429 fair_use_limit_exceeded');
		expect([refused.headers['retry-after'], part(refused, 'metadata')]).toEqual([undefined, {}]);
		expect(verdict(ask(SINGLE, hit))).toBe('200');
	});

	test('keeps its search for later where anything else is looked up', () => {
		const { ask } = serviceUnder({ ...search, account: { plan: 'free' } });
		ask(SINGLE, hit);
		expect(verdict(ask('people_search', { q: 'ada' }))).toBe('200');
	});

	test('is the only one with a trial', () => {
		const { ask } = serviceUnder({ ...search, account: { searchTrialUsed: true } });
		expect(verdict(ask('people_search', { q: 'ada' }))).toBe('200');
	});
});

test('metadata tells a time for the reset of an unused window, the account null', () => {
	const { ask } = serviceUnder();
	const account = ask('get_account', {});
	expect(standing(account, 'records', '5h')).toMatchObject({ resets_at: null });
	expect(part(account, 'metadata', 'fair_use')).toMatchObject({
		records_reset_5h: new Date(NOON + FIVE_HOURS).toISOString(),
		records_reset_1w: new Date(NOON + ONE_WEEK).toISOString(),
	});
});

test('settings keep limits that a patch does not name', () => {
	const { limits } = mergeSettings(defaultSettings(), records(5));
	expect(limits.enrich.requests).toEqual(defaultSettings().limits.enrich.requests);
});
