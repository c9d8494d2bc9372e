import { hostsFloor, leanFloor } from '../contenders/bareNode';
import type { Contender } from '../contenders/contender';
import { thisNode } from '../contenders/thisNode';
import { seconds, times, whole } from '../figures';
import { inTurn } from '../ground/inTurn';
import type { Trial } from '../ground/trial';
import { PROFILES } from '../job';
import type { Chart } from '../report/result';
import { makeSheet } from '../sheet';
import { contest } from './contest';
import { atMost, type Bench, type Measurement } from './table';

const ROWS = 2_000;
/** How many requests are in flight, and how often each is measured: the fewer, the longer it takes and the less it varies. */
const WIDTHS: readonly Width[] = [
	// One at a time, everybody waits for the service almost always, and nobody is in another's way.
	{ width: 1, repeats: 1, kindsAtOnce: 3 },
	{ width: 5, repeats: 1, kindsAtOnce: 1 },
	{ width: 20, repeats: 3, kindsAtOnce: 1 },
	{ width: 50, repeats: 5, kindsAtOnce: 1 },
];

interface Width {
	width: number;
	repeats: number;
	kindsAtOnce: number;
}

const KINDS: ReadonlyArray<(concurrency: number) => Contender> = [
	(concurrency) => thisNode({ limits: { concurrency } }),
	hostsFloor,
	leanFloor,
];

/** Table 3: what a single lookup costs at different widths. */
export const concurrency: Measurement = async (bench) => {
	/** By width, then kind. */
	const measured: Trial[][] = [];
	for (const width of WIDTHS)
		measured.push(
			await inTurn(KINDS, width.kindsAtOnce, async (kind) => await middleOf(bench, kind(width.width), width)),
		);
	const cpuOf = ({ measured: { cpu } }: Trial) => cpu / ROWS;
	return {
		id: '3',
		title: 'One by one, at different widths',
		work: `${whole(ROWS)} different e-mails to profiles, no burst guard. With 1 and 5 in flight one run each, those with 1 side by side; with 20 and 50 the run whose time is in the middle of ${WIDTHS.map(
			({ repeats }) => repeats,
		)
			.filter((repeats) => repeats > 1)
			.join(' and ')}.`,
		head: ['', ...WIDTHS.flatMap(({ width }) => [`time, ${width} in flight`, 'CPU per lookup'])],
		rows: NAMES.map((name, kind) => [
			name,
			...measured.flatMap((kinds) => [seconds(kinds[kind].measured.wall), perLookup(cpuOf(kinds[kind]))]),
		]),
		targets: WIDTHS.flatMap(({ width }, place) => {
			const [us, floor, lean] = measured[place];
			const fastest = Math.min(floor.measured.wall, lean.measured.wall);
			return [
				atMost(
					`Time with ${width} in flight, against the faster of the host's floors`,
					us.measured.wall / fastest,
					1.1,
					times,
				),
				atMost(
					`CPU with ${width} in flight, against the host's floor (g) and its template`,
					cpuOf(us) / cpuOf(floor),
					1,
					times,
				),
			];
		}),
		notes: [
			'CPU: of n8n and its task runner. Among few requests the waiting itself shows: whoever waits longer has more of it.',
		],
		charts: [chart(NAMES.map((_, kind) => measured.map((kinds) => cpuOf(kinds[kind]))))],
	};
};

async function middleOf(bench: Bench, contender: Contender, { width, repeats }: Width): Promise<Trial> {
	bench.say(`  ${width} in flight:`);
	const middle = await contest(bench, { contender, job: PROFILES, sheet: makeSheet(ROWS, 0), repeats });
	if (middle.judged.right < ROWS) throw new Error(`${contender.name} answered only ${middle.judged.right} rows`);
	return middle;
}

const NAMES = KINDS.map((kind) => kind(1)).map(({ letter, name }) => `${letter}, ${name}`);

const perLookup = (ms: number) => `${ms.toFixed(2)} ms`;

const chart = (cpu: ReadonlyArray<readonly number[]>): Chart => ({
	file: 'cpu-per-lookup',
	title: 'CPU that one lookup costs n8n',
	unit: 'ms',
	shape: 'lines',
	scale: 'linear',
	along: WIDTHS.map(({ width }) => `${width} in flight`),
	series: NAMES.map((name, kind) => ({ name, values: cpu[kind].map((ms) => Math.round(ms * 100) / 100) })),
});
