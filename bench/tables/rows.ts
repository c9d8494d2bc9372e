import { bareNode } from '../contenders/bareNode';
import type { Contender } from '../contenders/contender';
import { thisNode } from '../contenders/thisNode';
import { times, whole } from '../figures';
import { ReadinessWatch, type Readiness } from '../ground/readiness';
import { startSession } from '../ground/session';
import { trial, warmUp, type Trial } from '../ground/trial';
import { EMAILS } from '../job';
import type { Chart } from '../report/result';
import { makeSheet } from '../sheet';
import { atMost, type Bench, type Measurement } from './table';

const DUPLICATES = 0.3;
const CONCURRENCY = 20;
/** Rows, and how often: the fastest run counts, as what else runs on a machine only ever adds. */
const SIZES: readonly Repeated[] = [
	{ count: 1_000, repeats: 15 },
	{ count: 10_000, repeats: 7 },
	{ count: 100_000, repeats: 5 },
];
/** An expression for each row takes n8n so long that little else shows. */
const SLOW_SIZES: readonly Repeated[] = SIZES.map(({ count }) => ({ count, repeats: count < 100_000 ? 3 : 1 }));

interface Repeated {
	count: number;
	repeats: number;
}

const KINDS: ReadonlyArray<{ contender: Contender; repeated: readonly Repeated[] }> = [
	{ contender: thisNode(), repeated: SIZES },
	{ contender: { ...bareNode({ cells: 'column', credential: 'template', concurrency: CONCURRENCY }), name: "host's floor, column read from the item" }, repeated: SIZES },
	{ contender: thisNode({ cells: 'expression' }), repeated: SLOW_SIZES },
	{ contender: { ...bareNode({ cells: 'expression', credential: 'template', concurrency: CONCURRENCY }), name: "host's floor, an expression for each row" }, repeated: SLOW_SIZES },
];

/** What was measured at one size. */
interface Size {
	/** ms per row, of the fastest run. */
	perRow: number;
	/** Over all runs, and all that n8n does with their data. */
	readiness: Readiness;
}

/** Table 4: what a row costs as sheets grow. */
export const rows: Measurement = async (bench) => {
	const measured: Size[][] = [];
	for (const { contender, repeated } of KINDS) measured.push(await sizes(bench, contender, repeated));
	const [us, floor, ours] = measured;
	const [small, , large] = us;
	return {
		id: '4',
		title: 'Small and large sheets',
		work: `LinkedIn profiles to personal e-mails, ${DUPLICATES * 100} % duplicates, answered at once. n8n's default expression engine. Meanwhile n8n is asked ten times a second whether it is ready.`,
		head: ['', ...SIZES.map(({ count }) => `per row, ${whole(count)} rows`), 'not ready', 'slowest answer'],
		rows: KINDS.map(({ contender: { letter, name } }, kind) => [
			`${letter}, ${name}`,
			...measured[kind].map(({ perRow }) => micro(perRow)),
			`${sum(measured[kind], 'failed')} of ${whole(sum(measured[kind], 'asked'))}`,
			`${whole(Math.max(...measured[kind].map(({ readiness }) => readiness.slowest)))} ms`,
		]),
		targets: [
			atMost('Time per row at 100,000 rows, against that at 1,000', large.perRow / small.perRow, 1.3, times),
			atMost("Time per row at 100,000 rows, against the host's floor (g) without an expression", large.perRow / floor[2].perRow, 2, times),
			atMost("n8n's /healthz/readiness failed", sum(us, 'failed') + sum(ours, 'failed'), 0, whole),
		],
		notes: [],
		charts: [chart(measured)],
	};
};

async function sizes({ template, say }: Bench, contender: Contender, repeated: readonly Repeated[]): Promise<Size[]> {
	const session = await startSession(template, { latency: 0 });
	try {
		await warmUp(session, contender, EMAILS);
		const all: Size[] = [];
		for (const { count, repeats } of repeated) {
			const sheet = makeSheet(count, DUPLICATES);
			const watch = new ReadinessWatch(session.n8n.url);
			const trials: Trial[] = [];
			for (let repeat = 0; repeat < repeats; repeat++) trials.push(await trial(session, contender, EMAILS, sheet));
			if (trials.some(({ judged }) => judged.right < count)) throw new Error(`${contender.name} did not answer all ${count} rows`);
			const perRow = Math.min(...trials.map(({ measured }) => measured.wall)) / count;
			all.push({ perRow, readiness: await watch.stop() });
			say(`  ${contender.letter}, ${contender.name}, ${whole(count)} rows: ${micro(perRow)} per row`);
		}
		return all;
	} finally {
		await session.stop();
	}
}

const micro = (ms: number) => `${(ms * 1_000).toFixed(1)} µs`;

const sum = (all: readonly Size[], name: 'asked' | 'failed') => all.reduce((total, { readiness }) => total + readiness[name], 0);

const chart = (measured: readonly Size[][]): Chart => ({
	file: 'time-per-row',
	title: 'Time per row',
	unit: 'µs',
	shape: 'bars',
	scale: 'log',
	along: KINDS.map(({ contender: { name } }) => name),
	series: SIZES.map(({ count }, size) => ({ name: `${whole(count)} rows`, values: measured.map((all) => Math.round(all[size].perRow * 1e4) / 10) })),
});
