import { hostFloor, thisNode } from '../contenders/contenders';
import { PROFILES } from '../job';
import { atMost, say, seconds, whole, type BenchTable } from '../report';
import { makeSheet } from '../sheet';
import { inWarmSession, medianOf, repeatTrial, type Trial } from '../testbed/run';

/** Requests in flight. With fewer of them a row takes longer. */
const WIDTHS = [
	{ width: 1, rows: 500, repeats: 3 },
	{ width: 5, rows: 1_000, repeats: 3 },
	{ width: 20, rows: 2_000, repeats: 3 },
	{ width: 50, rows: 2_000, repeats: 5 },
];
const KINDS = [thisNode, hostFloor];

/** Table 2: the cost of a single lookup at different numbers of requests in flight. */
export async function concurrency(): Promise<BenchTable> {
	/** By kind, then width; ms for each lookup. */
	const measured: Array<Array<Trial['cost']>> = KINDS.map(() => []);
	for (const { width, rows, repeats } of WIDTHS) {
		const sheet = makeSheet(rows, 0);
		for (const [place, kind] of KINDS.entries()) {
			const contender = kind({ concurrency: width });
			const trials = await inWarmSession(contender, PROFILES, async (session) =>
				repeatTrial(session, contender, PROFILES, sheet, repeats),
			);
			if (trials.some(({ judged }) => judged.right < rows)) throw new Error(`${contender.name} lost rows`);
			const { wall } = medianOf(trials).cost;
			// n8n's own work beside a run only adds to it.
			const cpu = Math.min(...trials.map(({ cost }) => cost.cpu));
			measured[place].push({ wall: wall / rows, cpu: cpu / rows });
			say(
				`  ${width} in flight, ${contender.name}: ${seconds(wall)}, ${perLookup(cpu / rows)} of CPU per lookup`,
			);
		}
	}
	const [us, floor] = measured;
	return {
		id: '2',
		title: 'One by one, at different numbers of requests in flight',
		work: `${listOf(({ rows }) => whole(rows))} different emails to profiles, no rate limit. Per lookup, the median time and the least CPU of ${listOf(({ repeats }) => String(repeats))} runs.`,
		head: ['', ...WIDTHS.flatMap(({ width }) => [`time, ${width} in flight`, 'CPU'])],
		rows: KINDS.map((kind, place) => [
			kind().name,
			...measured[place].flatMap(({ wall, cpu }) => [perLookup(wall), perLookup(cpu)]),
		]),
		targets: WIDTHS.flatMap(({ width }, place) => {
			const [ours, floors] = [us[place], floor[place]];
			return [
				atMost("Time, against the host's floor", ours.wall / floors.wall, 1.1),
				atMost("CPU, against the host's floor", ours.cpu / floors.cpu, 1.1),
			].map((target) => ({ ...target, where: `${width} in flight` }));
		}),
		notes: [],
	};
}

const listOf = (value: (width: (typeof WIDTHS)[number]) => string) => WIDTHS.map(value).join(' / ');
const perLookup = (ms: number) => `${ms.toFixed(2)} ms`;
