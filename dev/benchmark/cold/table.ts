import type { BenchTable } from '../report/result';
import { EMPTY_PACKAGE } from './emptyPackage';
import { OUR_PACKAGE } from './ground';
import type { Loaded } from './loading';
import type { Parts } from './parts';
import { spreadOf } from './spread';
import type { Tarball } from './tarball';

const MOST_MS = 150;
const MOST_BYTES = 250_000;

/** What was measured of a package. */
export interface PackageCost {
	loads: readonly Loaded[];
	tarball: Tarball;
}

/** All that was measured. */
export interface ColdMeasures {
	empty: PackageCost;
	ours: PackageCost;
	/** ms */
	zodAlone: number;
	parts: Parts;
}

export function coldTable({ empty, ours, zodAlone, parts }: ColdMeasures): BenchTable {
	const cost = medianOf(ours) - medianOf(empty);
	return {
		id: '7',
		title: 'Cold cost of the package',
		work: `n8n's loader loads an empty package of one node and this one in turn, ${ours.loads.length} times each, every time in a new process of n8n's engine. All files that their nodes need are run. The tarball is what npm packs.`,
		head: ['Package', 'Time to load (median)', 'Least to most', 'Files run', 'Tarball', 'Unpacked', 'Files in it'],
		rows: [rowOf(EMPTY_PACKAGE, empty), rowOf(OUR_PACKAGE, ours)],
		targets: [
			{
				what: 'Loading the package takes little longer than loading an empty one',
				bound: `under ${MOST_MS} ms more`,
				measured: `${ms(cost)} more`,
				held: cost < MOST_MS,
			},
			{
				what: 'The tarball is small',
				bound: `under ${kB(MOST_BYTES)}`,
				measured: kB(ours.tarball.packed),
				held: ours.tarball.packed < MOST_BYTES,
			},
		],
		notes: [partsNote(parts), zodNote(zodAlone, ours)],
		charts: [],
	};
}

const medianOf = ({ loads }: PackageCost) => spreadOf(loads.map((load) => load.ms)).median;

function rowOf(name: string, { loads, tarball }: PackageCost): string[] {
	const { median, least, most } = spreadOf(loads.map((load) => load.ms));
	return [
		name,
		ms(median),
		`${least.toFixed(1)} to ${ms(most)}`,
		String(loads[0].files),
		kB(tarball.packed),
		kB(tarball.unpacked),
		String(tarball.files),
	];
}

const partsNote = ({ files, zod, own, n8n }: Parts) =>
	`Of a load under a profiler, ${percent(files)} goes into finding, reading and compiling files, ${percent(zod)} into building schemas with zod, ${percent(own)} into the package's own code, and ${percent(n8n)} into n8n's loader.`;

const zodNote = (zodAlone: number, { loads }: PackageCost) =>
	loads.every(({ zodWasLoaded }) => zodWasLoaded)
		? `n8n's engine has loaded zod by itself before any package, so that loading it costs nothing here; alone it takes about ${zodAlone.toFixed(0)} ms.`
		: `n8n's engine has not loaded zod before, so that the package does; alone it takes about ${zodAlone.toFixed(0)} ms.`;

const ms = (value: number) => `${value.toFixed(1)} ms`;
const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
const percent = (share: number) => `${Math.round(share * 100)} %`;
