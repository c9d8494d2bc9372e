import { bareNode } from '../contenders/bareNode';
import type { Contender } from '../contenders/contender';
import { thisNode } from '../contenders/thisNode';
import { median, seconds, times, whole } from '../figures';
import { inTurn } from '../ground/inTurn';
import { startSession } from '../ground/session';
import { trial, warmUp, type Trial } from '../ground/trial';
import { PROFILES } from '../job';
import type { Chart } from '../report/result';
import { makeSheet } from '../sheet';
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

interface Kind {
	name: string;
	at(concurrency: number): Contender;
}

const KINDS: readonly Kind[] = [
	{ name: 'a, this node', at: (concurrency) => thisNode({ limits: { concurrency } }) },
	{ name: "g, host's floor", at: (concurrency) => bareNode({ cells: 'expression', credential: 'template', concurrency }) },
	{ name: "g, with this package's credential", at: (concurrency) => bareNode({ cells: 'expression', credential: 'function', concurrency }) },
];

/** Table 3: what a single lookup costs at different widths. */
export const concurrency: Measurement = async (bench) => {
	/** By width, then kind. */
	const measured: Trial[][] = [];
	for (const width of WIDTHS) measured.push(await inTurn(KINDS, width.kindsAtOnce, async (kind) => await middleOf(bench, kind, width)));
	const cpuOf = ({ measured: { cpu } }: Trial) => cpu / ROWS;
	return {
		id: '3',
		title: 'One by one, at different widths',
		work: `${whole(ROWS)} different e-mails to profiles, no burst guard.`,
		head: ['', ...WIDTHS.flatMap(({ width }) => [`time, ${width} in flight`, 'CPU per lookup'])],
		rows: KINDS.map(({ name }, kind) => [name, ...measured.flatMap((kinds) => [seconds(kinds[kind].measured.wall), perLookup(cpuOf(kinds[kind]))])]),
		targets: WIDTHS.flatMap(({ width }, place) => {
			const [us, generic, own] = measured[place];
			const floor = Math.min(generic.measured.wall, own.measured.wall);
			return [
				atMost(`Time with ${width} in flight, against the faster floor (g)`, us.measured.wall / floor, 1.1, times),
				atMost(`CPU with ${width} in flight, against the floor (g) with its template`, cpuOf(us) / cpuOf(generic), 1, times),
			];
		}),
		notes: [],
		charts: [chart(KINDS.map((_, kind) => measured.map((kinds) => cpuOf(kinds[kind]))))],
	};
};

/** The run whose time is in the middle of several, in a warm n8n of its own. */
async function middleOf({ template, say }: Bench, { name, at }: Kind, { width, repeats }: Width): Promise<Trial> {
	const session = await startSession(template);
	try {
		await warmUp(session, at(width), PROFILES);
		const sheet = makeSheet(ROWS, 0);
		const trials: Trial[] = [];
		for (let repeat = 0; repeat < repeats; repeat++) trials.push(await trial(session, at(width), PROFILES, sheet));
		const middle = median(trials, ({ measured }) => measured.wall);
		if (middle.judged.right < ROWS) throw new Error(`${name} answered only ${middle.judged.right} rows`);
		say(`  ${name}, ${width} in flight: ${seconds(middle.measured.wall)}, ${perLookup(middle.measured.cpu / ROWS)} of CPU per lookup`);
		return middle;
	} finally {
		await session.stop();
	}
}

const perLookup = (ms: number) => `${ms.toFixed(2)} ms`;

const chart = (cpu: ReadonlyArray<readonly number[]>): Chart => ({
	file: 'cpu-per-lookup',
	title: 'CPU that one lookup costs n8n',
	unit: 'ms',
	shape: 'lines',
	scale: 'linear',
	along: WIDTHS.map(({ width }) => `${width} in flight`),
	series: KINDS.map(({ name }, kind) => ({ name, values: cpu[kind].map((ms) => Math.round(ms * 100) / 100) })),
});
