import { codeNode } from '../contenders/codeNode';
import type { Contender } from '../contenders/contender';
import { CONTENDERS, hostFloor, thisNode } from '../contenders/contenders';
import { loop } from '../contenders/loop';
import type { Judgment } from '../judge';
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
/** All jobs look up these profiles, of which the sandbox finds the same by each tool. */
const { lookups: PEOPLE, hits: HITS } = countDistinct(expectedFor(SHEET, EMAILS, SERVICE));
const WORK = [
	`${whole(ROWS)} rows, ${DUPLICATES * 100} % of them duplicates, most in another spelling:`,
	`${whole(PEOPLE)} people, of whom ${whole(HITS)} are found.`,
	'An email or a phone costs one token, a profile with both emails two.',
	RATE_LIMIT_WORDS,
	`The sandbox answers after ${SERVICE.latency} ms. The run with the median time of ${REPEATS}; ${loop.name} once.`,
].join(' ');

type Trials = readonly Trial[];
const counted = (count: (judged: Judgment) => number) => (trials: Trials) => whole(count(medianOf(trials).judged));

const COLUMNS: Readonly<Record<string, (trials: Trials) => string>> = {
	'rows right': counted(({ right }) => right),
	time: (trials) => seconds(medianOf(trials).cost.wall),
	'least to most': (trials) => {
		const walls = bySpeed(trials).map(({ cost }) => seconds(cost.wall));
		return trials.length === 1 ? '-' : `${walls[0]} to ${walls[walls.length - 1]}`;
	},
	requests: counted(({ requests }) => requests),
	refused: counted(({ refused }) => refused),
	tokens: counted(({ tokens }) => tokens),
	'paid again': counted(({ paidAgain }) => paidAgain),
	CPU: (trials) => seconds(medianOf(trials).cost.cpu),
};

interface Enrichment {
	id: string;
	title: string;
	work: string;
	columns: readonly string[];
	job: Job;
	contenders: readonly Contender[];
	targets(medians: readonly Trial[]): Target[];
}

/** Of all tables but the first, which says what they have in common, and has all columns. */
const FURTHER = { work: 'As in table 1.', columns: ['rows right', 'time', 'requests', 'tokens'] };

/** Tables 1 and 7: one email, also by the old way and by the least that a node can do. */
const emails = (id: string, title: string, job: Job): Enrichment => ({
	...FURTHER,
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
	...FURTHER,
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
	{ ...emails('1', 'LinkedIn profiles to personal emails', EMAILS), work: WORK, columns: Object.keys(COLUMNS) },
	wants('6', 'LinkedIn profiles to work emails and personal emails', BOTH_EMAILS),
	emails('7', 'LinkedIn profiles to work emails', WORK_EMAILS),
	wants('8', 'LinkedIn profiles to work emails, personal emails and phones', THREE_WANTS),
];

export async function enrichment(one: Enrichment): Promise<BenchTable> {
	const { id, title, work, columns, job, contenders, targets } = one;
	const measured: Trial[][] = [];
	for (const contender of contenders)
		measured.push(await limitedTrials(contender, job, SHEET, contender === loop ? 1 : REPEATS, PRICES));
	const medians = measured.map(medianOf);
	const parts = 1 + (job.further ?? []).length;
	return {
		id,
		title,
		work,
		head: ['', ...columns],
		rows: contenders.map(({ name }, place) => [name, ...columns.map((column) => COLUMNS[column](measured[place]))]),
		targets: [
			atLeast('Rows right', medians[0].judged.right, ROWS, whole),
			atMost(`Tokens, against ${parts} for each person found`, medians[0].judged.tokens, parts * HITS, whole),
			...targets(medians),
		],
		notes: [],
	};
}
