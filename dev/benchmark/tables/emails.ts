import { codeNode } from '../contenders/codeNode';
import { CONTENDERS, hostFloor } from '../contenders/contenders';
import { loop } from '../contenders/loop';
import { EMAILS, WORK_EMAILS, type Job } from '../job';
import { atLeast, atMost, say, seconds, whole, type BenchTable } from '../report';
import { countDistinct, expectedFor, makeSheet } from '../sheet';
import { bySpeed, inWarmSession, medianOf, repeatTrial, type Trial } from '../testbed/run';
import { RATE_LIMIT_WORDS, withFullBucket } from '../testbed/limits';
import { SERVICE } from '../testbed/session';

const ROWS = 5_000;
const DUPLICATES = 0.3;
/** The old way takes minutes and runs once. */
const REPEATS = 5;
const KINDS = [...CONTENDERS, hostFloor()];

/** Table 1: LinkedIn profiles to personal emails under the rate limit. */
export const personalEmails = async (): Promise<BenchTable> =>
	await emails({ id: '1', title: 'LinkedIn profiles to personal emails', job: EMAILS });

/** Table 7: the same for work emails. */
export const workEmails = async (): Promise<BenchTable> =>
	await emails({ id: '7', title: 'LinkedIn profiles to work emails', job: WORK_EMAILS });

async function emails({ id, title, job }: { id: string; title: string; job: Job }): Promise<BenchTable> {
	const sheet = makeSheet(ROWS, DUPLICATES);
	const { lookups, hits } = countDistinct(expectedFor(sheet, job, SERVICE));
	const measured: Trial[][] = [];
	for (const contender of KINDS) {
		const repeats = contender === loop ? 1 : REPEATS;
		const trials = await inWarmSession(contender, job, async (session) =>
			repeatTrial(session, contender, job, sheet, repeats, withFullBucket),
		);
		measured.push(trials);
		say(`  ${contender.name}: ${seconds(medianOf(trials).cost.wall)}`);
	}
	const [us, old, skilled, floor] = measured.map(medianOf);
	return {
		id,
		title,
		work: [
			`${whole(ROWS)} rows, ${DUPLICATES * 100} % of them duplicates, most in another spelling:`,
			`${whole(lookups)} people, of whom ${whole(hits)} are found.`,
			RATE_LIMIT_WORDS,
			`The sandbox answers after ${SERVICE.latency} ms. The run with the median time of ${REPEATS}; ${loop.name} once.`,
		].join(' '),
		head: ['', 'rows right', 'time', 'least to most', 'requests', 'refused', 'tokens', 'paid again', 'CPU'],
		rows: KINDS.map(({ name }, place) => [name, ...cellsOf(measured[place])]),
		targets: [
			atLeast('Rows right', us.judged.right, ROWS, whole),
			atMost("Time, against the host's floor", us.cost.wall / floor.cost.wall, 1.15),
			atMost(`Time, against the ${codeNode.name}`, us.cost.wall / skilled.cost.wall, 1),
			atLeast(`Requests of ${loop.name}, against this node`, old.judged.requests / us.judged.requests, 100),
			atMost('Tokens, against one for each person found', us.judged.tokens, hits, whole),
		],
		notes: [
			"CPU: of n8n's main process; a Code node runs in another one.",
			'A refused request waits a second, because the service rounds Retry-After up.',
		],
	};
}

function cellsOf(trials: readonly Trial[]): string[] {
	const { judged, cost } = medianOf(trials);
	const walls = bySpeed(trials).map((one) => seconds(one.cost.wall));
	const spread = trials.length === 1 ? '-' : `${walls[0]} to ${walls[walls.length - 1]}`;
	const counts = [judged.requests, judged.refused, judged.tokens, judged.paidAgain].map(whole);
	return [whole(judged.right), seconds(cost.wall), spread, ...counts, seconds(cost.cpu)];
}
