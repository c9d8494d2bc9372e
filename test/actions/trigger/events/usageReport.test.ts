import { usageReport } from '../../../../nodes/IdentityResolution/actions/trigger/events/usageReport.event';
import { field } from '../../../../nodes/IdentityResolution/api/json';
import type { Step } from '../../../../nodes/IdentityResolution/run/lookup';
import { Prices } from '../../../../nodes/IdentityResolution/run/budget/prices';
import { watchOf } from '../../../support/actions/watches';

const watch = watchOf(usageReport);
const day = (date: string, calls = 1) => ({ date, calls, tokens: 2, with_data: 1, without_data: 0, failed: 0 });

/** A report from one date to another, with a day object for each. */
function report(start_date: string, end_date: string, omitted: string[] = []) {
	const days = [];
	for (let time = Date.parse(start_date); time <= Date.parse(end_date); time += 86_400_000) {
		const date = new Date(time).toISOString().slice(0, 10);
		if (!omitted.includes(date)) days.push(day(date));
	}
	return { period: 'any', start_date, end_date, token_balance: 5, days, totals: {} };
}

const TODAY = report('2030-03-10', '2030-03-10');
const WEEK = report('2030-03-04', '2030-03-10');
const MONTH = report('2030-03-01', '2030-03-10');
const CYCLE = report('2030-02-15', '2030-03-10');

/** The periods that a poll requests in turn if the service returns these answers. */
function requestedPeriods(
	reported: string | undefined,
	reports: readonly unknown[],
	purpose: 'poll' | 'sample' = 'poll',
): unknown[] {
	const route = watch.route(reported === undefined ? undefined : { reported }, purpose);
	const known: Step[] = [];
	const periods: unknown[] = [];
	for (;;) {
		const next = route(known, new Prices());
		if (!('lookup' in next)) return periods;
		periods.push(field(next.lookup.identifier.value, 'period'));
		const answer = { found: true, results: reports[known.length], metadata: {} };
		known.push({ lookup: next.lookup, outcome: { is: 'found', answer, phone: 'as_requested' } } as Step);
	}
}

it.each([
	['the first poll', undefined, ['today']],
	['yesterday was reported', '2030-03-09', ['today']],
	['a day has ended', '2030-03-08', ['today', 'week']],
	['the week reaches back far enough', '2030-03-03', ['today', 'week']],
	['the week does not reach back far enough', '2030-03-02', ['today', 'week', 'month']],
	['the month does not reach back far enough', '2030-02-27', ['today', 'week', 'month', 'billing_cycle']],
	['no period reaches back far enough', '2029-12-24', ['today', 'week', 'month', 'billing_cycle']],
	['the clock of the service went back', '2030-03-12', ['today']],
])('requests only the necessary periods: %s', (_when, reported, periods) => {
	expect(requestedPeriods(reported, [TODAY, WEEK, MONTH, CYCLE])).toEqual(periods);
});

it('requests nothing more after a refusal, or if the service does not say which day it is', () => {
	expect(requestedPeriods('2030-03-02', [{ ...TODAY, start_date: 'soon' }])).toEqual(['today']);
	const route = watch.route({ reported: '2030-03-02' }, 'poll');
	const outcome = { is: 'deferred' };
	expect(route([{ outcome } as Step], new Prices())).toEqual({ outcome });
});

const datesOf = (reported: string | undefined, ...reports: [unknown, ...unknown[]]) => {
	const decision = watch.decide(reported === undefined ? undefined : { reported }, reports);
	return decision.is === 'missing_data' ? decision.message : [decision.items.map(({ date }) => date), decision.state];
};

