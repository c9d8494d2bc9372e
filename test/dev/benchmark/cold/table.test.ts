import { coldTable, type ColdMeasures } from '../../../../dev/benchmark/cold/table';

const loads = (...times: number[]) => times.map((ms) => ({ ms, nodes: ['empty'], files: 1, zodWasLoaded: true }));

const measures = (changes: Partial<ColdMeasures> = {}): ColdMeasures => ({
	empty: { loads: loads(12, 10, 11), tarball: { packed: 470, unpacked: 608, files: 3 } },
	ours: { loads: loads(57, 70.26, 55), tarball: { packed: 208_484, unpacked: 812_366, files: 466 } },
	zodAlone: 29.8,
	parts: { files: 0.61, zod: 0.08, own: 0.19, n8n: 0.12 },
	...changes,
});

const { empty, ours } = measures();
const heldOf = (changes: Partial<ColdMeasures>) => coldTable(measures(changes)).targets.map(({ held }) => held);

it('is table 7, a row for each package', () => {
	const { id, head, rows } = coldTable(measures());
	expect(id).toBe('7');
	expect(head).toEqual([
		'Package',
		'Time to load (median)',
		'Least to most',
		'Files run',
		'Tarball',
		'Unpacked',
		'Files in it',
	]);
	expect(rows).toEqual([
		['n8n-nodes-empty', '11.0 ms', '10.0 to 12.0 ms', '1', '0.5 kB', '0.6 kB', '3'],
		['n8n-nodes-identity-resolution', '57.0 ms', '55.0 to 70.3 ms', '1', '208.5 kB', '812.4 kB', '466'],
	]);
});

it('tells what the package costs over an empty one, and that it held', () => {
	expect(coldTable(measures()).targets).toEqual([
		{
			what: 'Loading the package takes little longer than loading an empty one',
			bound: 'under 150 ms more',
			measured: '46.0 ms more',
			held: true,
		},
		{ what: 'The tarball is small', bound: 'under 250.0 kB', measured: '208.5 kB', held: true },
	]);
});

it.each([
	['holds just below 150 ms more', 160.9, true],
	['is missed at 150 ms more', 161, false],
])('the time %s', (_what, median, held) => {
	expect(heldOf({ ours: { ...ours, loads: loads(median) } })).toEqual([held, true]);
});

it.each([
	['holds just below 250 kB', 249_999, true],
	['is missed at 250 kB', 250_000, false],
])('the size %s', (_what, packed, held) => {
	expect(heldOf({ ours: { ...ours, tarball: { ...ours.tarball, packed } } })).toEqual([true, held]);
});

it('goes by the middle load, not by the slowest', () => {
	expect(heldOf({ ours: { ...ours, loads: loads(57, 900, 55) } })).toEqual([true, true]);
});

it('notes where the time goes', () => {
	const [parts] = coldTable(measures()).notes;
	expect(parts).toBe(
		"Of a load under a profiler, 61 % goes into finding, reading and compiling files, 8 % into building schemas with zod, 19 % into the package's own code, and 12 % into n8n's loader.",
	);
});

it('notes whether n8n had loaded zod before', () => {
	expect(coldTable(measures()).notes[1]).toContain('loading it costs nothing here; alone it takes about 30 ms');
	const without = [{ ms: 90, nodes: ['empty'], files: 1, zodWasLoaded: false }];
	expect(coldTable(measures({ empty, ours: { ...ours, loads: without } })).notes[1]).toContain(
		'has not loaded zod before',
	);
});
