import { windowOpen } from '../../../nodes/IdentityResolution/actions/trigger/events';
import { accountOf } from '../../support/actions/polls';
import { countsOver, itemsOver, watchOf, whyInvalid } from '../../support/actions/watches';

const ENRICH = ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'];
const watch = watchOf(windowOpen, { windows: [...ENRICH, 'search_records_5h'] });

/** An account with these windows used up. */
const closed = (...columns: string[]) =>
	accountOf(Object.fromEntries(columns.map((column) => [column, { used: 100, remaining: 0 }])));
const open = closed();
const [RECORDS, WEEK, REQUESTS] = ENRICH;
const withRecords = (window: object) => accountOf({ [RECORDS]: window });

it.each([
	['closed twice, from the start', [closed(RECORDS), open, closed(RECORDS), closed(RECORDS), open], [0, 1, 0, 0, 1]],
	['one window opens after the other', [closed(RECORDS, REQUESTS), closed(REQUESTS), open], [0, 0, 1]],
	['another closes before one opens', [closed(RECORDS), closed(RECORDS, WEEK), closed(WEEK), open], [0, 0, 0, 1]],
	['a window that was not chosen closes', [closed('search_requests_5h'), open], [0, 0]],
	['a remaining amount below zero', [withRecords({ remaining: -1 }), open], [0, 1]],
	['unlimited', [closed(RECORDS), withRecords({ limit: -1, remaining: -1 })], [0, 1]],
	['not reported while closed', [closed(RECORDS), withRecords({ remaining: null }), open], [0, 0, 1]],
	['not reported while open', [open, withRecords({ remaining: null }), open], [0, 0, 0]],
])('windowOpen fires once for each family that opens: %s', (_when, accounts, counts) => {
	expect(countsOver(watch, accounts)).toEqual(counts);
});

it('windowOpen names the windows that were closed, and returns all chosen ones of the family', () => {
	const used = { used: 40, remaining: 60, resets_at: '2030-01-01T05:00:00Z' };
	const [, , [item]] = itemsOver(watch, [closed(REQUESTS), closed(RECORDS, REQUESTS), withRecords(used)]);
	const windowOf = (column: string, shown: object) =>
		Object.entries(shown).map(([name, value]) => [`${column}_${name}`, value as unknown]);
	const unused = { limit: 100, used: 0, remaining: 100, remaining_percent: 100, resets_at: null };
	expect(item).toEqual({
		family: 'enrich',
		opened: 'enrich_records_5h, enrich_requests_5h',
		...Object.fromEntries([
			...windowOf(RECORDS, { ...unused, ...used, remaining_percent: 60 }),
			...windowOf(WEEK, unused),
			...windowOf(REQUESTS, unused),
		]),
	});
});

it('windowOpen returns a sample of the first chosen family that the account reports', () => {
	const { search } = open.fair_use as { search: object };
	const sample = { family: 'search', opened: 'search_records_5h' };
	expect(watch.decide({ ...open, fair_use: { search } }, null)).toMatchObject({ items: [], sample });
	expect(watch.decide(open, null)).toMatchObject({ sample: { family: 'enrich', opened: ENRICH.join(', ') } });
	expect(watchOf(windowOpen, { windows: ['search_records_5h'] }).decide(open, null)).toMatchObject({ sample });
});

it('windowOpen reports an account without the chosen windows, and rejects an empty choice', () => {
	expect(watch.decide({}, null)).toMatchObject({ description: 'Choose other Windows' });
	expect(whyInvalid(windowOpen, { windows: [] })).toBe('Windows must name at least one Fair Use window');
});
