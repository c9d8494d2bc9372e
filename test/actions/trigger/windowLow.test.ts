import type { Decision } from '../../../nodes/IdentityResolution/actions/trigger/event';
import { windowLow } from '../../../nodes/IdentityResolution/actions/trigger/windowLow';
import { accountOf, type WindowOf } from '../../support/actions/polls';
import { countsOver, watchOf, whyInvalid } from '../../support/actions/watches';

const COLUMN = 'enrich_records_5h';
const watch = watchOf(windowLow, { windows: [COLUMN], percent: 10 });
const timeAt = (hours: number) => new Date(Date.UTC(2030, 0, 1) + hours * 3_600_000).toISOString();

/** An account with this remaining amount of 100, and a reset time in hours after midnight. */
const left = (remaining: WindowOf['remaining'], hours: number | null = 5) =>
	accountOf({ [COLUMN]: { remaining, resets_at: hours === null ? null : timeAt(hours) } });

it.each([
	['low from the start, flapping, recovered, and low again', [9, 10, 9, 11, 9], [1, 0, 0, 0, 1]],
	['below zero', [-2], [1]],
])('windowLow fires once for each crossing: %s', (_when, amounts, counts) => {
	expect(
		countsOver(
			watch,
			amounts.map((amount) => left(amount)),
		),
	).toEqual(counts);
});

it('windowLow with 100 percent fires again after the window was full', () => {
	const full = watchOf(windowLow, { windows: [COLUMN], percent: 100 });
	expect(countsOver(full, [left(99), left(100), left(99)])).toEqual([1, 0, 1]);
});

it('windowLow does not fire again for a low window that is not reported for a while', () => {
	const two = watchOf(windowLow, { windows: [COLUMN, 'search_records_5h'], percent: 10 });
	const unreported = left(null);
	expect(countsOver(two, [left(9), unreported, unreported, left(9), left(60), left(9)])).toEqual([1, 0, 0, 0, 0, 1]);
	expect(two.decide(unreported, null)).toMatchObject({ sample: { window: 'search_records_5h' } });
});

it.each([
	['moves by almost half a window at every poll', [5, 7.4, 9.8, 12.2, 14.6], [1, 0, 0, 0, 0]],
	['moves by a whole window after small steps', [5, 6, 7, 12], [1, 0, 0, 1]],
	['is reported late', [null, 5, 5, 10], [1, 0, 0, 1]],
	['is not reported for a while', [5, null, 5], [1, 0, 0]],
	['moves back', [10, 5, 10], [1, 0, 0]],
])('windowLow fires again for a low window only if it was used up again: its reset time %s', (_how, hours, counts) => {
	expect(
		countsOver(
			watch,
			hours.map((at) => left(3, at)),
		),
	).toEqual(counts);
});

it('windowLow returns an item per window, and none for a window that was not chosen', () => {
	const both = watchOf(windowLow, { windows: ['search_requests_5h', COLUMN], percent: 50 });
	const account = accountOf({
		[COLUMN]: { limit: 200, used: 150, remaining: 50, resets_at: '2030-01-01T05:00:00Z' },
		search_requests_5h: { remaining: 1 },
		enrich_records_1w: { remaining: 0 },
	});
	expect(both.decide(account, null)).toMatchObject({
		items: [
			{
				window: COLUMN,
				window_name: 'Enrichment Records per 5 Hours',
				limit: 200,
				used: 150,
				remaining: 50,
				remaining_percent: 25,
				percent: 50,
				resets_at: '2030-01-01T05:00:00Z',
			},
			{ window: 'search_requests_5h', remaining: 1, resets_at: null },
		],
	});
	expect(watch.decide(left(100, null), null)).toMatchObject({ items: [], sample: { remaining_percent: 100 } });
});

it.each([
	['that is unlimited', { limit: 'unlimited', remaining: 'unlimited' }],
	['that is unlimited and has no limit in the report', { limit: null, remaining: 'unlimited' }],
	['reported as -1', { limit: -1, remaining: -1 }],
])('windowLow does not fire for a window %s', (_which, window) => {
	expect(countsOver(watch, [accountOf({ [COLUMN]: window })])).toEqual([0]);
});

it('windowLow names a window that is not on the plan once, and watches the others', () => {
	const two = watchOf(windowLow, { windows: [COLUMN, 'search_records_5h'], percent: 10 });
	const account = accountOf({ [COLUMN]: { remaining: 9 }, search_records_5h: { limit: 0, used: 1, remaining: -1 } });
	const first = two.decide(account, null) as Decision;
	const notice = 'The plan does not have these windows: Search Records per 5 Hours';
	expect(first).toMatchObject({ items: [{ window: COLUMN }], notice });
	expect(two.decide(account, first.state)).not.toHaveProperty('notice');
	const none = watchOf(windowLow, { windows: ['search_records_5h'], percent: 10 });
	const message = 'The plan does not have the chosen windows (Search Records per 5 Hours)';
	expect(none.decide(account, null)).toEqual({ message, description: 'Choose other Windows' });
});

it.each([
	['the window', { id: 'account-example' }],
	['its limit', accountOf({ [COLUMN]: { limit: null, remaining: 0 } })],
	['what is left', left(null)],
])('windowLow reports an account that does not show %s', (_what, account) => {
	expect(watch.decide(account, null)).toEqual({
		message: 'The account does not show the chosen windows (Enrichment Records per 5 Hours)',
		description: 'Choose other Windows',
	});
});

const NO_WINDOW = 'Windows must name at least one Fair Use window';
const NO_PERCENT = 'Percent must be a number above 0, up to 100';
it.each([
	[{ windows: [], percent: 10 }, NO_WINDOW],
	[{ windows: 'enrich', percent: 10 }, NO_WINDOW],
	[{ windows: [COLUMN], percent: 0 }, NO_PERCENT],
	[{ windows: [COLUMN], percent: 101 }, NO_PERCENT],
	[{ windows: [COLUMN], percent: 'few' }, NO_PERCENT],
	[{ windows: [COLUMN], percent: 100 }, null],
])('windowLow checks its parameters: %j', (parameters, why) => {
	expect(whyInvalid(windowLow, parameters)).toBe(why);
});
