import { hostFloor, thisNode } from '../contenders/contenders';
import { PROFILES } from '../job';
import { atMost, say, seconds, whole, type BenchTable } from '../report';
import { makeSheet } from '../sheet';
import { inWarmSession, medianOf, repeatTrial, type Trial } from '../testbed/run';

const ROWS = 2_000;
/** Requests in flight, and repeats: runs with fewer requests in flight take longer and vary less. */
const WIDTHS = [
	{ width: 1, repeats: 1 },
	{ width: 5, repeats: 1 },
	{ width: 20, repeats: 3 },
	{ width: 50, repeats: 5 },
];
const KINDS = [thisNode, hostFloor];

/** Table 2: the cost of a single lookup at different numbers of requests in flight. */
export async function concurrency(): Promise<BenchTable> {
	const sheet = makeSheet(ROWS, 0);
	/** By kind, then width. */
	const measured: Trial[][] = KINDS.map(() => []);
	for (const { width, repeats } of WIDTHS) {
		for (const [place, kind] of KINDS.entries()) {
			const contender = kind({ concurrency: width });
			const trials = await inWarmSession(contender, PROFILES, async (session) =>
				repeatTrial(session, contender, PROFILES, sheet, repeats),
			);
			const median = medianOf(trials);
			if (median.judged.right < ROWS)
				throw new Error(`${contender.name}: only ${median.judged.right} rows right`);
			measured[place].push(median);
			say(`  ${width} in flight, ${contender.name}: ${seconds(median.cost.wall)}`);
		}
	}
	const [us, floor] = measured;
	return {
		id: '2',
		title: 'One by one, at different numbers of requests in flight',
		work: `${whole(ROWS)} different e-mails to profiles, no rate limit. The runs of median time of ${WIDTHS.map(({ repeats }) => repeats).join(', ')}.`,
		head: ['', ...WIDTHS.flatMap(({ width }) => [`time, ${width} in flight`, 'CPU per lookup'])],
		rows: KINDS.map((kind, place) => [
			kind().name,
			...measured[place].flatMap(({ cost }) => [seconds(cost.wall), `${(cost.cpu / ROWS).toFixed(2)} ms`]),
		]),
		targets: WIDTHS.flatMap(({ width }, place) => {
			const [ours, floors] = [us[place].cost, floor[place].cost];
			return [
				atMost(`Time with ${width} in flight, against the host's floor`, ours.wall / floors.wall, 1.1),
				atMost(`CPU with ${width} in flight, against the host's floor`, ours.cpu / floors.cpu, 1.1),
			];
		}),
		notes: ["CPU: of n8n's main process. With few requests in flight, n8n's own idle work counts for more."],
	};
}
