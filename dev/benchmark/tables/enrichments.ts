import { codeNode } from '../contenders/codeNode';
import type { Contender } from '../contenders/contender';
import { CONTENDERS, hostFloor, thisNode } from '../contenders/contenders';
import { loop } from '../contenders/loop';
import { BOTH_EMAILS, EMAILS, THREE_WANTS, WORK_EMAILS, type Job } from '../job';
import { atLeast, atMost, seconds, whole, type BenchTable, type Target } from '../report';
import { countDistinct, expectedFor, makeSheet } from '../sheet';
import { bySpeed, limitedTrials, medianOf, type Trial } from '../testbed/run';
import { RATE_LIMIT_WORDS } from '../testbed/limits';
import { SERVICE } from '../testbed/session';

const ROWS = 5_000;
const DUPLICATES = 0.3;
const SHEET = makeSheet(ROWS, DUPLICATES);
/** The old way takes minutes and runs once. */
const REPEATS = 5;
/** If the profile cost as much as one email, it would be the cheapest tool for two. */
const PRICES = { linkedin_to_business_profile: 2 };

interface Enrichment {
	id: string;
	title: string;
	job: Job;
	contenders: readonly Contender[];
	targets(medians: readonly Trial[]): Target[];
}

/** Tables 1 and 7: one email, also by the old way and by the least that a node can do. */
const emails = (id: string, title: string, job: Job): Enrichment => ({
	id,
	title,
	job,
	contenders: [...CONTENDERS, hostFloor()],
	targets: ([us, old, skilled, floor]) => [
		atMost("Time, against the host's floor", us.cost.wall / floor.cost.wall, 1.15),
		atMost(`Time, against the ${codeNode.name}`, us.cost.wall / skilled.cost.wall, 1),
		atLeast(`Requests of ${loop.name}, against this node`, old.judged.requests / us.judged.requests, 100),
	],
});

/** Tables 6 and 8: several wants of a person. */
const wants = (id: string, title: string, job: Job): Enrichment => ({
	id,
	title,
	job,
	contenders: [thisNode(), codeNode],
	targets: ([us, skilled]) => [
		atLeast('Rows per request', ROWS / us.judged.requests, 20),
		atMost(`Time, against the ${codeNode.name}`, us.cost.wall / skilled.cost.wall, 1),
	],
});

export const ENRICHMENTS: readonly Enrichment[] = [
	emails('1', 'LinkedIn profiles to personal emails', EMAILS),
	wants('6', 'LinkedIn profiles to work emails and personal emails', BOTH_EMAILS),
	emails('7', 'LinkedIn profiles to work emails', WORK_EMAILS),
	wants('8', 'LinkedIn profiles to work emails, personal emails and phones', THREE_WANTS),
];

export async function enrichment({ id, title, job, contenders, targets }: Enrichment): Promise<BenchTable> {
	const { lookups, hits } = countDistinct(expectedFor(SHEET, job, SERVICE));
	const measured: Trial[][] = [];
	for (const contender of contenders)
		measured.push(await limitedTrials(contender, job, SHEET, contender === loop ? 1 : REPEATS, PRICES));
	const medians = measured.map(medianOf);
	const parts = 1 + (job.further ?? []).length;
	return {
		id,
		title,
		work: [
			`${whole(ROWS)} rows, ${DUPLICATES * 100} % of them duplicates, most in another spelling:`,
			`${whole(lookups)} people, of whom ${whole(hits)} are found.`,
			'An email or a phone costs one token, a profile with both emails two.',
			RATE_LIMIT_WORDS,
			`The sandbox answers after ${SERVICE.latency} ms. The run with the median time of ${REPEATS}${contenders.includes(loop) ? `; ${loop.name} once` : ''}.`,
		].join(' '),
		head: ['', 'rows right', 'time', 'least to most', 'requests', 'refused', 'tokens', 'paid again', 'CPU'],
		rows: contenders.map(({ name }, place) => [name, ...cellsOf(measured[place])]),
		targets: [
			atLeast('Rows right', medians[0].judged.right, ROWS, whole),
			atMost(`Tokens, against ${parts} for each person found`, medians[0].judged.tokens, parts * hits, whole),
			...targets(medians),
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
