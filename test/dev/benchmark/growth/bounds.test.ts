import { boundsOf, isHeld, lineOf, type Grown } from '../../../../dev/benchmark/growth/bounds';

const MB = 1e6;
const SIZES = [1_000, 10_000, 100_000];

const grown = (set: Partial<Grown> = {}): Grown => ({
	times: { 1_000: 0.04, 10_000: 9, 100_000: 0.05 },
	node: { worst: 135 * MB, after: 85 * MB },
	pass: { worst: 90 * MB, after: 85 * MB },
	...set,
});

it('tells what was measured and what may be', () => {
	expect(boundsOf(grown(), SIZES).map(lineOf)).toEqual([
		'Time per row, 100,000 against 1,000 rows: 1.25 (at most 1.3: held)',
		'Heap at 100,000 rows, at the worst moment: node 135.0 MB, pass-through 90.0 MB: 1.50 (at most 1.5: held)',
		'Heap once the run is over: node 85.0 MB, pass-through 85.0 MB: 1.00 (at most 1.5: held)',
	]);
});

it.each<[string, Partial<Grown>, boolean[]]>([
	['the time per row', { times: { 1_000: 0.04, 100_000: 0.053 } }, [false, true, true]],
	['the heap at the worst moment', { node: { worst: 136 * MB, after: 85 * MB } }, [true, false, true]],
	['the heap that is kept after the run', { node: { worst: 135 * MB, after: 128 * MB } }, [true, true, false]],
	['what could not be measured', { times: { 1_000: 0.04 } }, [false, true, true]],
])('misses a bound by %s', (_what, set, held) => {
	const bounds = boundsOf(grown(set), SIZES);
	expect(bounds.map(isHeld)).toEqual(held);
	expect(bounds.map((one) => lineOf(one).endsWith(': held)'))).toEqual(held);
});
