import type { Decision } from '../../../nodes/IdentityResolution/actions/trigger/event';
import { windowOpen } from '../../../nodes/IdentityResolution/actions/trigger/windowOpen';
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

const used = (count: number, resetHour = 5) =>
	withRecords({ used: count, remaining: 100 - count, resets_at: new Date(resetHour * 3_600_000).toISOString() });

it.each([
	['unused, from the first poll on', [open, open, open], [1, 0, 0]],
	['closed twice', [closed(RECORDS), open, closed(RECORDS), closed(RECORDS), open], [0, 1, 0, 0, 1]],
	['one window opens after the other', [closed(RECORDS, REQUESTS), closed(REQUESTS), open], [0, 0, 1]],
	['another closes before one opens', [closed(RECORDS), closed(RECORDS, WEEK), closed(WEEK), open], [0, 0, 0, 1]],
	['a window that was not chosen closes', [closed('search_requests_5h'), open], [1, 0]],
	['a remaining amount below zero', [withRecords({ remaining: -1 }), open], [0, 1]],
	[
		'unlimited',
		[closed(RECORDS), withRecords({ limit: -1, used: 1, remaining: -1 }), withRecords({ limit: -1, used: 9 })],
		[0, 1, 0],
	],
	['not reported while closed', [closed(RECORDS), withRecords({ remaining: null }), open], [0, 0, 1]],
	['not reported while open', [open, withRecords({ remaining: null }), open], [1, 0, 0]],
	['used, but not closed', [open, used(50), used(50), used(60)], [1, 1, 0, 1]],
	['too little free', [open, used(91), used(91), used(90)], [1, 0, 0, 1]],
	['closed, but not used', [open, withRecords({ used: 0, remaining: 0 }), open], [1, 0, 1]],
	['earlier uses leave', [used(60), used(20), open], [1, 0, 0]],
	['earlier uses leave, and as many are made', [used(60, 1), used(60, 5.5)], [1, 1]],
	['not reported as used', [open, withRecords({ used: undefined, remaining: 40 })], [1, 1]],
])('windowOpen fires once for each time that a family was closed or used: %s', (_when, accounts, counts) => {
	expect(countsOver(watchOf(windowOpen, { windows: ENRICH }), accounts)).toEqual(counts);
});

it('windowOpen fires if a window was not polled for its whole length', () => {
	const enrich = watchOf(windowOpen, { windows: ENRICH });
	const { state } = enrich.decide(used(60), null, 0) as Decision;
	expect([4.9, 5].map((hour) => (enrich.decide(open, state, hour) as Decision).items.length)).toEqual([0, 1]);
});

it.each([
	[undefined, 100, 10],
	['', 100, 10],
	[0, 5, 1],
	[30, 100, 30],
	['30', 100, 30],
	[300, 100, 100],
])('windowOpen with Min Free %j fires when so many records of %d are free: %d', (minFree, limit, free) => {
	const one = watchOf(windowOpen, { windows: [RECORDS], minFree });
	const left = (remaining: number) => withRecords({ limit, used: limit - remaining, remaining });
	expect(countsOver(one, [closed(RECORDS), left(free - 1), left(free)])).toEqual([0, 0, 1]);
});

it('windowOpen names the windows that were closed or used, and returns all chosen ones of the family', () => {
	const some = { used: 40, remaining: 60, resets_at: '2030-01-01T05:00:00Z' };
	const [, , [item]] = itemsOver(watch, [closed(REQUESTS), closed(RECORDS, REQUESTS), withRecords(some)]);
	const windowOf = (column: string, shown: object) =>
		Object.entries(shown).map(([name, value]) => [`${column}_${name}`, value as unknown]);
	const unused = { limit: 100, used: 0, remaining: 100, remaining_percent: 100, resets_at: null };
	expect(item).toEqual({
		family: 'enrich',
		opened: ENRICH.join(', '),
		...Object.fromEntries([
			...windowOf(RECORDS, { ...unused, ...some, remaining_percent: 60 }),
			...windowOf(WEEK, unused),
			...windowOf(REQUESTS, unused),
		]),
	});
});

it('windowOpen returns a sample of the first chosen family that the account reports', () => {
	const { search } = open.fair_use as { search: object };
	const sample = { family: 'search', opened: 'search_records_5h' };
	expect(watch.decide({ ...open, fair_use: { search } }, null)).toMatchObject({ items: [sample], sample });
	expect(watch.decide(open, null)).toMatchObject({ sample: { family: 'enrich', opened: ENRICH.join(', ') } });
	expect(watchOf(windowOpen, { windows: ['search_records_5h'] }).decide(open, null)).toMatchObject({ sample });
});

it('windowOpen reports an account without the chosen windows, and rejects an empty choice', () => {
	expect(watch.decide({}, null)).toMatchObject({ description: 'Choose other Windows' });
	expect(whyInvalid(windowOpen, { windows: [] })).toBe('Windows must name at least one Fair Use window');
	for (const minFree of [-1, 'many', {}])
		expect(whyInvalid(windowOpen, { windows: ENRICH, minFree })).toMatch(/^Min Free must be a number/);
});
