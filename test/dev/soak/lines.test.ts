import { minuteLine, table } from '../../../dev/soak/lines';
import { MEASURES, type Grown } from '../../../dev/soak/measures';
import { Tally } from '../../../dev/soak/tally';
import type { Sample } from '../../../dev/soak/watch';

const LAST: Sample = {
	at: 0,
	rss: 700e6,
	heap: 210.04e6,
	external: 22e6,
	handles: { Timeout: 15, PipeWrap: 5, TCPSocketWrap: 1_200 },
	files: 45,
};
const tally = Object.assign(new Tally(), {
	runs: 1_800,
	rows: 191_326,
	statuses: { found: 70_392, deferred: 65_047 },
	lost: 3,
});
const flat = (growth: number | null): Grown[] => MEASURES.map((measure) => ({ measure, growth, least: 30 }));

it('a line tells how it stands after so many minutes', () => {
	const line = minuteLine(30, tally, 2, LAST);
	const rows = '1,800 runs (2 under way), 191,326 rows: deferred 65,047, found 70,392;';
	for (const part of ['30 min', rows, 'lost 3,', 'heap 210.0 MB', 'handles 1,220', 'open files 45'])
		expect(line).toContain(part);
	expect(minuteLine(1, tally, 0, undefined)).toContain('paid again 0');
});

it.each<[string, Grown[], Grown[] | null, string]>([
	['what grew', flat(2e6), null, 'grew by +2.0 MB (4.0 MB may be chance)'],
	['what shrank', flat(-2e6), null, 'grew by -2.0 MB (4.0 MB may be chance)'],
	[
		'what grew without the node',
		flat(9e6),
		flat(8e6),
		'grew by +9.0 MB (4.0 MB may be chance); without the node +8.0 MB',
	],
	['that it was too short', flat(null), null, 'too short to tell whether it grows'],
])('the table tells %s', (_what, grown, control, text) => {
	const told = table({ tally, grown, control, strays: 0 }, { seconds: 1_800, skipped: 7, latestMs: 350 }, 12, LAST);
	expect(told.split('\n').find((line) => line.startsWith('heap'))).toContain(text);
});

it('the table tells how far it fell behind, and which handles there are', () => {
	const told = table(
		{ tally, grown: flat(0), control: null, strays: 0 },
		{ seconds: 1_800, skipped: 7, latestMs: 350 },
		12,
		LAST,
	);
	expect(told).toMatch(/^runs +1,800 in 1,800 s; the latest was begun 0\.35 s late$/m);
	expect(told).toMatch(/^ {2}not begun, as too many were under way +7$/m);
	expect(told).toMatch(/^requests +0, and 12 looks at the account$/m);
	expect(told).toMatch(/^handles, at the end +TCPSocketWrap 1,200, Timeout 15, PipeWrap 5$/m);
});
