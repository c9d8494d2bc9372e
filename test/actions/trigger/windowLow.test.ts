import { windowLow } from '../../../nodes/IdentityResolution/actions/trigger/windowLow.event';
import { accountOf, type WindowOf } from '../../support/actions/polls';
import { countsOver, itemsOver, watchOf, whyInvalid } from '../../support/actions/watches';

const COLUMN = 'enrich_records_5h';
const watch = watchOf(windowLow, { windows: [COLUMN], percent: 10 });

/** An account with this remaining amount of 100, and a reset time in hours after midnight. */
const left = (remaining: WindowOf['remaining'], hours: number | null = 5) =>
	accountOf({
		[COLUMN]: {
			remaining,
			resets_at: hours === null ? null : new Date(Date.UTC(2030, 0, 1) + hours * 3_600_000).toISOString(),
		},
	});

it.each([
	['low from the start', [left(9)], [1]],
	['at the percentage', [left(10)], [0]],
	['used up', [left(100), left(9), left(0)], [0, 1, 0]],
	['below zero', [left(-2)], [1]],
	['recovered to the share', [left(9), left(10), left(9)], [1, 0, 1]],
])('fires once for each crossing: %s', (_when, accounts, counts) => {
	expect(countsOver(watch, accounts)).toEqual(counts);
});

it('does not fire again for a low window that is not reported for a while and is still low', () => {
	const two = watchOf(windowLow, { windows: [COLUMN, 'search_records_5h'], percent: 10 });
	const unreported = accountOf({ [COLUMN]: { limit: 100, remaining: null } });
	expect(countsOver(two, [left(9), unreported, unreported, left(9), left(60), left(9)])).toEqual([1, 0, 0, 0, 0, 1]);
});

it.each([
	['stays', [5, 5, 5], [1, 0, 0]],
	['moves a little at every poll, for longer than the window', [5, 6, 7, 8, 9, 10, 11, 12], [1, 0, 0, 0, 0, 0, 0, 0]],
	['moves by almost half a window at every poll', [5, 7.4, 9.8, 12.2, 14.6], [1, 0, 0, 0, 0]],
	['moves by a whole window, so that it was used up again', [5, 10], [1, 1]],
	['moves by more', [5, 13, 18.5], [1, 1, 1]],
	['moves by a whole window after small steps', [5, 6, 7, 12], [1, 0, 0, 1]],
	['is reported late', [null, 5, 5, 10], [1, 0, 0, 1]],
	['is not reported for a while', [5, null, 5], [1, 0, 0]],
	['moves back', [10, 5, 10], [1, 0, 0]],
])('a low window whose reset time %s', (_how, hours, counts) => {
	expect(
		countsOver(
			watch,
			hours.map((at) => left(3, at)),
		),
	).toEqual(counts);
});

it('compares the weekly window with a week', () => {
	const week = watchOf(windowLow, { windows: ['enrich_records_1w'], percent: 10 });
	const at = (day: number) =>
		accountOf({ enrich_records_1w: { remaining: 1, resets_at: new Date(Date.UTC(2030, 0, day)).toISOString() } });
	expect(countsOver(week, [at(8), at(10), at(15), at(22)])).toEqual([1, 0, 1, 1]);
});

it('returns an item per window, and none for a window that was not chosen', () => {
	const both = watchOf(windowLow, { windows: ['search_requests_5h', COLUMN], percent: 50 });
	const account = accountOf({
		[COLUMN]: { limit: 200, used: 150, remaining: 50, resets_at: '2030-01-01T05:00:00Z' },
		search_requests_5h: { remaining: 1 },
		enrich_records_1w: { remaining: 0 },
	});
	expect(itemsOver(both, [account])[0]).toEqual([
		{
			event: 'windowLow',
			id: 'account-example',
			name: 'Example',
			window: COLUMN,
			window_name: 'Enrichment Records per 5 Hours',
			limit: 200,
			used: 150,
			remaining: 50,
			remaining_percent: 25,
			percent: 50,
			resets_at: '2030-01-01T05:00:00Z',
		},
		expect.objectContaining({ window: 'search_requests_5h', remaining: 1, resets_at: null }),
	]);
});

it.each([
	['that is unlimited', { limit: 'unlimited', remaining: 'unlimited' }],
	['that is unlimited and has no limit in the report', { limit: null, remaining: 'unlimited' }],
	['reported as -1', { limit: -1, remaining: -1 }],
	['that is not on the plan', { limit: 0, remaining: 0 }],
	['that is not on the plan, although one record was used', { limit: 0, used: 1, remaining: -1 }],
])('does not fire for a window %s', (_which, window) => {
	expect(countsOver(watch, [accountOf({ [COLUMN]: window })])).toEqual([0]);
});

it('reports an account without the chosen windows', () => {
	expect(watch.decide({ id: 'account-example' }, null)).toEqual({
		is: 'missing_data',
		message: 'The account does not show the chosen windows (Enrichment Records per 5 Hours)',
		remedy: 'Choose other Windows',
	});
});

it.each([
	['its limit', { limit: null, remaining: 0 }],
	['what is left', { limit: 100, remaining: null }],
])('is missing data if the account does not report %s', (_what, reported) => {
	expect(watch.decide(accountOf({ [COLUMN]: reported }), null)).toMatchObject({ is: 'missing_data' });
});

it('has an item without a reset time if the account does not report it', () => {
	expect(itemsOver(watch, [left(9, null)])).toMatchObject([[{ remaining: 9, resets_at: null }]]);
});

it('accepts any share up to 100 %', () => {
	expect(whyInvalid(windowLow, { windows: [COLUMN], percent: 100 })).toBeNull();
});

it('returns a sample of the first reported window, even if it is not low', () => {
	expect(watch.decide(left(100, null), null)).toMatchObject({
		items: [],
		sample: { window: COLUMN, remaining: 100, remaining_percent: 100 },
	});
	const two = watchOf(windowLow, { windows: [COLUMN, 'search_records_5h'], percent: 10 });
	expect(two.decide(left(null), null)).toMatchObject({ sample: { window: 'search_records_5h' } });
});

it.each([
	[{ windows: [], percent: 10 }, 'Windows must name at least one Fair Use window'],
	[{ windows: 'enrich', percent: 10 }, 'Windows must name at least one Fair Use window'],
	[{ windows: [COLUMN], percent: 0 }, 'Percent must be a number above 0, up to 100'],
	[{ windows: [COLUMN], percent: 101 }, 'Percent must be a number above 0, up to 100'],
	[{ windows: [COLUMN], percent: 'few' }, 'Percent must be a number above 0, up to 100'],
])('rejects %j', (parameters, why) => {
	expect(whyInvalid(windowLow, parameters)).toBe(why);
});
