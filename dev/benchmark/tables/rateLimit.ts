import type { Contender } from '../contenders/contender';
import { codeNode } from '../contenders/codeNode';
import { CONTENDERS, hostFloor } from '../contenders/contenders';
import { loop } from '../contenders/loop';
import { EMAILS, PROFILES, type Job } from '../job';
import { atLeast, atMost, seconds, times, whole, type BenchTable } from '../report';
import { countDistinct, expectedFor, makeSheet } from '../sheet';
import { leastUnderLimit, RATE_LIMIT, withFullBucket } from '../testbed/limits';
import { SERVICE } from '../testbed/session';
import { bySpeed, inWarmSession, medianOf, repeatTrial, type Bench, type Trial } from '../testbed/run';

const DUPLICATES = 0.3;
/** Contenders that take minutes run once. */
const REPEATS = 5;
const FLOOR = hostFloor();
const HEAD = ['', 'rows right', 'time', 'least to most', 'requests', 'refused', 'tokens', 'paid again', 'CPU'];

/** Table 1: LinkedIn profiles to personal e-mails under the rate limit. */
export async function emails(bench: Bench): Promise<BenchTable> {
	const { rows, people, hits, medians, cells } = await measure(bench, EMAILS, 5_000, REPEATS);
	const [us, old, skilled, floor] = medians;
	return {
		id: '1',
		title: 'LinkedIn profiles to personal e-mails',
		work: `${describe(rows, people, hits)} The run of median time of ${REPEATS}; ${loop.name} once.`,
		head: HEAD,
		rows: cells,
		targets: [
			atLeast('Rows right', us.judged.right, rows, whole),
			atMost("Time, against the host's floor", us.cost.wall / floor.cost.wall, 1.15),
			atMost(`Time, against the ${codeNode.name}`, us.cost.wall / skilled.cost.wall, 1),
			atLeast(
				`Requests of ${loop.name} for each request of this node`,
				old.judged.requests / us.judged.requests,
				100,
			),
			atMost('Tokens, against one for each person found', us.judged.tokens, hits, whole),
		],
		notes: [
			"CPU: of n8n's main process; a Code node runs in another one.",
			'A refused request waits a second, because the service rounds Retry-After up.',
		],
	};
}

/** Table 2: e-mails to profiles, one lookup per request, under the rate limit. */
export async function singles(bench: Bench): Promise<BenchTable> {
	const { rows, people, hits, medians, cells } = await measure(bench, PROFILES, 2_000, 1);
	const [us] = medians;
	const least = leastUnderLimit(people, SERVICE.latency);
	return {
		id: '2',
		title: 'E-mails to profiles, one by one',
		work: `${describe(rows, people, hits)} The rate limit accepts ${whole(people)} requests in ${seconds(least)} at the least. One run each.`,
		head: [...HEAD, 'over the least'],
		rows: cells.map((row, place) => [...row, times(medians[place].cost.wall / least)]),
		targets: [
			atLeast('Rows right', us.judged.right, rows, whole),
			atMost('Time, against the least that the rate limit allows', us.cost.wall / least, 1.15),
		],
		notes: ['A contender that is faster than the least has lost rows.'],
	};
}

/** Measures this node, the old way, the Code node and the floor, in this order. */
async function measure(bench: Bench, job: Job, rows: number, repeats: number) {
	const sheet = makeSheet(rows, DUPLICATES);
	const { lookups, hits } = countDistinct(expectedFor(sheet, job, SERVICE));
	const medians: Trial[] = [];
	const cells: string[][] = [];
	for (const contender of [...CONTENDERS, FLOOR]) {
		const runs = contender === loop ? 1 : repeats;
		const trials = await inWarmSession(
			bench.template,
			contender,
			job,
			async (session) => await repeatTrial(session, contender, job, sheet, runs, withFullBucket),
		);
		medians.push(medianOf(trials));
		cells.push(cellsOf(contender, trials));
		bench.say(`  ${cells[cells.length - 1].join(', ')}`);
	}
	return { rows, people: lookups, hits, medians, cells };
}

const describe = (rows: number, people: number, hits: number) =>
	`${whole(rows)} rows, ${DUPLICATES * 100} % of them duplicates, most in another spelling: ${whole(people)} people, of whom ${whole(hits)} are found. Rate limit: ${RATE_LIMIT.perSecond} requests a second, ${RATE_LIMIT.burst} at once. The sandbox answers after ${SERVICE.latency} ms.`;

function cellsOf({ name }: Contender, trials: readonly Trial[]): string[] {
	const { judged, cost } = medianOf(trials);
	const walls = bySpeed(trials).map((one) => seconds(one.cost.wall));
	return [
		name,
		whole(judged.right),
		seconds(cost.wall),
		trials.length === 1 ? '-' : `${walls[0]} to ${walls[walls.length - 1]}`,
		...[judged.requests, judged.refused, judged.tokens, judged.paidAgain].map(whole),
		seconds(cost.cpu),
	];
}