it.each<[string, string | undefined, [unknown, ...unknown[]], string[], string]>([
	['days that ended before the first poll are not reported', undefined, [TODAY], [], '2030-03-09'],
	['no new day', '2030-03-09', [TODAY], [], '2030-03-09'],
	['one day', '2030-03-08', [TODAY, WEEK], ['2030-03-09'], '2030-03-09'],
	[
		'several days in order',
		'2030-03-06',
		[TODAY, { ...WEEK, days: [...WEEK.days].reverse() }],
		['2030-03-07', '2030-03-08', '2030-03-09'],
		'2030-03-09',
	],
	[
		'a day in two reports is reported once',
		'2030-03-01',
		[
			TODAY,
			report('2030-03-08', '2030-03-10'),
			report('2030-03-02', '2030-03-10', ['2030-03-02', '2030-03-03', '2030-03-04', '2030-03-05', '2030-03-06']),
		],
		['2030-03-07', '2030-03-08', '2030-03-09'],
		'2030-03-09',
	],
	[
		'a missing day is not added',
		'2030-03-06',
		[TODAY, report('2030-03-04', '2030-03-10', ['2030-03-08'])],
		['2030-03-07', '2030-03-09'],
		'2030-03-09',
	],
	[
		'a period that ends in the future reports no unfinished day',
		'2030-03-08',
		[TODAY, report('2030-03-04', '2030-03-31')],
		['2030-03-09'],
		'2030-03-09',
	],
	[
		'a day without a readable date',
		'2030-03-08',
		[TODAY, { ...WEEK, days: [{ date: '9 March' }, null, 7, day('2030-03-09')] }],
		['2030-03-09'],
		'2030-03-09',
	],
	['the service clock is set back', '2030-03-12', [TODAY], [], '2030-03-12'],
])('usageReport returns completed days: %s', (_case, reported, reports, dates, remembered) => {
	expect(datesOf(reported, ...reports)).toEqual([dates, { reported: remembered }]);
});

it.each([['soon'], ['2030-03-10T00:00:00Z'], ['on 2030-03-10'], ['2030-13-10'], [20300310], [['2030-03-10']], [null]])(
	'does not accept %j as a day, and does not change the state',
	(start_date) => {
		const message = 'The usage report does not say which day it is';
		expect(datesOf('2030-03-08', { ...TODAY, start_date })).toBe(message);
	},
);

it('reports a report without days, and does not change the state', () => {
	expect(datesOf('2030-03-08', TODAY, { ...WEEK, days: null })).toBe('The usage report has no days');
});

it('starts again if the state is not a date', () => {
	expect(watch.decide({ reported: 'lately' }, [TODAY])).toMatchObject({
		items: [],
		state: { reported: '2030-03-09' },
	});
});

it('returns the numbers of a day as a flat item', () => {
	expect(watch.decide({ reported: '2030-03-08' }, [TODAY, WEEK])).toMatchObject({
		items: [{ event: 'usageReport', ...day('2030-03-09') }],
	});
});

it.each<[string, string, [unknown, ...unknown[]], [string, string]]>([
	['a month', '2030-01-09', [TODAY, WEEK, MONTH, CYCLE], ['2030-01-10', '2030-02-14']],
	['one day', '2030-02-13', [TODAY, WEEK, MONTH, CYCLE], ['2030-02-14', '2030-02-14']],
	[
		'days before a report without a start',
		'2030-03-01',
		[TODAY, { days: [day('2030-03-09')] }],
		['2030-03-02', '2030-03-08'],
	],
])('usageReport returns one item for days that no period contains: %s', (_days, reported, reports, [from, to]) => {
	const decision = watch.decide({ reported }, reports);
	const items = decision.is === 'decided' ? decision.items : [];
	expect(items[0]).toEqual({
		event: 'usageReport',
		date: null,
		missing_from: from,
		missing_to: to,
		reason: 'The service no longer reports usage for these days',
	});
	expect(items.slice(1).every(({ date }) => date !== null)).toBe(true);
	expect(items.at(-1)).toMatchObject({ date: '2030-03-09' });
});

describe('a sample of usageReport', () => {
	it('contains the last completed day, also from before this week or month', () => {
		expect(watch.sample([TODAY, WEEK])).toMatchObject({ item: { date: '2030-03-09' } });
		expect(watch.sample([TODAY, TODAY, TODAY, CYCLE])).toMatchObject({ item: { date: '2030-03-09' } });
	});

	it('requests a longer period only if a shorter one has no completed day', () => {
		expect(requestedPeriods(undefined, [TODAY, WEEK], 'sample')).toEqual(['today', 'week']);
		expect(requestedPeriods(undefined, [TODAY, TODAY, MONTH], 'sample')).toEqual(['today', 'week', 'month']);
		expect(requestedPeriods(undefined, [{}], 'sample')).toEqual(['today']);
	});

	it('is missing if no day has ended, or if the report has no date', () => {
		expect(watch.sample([TODAY, TODAY, TODAY, TODAY])).toMatchObject({
			is: 'missing_data',
			message: 'No day of usage has ended yet',
		});
		expect(watch.sample([{}])).toMatchObject({ message: 'The usage report does not say which day it is' });
	});
});
