import { windowOpen } from '../../../nodes/IdentityResolution/actions/trigger/windowOpen.event';
import { accountOf } from '../../support/actions/polls';
import { countsOver, itemsOver, watchOf, whyInvalid } from '../../support/actions/watches';

const ENRICH = ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'];
const watch = watchOf(windowOpen, { windows: [...ENRICH, 'search_records_5h'] });

/** An account with these windows used up. */
const closed = (...columns: string[]) =>
	accountOf(Object.fromEntries(columns.map((column) => [column, { used: 100, remaining: 0 }])));
const open = closed();
const [RECORDS, WEEK, REQUESTS] = ENRICH;

it.each([
	['never closed', [open, open], [0, 0]],
	['closed from the start', [closed(RECORDS), open, open], [0, 1, 0]],
	['closed twice', [open, closed(RECORDS), open, closed(RECORDS), closed(RECORDS), open], [0, 0, 1, 0, 0, 1]],
	[
		'windows open one after the other: rows can only continue with the last one',
		[closed(RECORDS, REQUESTS), closed(REQUESTS), open],
		[0, 0, 1],
	],
	[
		'another window closes before the first one opens',
		[closed(RECORDS), closed(RECORDS, WEEK), closed(WEEK), open],
		[0, 0, 0, 1],
	],
	['the two families open separately', [closed(RECORDS, 'search_records_5h'), closed(RECORDS), open], [0, 1, 1]],
	['both families at once', [closed(RECORDS, 'search_records_5h'), open], [0, 2]],
	['a window that was not chosen closes', [closed('search_requests_5h'), open], [0, 0]],
	['a remaining amount below zero', [accountOf({ [RECORDS]: { remaining: -1 } }), open], [0, 1]],
	['unlimited', [closed(RECORDS), accountOf({ [RECORDS]: { limit: -1, remaining: -1 } })], [0, 1]],
	[
		'not reported while closed: it stays closed',
		[closed(RECORDS), accountOf({ [RECORDS]: { remaining: null } }), open],
		[0, 0, 1],
	],
	['not reported while open', [open, accountOf({ [RECORDS]: { remaining: null } }), open], [0, 0, 0]],
])('%s', (_when, accounts, counts) => {
	expect(countsOver(watch, accounts)).toEqual(counts);
});

it('names the windows that were closed, and returns all chosen ones of the family', () => {
	const [, , [item]] = itemsOver(watch, [
		closed(REQUESTS),
		closed(RECORDS, REQUESTS),
		accountOf({ [RECORDS]: { used: 40, remaining: 60, resets_at: '2030-01-01T05:00:00Z' } }),
	]);
	expect(item).toEqual({
		event: 'windowOpen',
		id: 'account-example',
		name: 'Example',
		family: 'enrich',
		opened: 'enrich_records_5h, enrich_requests_5h',
		...{
			enrich_records_5h_limit: 100,
			enrich_records_5h_used: 40,
			enrich_records_5h_remaining: 60,
			enrich_records_5h_remaining_percent: 60,
			enrich_records_5h_resets_at: '2030-01-01T05:00:00Z',
		},
		...{
			enrich_records_1w_limit: 100,
			enrich_records_1w_used: 0,
			enrich_records_1w_remaining: 100,
			enrich_records_1w_remaining_percent: 100,
			enrich_records_1w_resets_at: null,
		},
		...{
			enrich_requests_5h_limit: 100,
			enrich_requests_5h_used: 0,
			enrich_requests_5h_remaining: 100,
			enrich_requests_5h_remaining_percent: 100,
			enrich_requests_5h_resets_at: null,
		},
	});
});

it('reports an account without the chosen windows', () => {
	expect(watch.decide({}, null)).toMatchObject({ is: 'missing_data', remedy: 'Choose other Windows' });
});

it('returns a sample of the first chosen family that the account reports', () => {
	const { search } = open.fair_use as { search: object };
	expect(watch.decide({ ...open, fair_use: { search } }, null)).toMatchObject({
		sample: { family: 'search', opened: 'search_records_5h' },
	});
	expect(watch.decide(open, null)).toMatchObject({
		items: [],
		sample: { family: 'enrich', opened: ENRICH.join(', ') },
	});
	expect(watchOf(windowOpen, { windows: ['search_records_5h'] }).decide(open, null)).toMatchObject({
		sample: { family: 'search' },
	});
});

it('rejects an empty choice', () => {
	expect(whyInvalid(windowOpen, { windows: [] })).toBe('Windows must name at least one Fair Use window');
});
