import { hostsFloor, leanFloor } from '../contenders/bareNode';
import type { Contender } from '../contenders/contender';
import { thisNode } from '../contenders/thisNode';
import { times, whole } from '../figures';
import { atRest } from '../ground/atRest';
import { MOST_MS, ReadinessWatch, type Readiness } from '../ground/readiness';
import type { Cost } from '../ground/runWatch';
import { startSession, type Session } from '../ground/session';
import { trial, warmUp } from '../ground/trial';
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
	{ contender: leanFloor(CONCURRENCY), repeated: SIZES },
	{ contender: thisNode({ cells: 'expression' }), repeated: SLOW_SIZES },
	{ contender: hostsFloor(CONCURRENCY), repeated: SLOW_SIZES },
];

/** What was measured at one size. */
interface Size {
	/** ms per row, of the fastest run. */
	perRow: number;
	/** ms of CPU per row, of that run. */
	cpu: number;
	/** Over all runs, and all that n8n does with their data. */
	readiness: Readiness;
}

/** Table 4: what a row costs as sheets grow. */
export const rows: Measurement = async (bench) => {
	const measured: Size[][] = [];
	for (const { contender, repeated } of KINDS) measured.push(await sizes(bench, contender, repeated));
	const [us, floor, ours] = measured;
	const [small, middle, large] = us;
	return {
		id: '4',
		title: 'Small and large sheets',
		work: `LinkedIn profiles to personal e-mails, ${DUPLICATES * 100} % duplicates, answered at once. n8n's default expression engine. The fastest of ${SIZES.map(({ repeats }) => repeats).join(', ')} runs; where there is an expression for each row, of ${SLOW_SIZES.map(({ repeats }) => repeats).join(', ')}. Meanwhile n8n is asked ten times a second whether it is ready; an answer that takes more than ${MOST_MS / 1_000} s counts as no.`,
		head: [
			'',
			...SIZES.map(({ count }) => `per row, ${whole(count)} rows`),
			'CPU per row',
			'not ready',
			'slowest answer',
		],
		rows: KINDS.map(({ contender: { letter, name } }, kind) => [
			`${letter}, ${name}`,
			...measured[kind].map(({ perRow }) => micro(perRow)),
			micro(measured[kind][SIZES.length - 1].cpu),
			`${sum(measured[kind], 'failed')} of ${whole(sum(measured[kind], 'asked'))}`,
			`${whole(Math.max(...measured[kind].map(({ readiness }) => readiness.slowest)))} ms`,
		]),
		targets: [
			atMost('Time per row at 100,000 rows, against that at 1,000', large.perRow / small.perRow, 1.3, times),
			atMost('Time per row at 100,000 rows, against that at 10,000', large.perRow / middle.perRow, 1.3, times),
			atMost(
				"Time per row at 100,000 rows, against the host's floor without an expression (g2)",
				large.perRow / floor[2].perRow,
				2,
				times,
			),
			atMost(
				"CPU per row at 100,000 rows, against the host's floor without an expression (g2)",
				large.cpu / floor[2].cpu,
				2,
				times,
			),
			atMost("n8n's /healthz/readiness failed", sum(us, 'failed') + sum(ours, 'failed'), 0, whole),
		],
		notes: [
			'CPU: of n8n and its task runner with 100,000 rows. In the time per row is the time of the service itself, which answers on the same machine.',
		],
		charts: [chart(measured)],
	};
};

async function sizes({ template, say }: Bench, contender: Contender, repeated: readonly Repeated[]): Promise<Size[]> {
	const session = await startSession(template, { latency: 0 });
	try {
		await warmUp(session, contender, EMAILS);
		await atRest(session);
		const all: Size[] = [];
		for (const { count, repeats } of repeated) {
			const size = await sizeOf(session, contender, { count, repeats });
			all.push(size);
			say(`  ${contender.letter}, ${contender.name}, ${whole(count)} rows: ${micro(size.perRow)} per row`);
		}
		return all;
	} finally {
		await session.stop();
	}
}

async function sizeOf(session: Session, contender: Contender, { count, repeats }: Repeated): Promise<Size> {
	const sheet = makeSheet(count, DUPLICATES);
	const watch = new ReadinessWatch(session.n8n.url);
	const costs: Cost[] = [];
	try {
		for (let repeat = 0; repeat < repeats; repeat++) {
			const { measured, judged } = await trial(session, contender, EMAILS, sheet);
			if (judged.right < count) throw new Error(`${contender.name} did not answer all ${count} rows`);
			costs.push(measured);
		}
	} finally {
		await watch.stop();
	}
	const fastest = costs.reduce((best, one) => (one.wall < best.wall ? one : best));
	return { perRow: fastest.wall / count, cpu: fastest.cpu / count, readiness: watch.seen };
}

const micro = (ms: number) => `${(ms * 1_000).toFixed(1)} µs`;

const sum = (all: readonly Size[], name: 'asked' | 'failed') =>
	all.reduce((total, { readiness }) => total + readiness[name], 0);

const chart = (measured: readonly Size[][]): Chart => ({
	file: 'time-per-row',
	title: 'Time per row',
	unit: 'µs',
	shape: 'bars',
	scale: 'log',
	along: KINDS.map(({ contender: { name } }) => name),
	series: SIZES.map(({ count }, size) => ({
		name: `${whole(count)} rows`,
		values: measured.map((all) => Math.round(all[size].perRow * 1e4) / 10),
	})),
});
