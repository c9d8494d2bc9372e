import { part, PROFILE, serviceUnder, SINGLE, urlOf } from './asking';

const DAY = 86_400_000;
const at = (date: string) => Date.parse(`${date}T12:00:00Z`);
const hit = { linkedin_url: urlOf('test-found') };
const counts = (calls: number, tokens: number, with_data: number, without_data: number, failed: number) => ({
	calls,
	tokens,
	with_data,
	without_data,
	failed,
});

describe('periods', () => {
	test.each([
		{ period: 'today', now: '2030-03-10', start: '2030-03-10', days: 1 },
		{ period: 'week', now: '2030-03-03', start: '2030-02-25', days: 7 },
		{ period: 'month', now: '2030-03-31', start: '2030-03-01', days: 31 },
		{ period: 'month', now: '2030-03-01', start: '2030-03-01', days: 1 },
		{ period: 'billing_cycle', now: '2030-03-15', start: '2030-03-15', days: 1 },
		{ period: 'billing_cycle', now: '2030-03-14', start: '2030-02-15', days: 28 },
		{ period: 'billing_cycle', now: '2030-01-14', start: '2029-12-15', days: 31 },
	])('$period at $now begins on $start and has $days days', ({ period, now, start, days }) => {
		const results = part(serviceUnder().ask('get_usage', { period }, at(now)), 'results');
		expect(results).toMatchObject({ period, start_date: start, end_date: now });
		const listed = part({ body: results }, 'days') as Array<{ date: string }>;
		expect(listed.map(({ date }) => date)).toEqual(
			Array.from({ length: days }, (_, index) => new Date(at(start) + index * DAY).toISOString().slice(0, 10)),
		);
	});
});

describe('counts', () => {
	test('are by UTC day and sum up to the totals', () => {
		const { ask } = serviceUnder({ account: { tokens: 100 } });
		const midnight = Date.parse('2030-03-10T00:00:00Z');
		ask(SINGLE, hit, midnight - 1);
		ask(PROFILE, { ...hit, include_mobile_phone: true }, midnight);
		ask(SINGLE, { linkedin_urls: ['test-found', 'test-not-found', 'ada-fernsby-7'] }, midnight + DAY - 1);
		ask(SINGLE, { linkedin_url: 'test-invalid' }, midnight + DAY - 1);
		const results = part(ask('get_usage', { period: 'week' }, midnight + DAY - 1), 'results') as {
			days: unknown[];
		};
		expect(results.days.slice(-2)).toEqual([
			{ date: '2030-03-09', ...counts(1, 1, 1, 0, 0) },
			{ date: '2030-03-10', ...counts(3, 5, 3, 1, 1) },
		]);
		expect(results).toMatchObject({ totals: counts(4, 6, 4, 1, 1), token_balance: 94 });
	});

	test('leave out account tools and requests whose account is not known', () => {
		const { ask, service } = serviceUnder();
		ask('get_account', {});
		ask('no_such_tool', {});
		service.handle({ tool: SINGLE, method: 'POST', headers: {}, body: '{}' }, at('2030-03-10'));
		expect(part(ask('get_usage', {}), 'results', 'totals')).toEqual(counts(0, 0, 0, 0, 0));
	});

	test('outlast the ledger', () => {
		const { ask, service } = serviceUnder();
		ask(SINGLE, hit);
		service.ledger.clear();
		expect(part(ask('get_usage', {}), 'results', 'totals')).toEqual(counts(1, 1, 1, 0, 0));
	});
});
