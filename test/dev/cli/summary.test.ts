import { summarize, type Totals } from '../../../dev/cli/summary';

const STATUSES = ['found', 'not_found', 'skipped', 'invalid', 'failed', 'deferred'];
const TOTALS: Totals = { lookups: 18, requests: 2, tokens: 7, tokensAre: 'reported', time: 1_234, answeredBefore: 0 };

/** One item of the first status, two of the second, and so on. */
const items = STATUSES.flatMap((status, place) =>
	Array.from({ length: place + 1 }, () => ({ json: { enriched_status: status, status: 'found' } })),
);

const valueOf = (label: string, totals = TOTALS) =>
	new RegExp(`^ {2}${label} {2,}(.+)$`, 'm').exec(summarize(items, totals))?.[1];

describe('the summary of a run', () => {
	it.each([
		['rows', '21'],
		['distinct lookups', '18'],
		['requests', '2'],
		['found', '1'],
		['not found', '2'],
		['skipped', '3'],
		['invalid', '4'],
		['failed', '5'],
		['deferred', '6'],
		['tokens', '7'],
		['time', '1.2 s'],
	])('says of %s: %s, whatever column "status" the sheet has', (label, value) => expect(valueOf(label)).toBe(value));

	it('does not pass estimated tokens off as charged', () => {
		expect(valueOf('tokens', { ...TOTALS, tokensAre: 'estimated' })).toBe(
			'7 (estimated: this tool does not report charges)',
		);
	});

	it('counts rows that were answered before among all rows, and says so only where there are some', () => {
		expect([
			valueOf('rows', { ...TOTALS, answeredBefore: 9 }),
			valueOf('answered before', { ...TOTALS, answeredBefore: 9 }),
		]).toEqual(['30', '9']);
		expect(valueOf('answered before')).toBeUndefined();
	});
});
