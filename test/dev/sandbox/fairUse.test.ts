import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { FIVE_HOURS, HOUR, ONE_WEEK, RollingWindow } from '../../../dev/sandbox/rules/rollingWindow';
import { HEM, NOON, part, PROFILE, REVERSE, serviceUnder, SINGLE, urlOf, verdict } from '../../support/asking';

const hit = { linkedin_url: urlOf('test-found') };
const enrich = (records: object, requests: object = {}): SettingsPatch => ({
	limits: { enrich: { records, requests } },
});
const requests = (limit: number) => enrich({}, { '5h': limit });

describe('RollingWindow', () => {
	test.each([
		{ limit: 7, unlocks: 40_000 },
		{ limit: 4, unlocks: 70_000 },
		{ limit: 1, unlocks: 80_000 },
		{ limit: 0, unlocks: null },
	])('with 1 + 2 + 3 used and a limit of $limit has a free place at $unlocks', ({ limit, unlocks }) => {
		const window = new RollingWindow(60_000);
		for (const [place, count] of [1, 2, 3].entries()) window.add(count, place * 10_000);
		expect(window.unlocksAt(limit, 40_000)).toBe(unlocks);
		expect([40_000, 60_000, 79_999, 80_000].map((now) => window.used(now))).toEqual([6, 5, 3, 0]);
	});
});

test('Fair Use counts a request per lookup call and a record per hit, in enrich alone', () => {
	const { ask } = serviceUnder();
	ask(SINGLE, { linkedin_urls: ['test-found', 'test-not-found', 'ada-fernsby-7'] });
	ask(PROFILE, { linkedin_url: urlOf('test-not-found') });
	ask(REVERSE, { email: 'test-found@example.com' });
	ask(HEM, { email: 'test-found@example.com' });
	for (const slug of ['test-invalid', 'test-internal-error', 'test-fair-use']) ask(SINGLE, { linkedin_url: slug });
	ask('get_usage', {});
	expect(part(ask('get_account', {}), 'results', 'fair_use')).toMatchObject({
		enrich: { records: { '5h': { used: 4 }, '1w': { used: 4 } }, requests: { '5h': { used: 4 } } },
		search: { records: { '5h': { used: 0, resets_at: null } }, requests: { '5h': { used: 0 } } },
	});
});

describe('a closed window', () => {
	const [RECORDS, REQUESTS] = ['fair_use_limit_exceeded', 'fair_use_requests_exceeded'];
	test.each([
		{ name: 'records of 5 h', given: enrich({ '5h': 2 }), code: RECORDS, opens: FIVE_HOURS },
		{ name: 'records of a week', given: enrich({ '1w': 2 }), code: RECORDS, opens: ONE_WEEK },
		{ name: 'requests of 5 h', given: requests(2), code: REQUESTS, opens: FIVE_HOURS },
		{ name: 'the later of two', given: enrich({ '5h': 2, '1w': 2 }), code: RECORDS, opens: ONE_WEEK },
		{ name: 'records after requests', given: enrich({ '1w': 2 }, { '5h': 2 }), code: RECORDS, opens: ONE_WEEK },
	])('refuses with the wait until it opens: $name', ({ given, code, opens }) => {
		const { ask } = serviceUnder(given);
		ask(SINGLE, hit, NOON);
		ask(SINGLE, hit, NOON + HOUR);
		const now = NOON + 2 * HOUR;
		const refused = ask(SINGLE, hit, now);
		const wait = (NOON + opens - now) / 1000;
		expect([verdict(refused), refused.headers['retry-after']]).toEqual([`429 ${code}`, String(wait)]);
		expect(part(refused, 'metadata')).toEqual({ retry_after: wait });
		expect(verdict(ask(SINGLE, hit, now + wait * 1000 - 1))).toBe(`429 ${code}`);
		expect(verdict(ask(SINGLE, hit, now + wait * 1000))).toBe('200');
		expect(verdict(ask(SINGLE, hit, now + wait * 1000))).toBe(`429 ${code}`);
	});
});

test('spent requests count from the first request on, and restart the window if set again', () => {
	const { ask, service } = serviceUnder({ ...requests(5), spent: { enrich: { records: 3, requests: 5 } } });
	expect(verdict(ask(SINGLE, hit, NOON))).toBe('429 fair_use_requests_exceeded');
	service.configure({ spent: { enrich: { requests: 4 } } });
	const later = [NOON + HOUR, NOON + HOUR, NOON + HOUR + FIVE_HOURS].map((now) => verdict(ask(SINGLE, hit, now)));
	expect(later).toEqual(['200', '429 fair_use_requests_exceeded', '200']);
});
