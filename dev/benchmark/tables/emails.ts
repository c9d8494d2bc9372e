import { codeNode } from '../contenders/codeNode';
import { CONTENDERS, HOST_FLOOR } from '../contenders/contenders';
import { loop } from '../contenders/loop';
import type { Judgment } from '../judge';
import { EMAILS } from '../job';
import { atLeast, atMost, seconds, whole, type BenchTable } from '../report';
import { countDistinct, expectedFor, makeSheet } from '../sheet';
import { bySpeed, limitedTrials, medianOf, type Trial } from '../testbed/run';
import { RATE_LIMIT_WORDS } from '../testbed/limits';
import { SERVICE } from '../testbed/session';

const ROWS = 5_000;
const DUPLICATES = 0.3;
const SHEET = makeSheet(ROWS, DUPLICATES);
/** The old way takes minutes and runs once. */
const REPEATS = 5;
const { lookups: PEOPLE, hits: HITS } = countDistinct(expectedFor(SHEET, EMAILS, SERVICE));

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

/** Table 1: one email, also by the old way and by the least that a node can do. */
export async function emails(): Promise<BenchTable> {
	const contenders = [...CONTENDERS, HOST_FLOOR];
	const measured: Trial[][] = [];
	for (const contender of contenders)
		measured.push(await limitedTrials(contender, EMAILS, SHEET, contender === loop ? 1 : REPEATS));
	const [us, old, skilled, floor] = measured.map(medianOf);
	return {
		id: '1',
		title: 'LinkedIn profiles to personal emails',
		work: [
			`${whole(ROWS)} rows, ${DUPLICATES * 100} % of them duplicates, most in another spelling:`,
			`${whole(PEOPLE)} people, of whom ${whole(HITS)} are found.`,
			'An email costs one token.',
			RATE_LIMIT_WORDS,
			`The sandbox answers after ${SERVICE.latency} ms. The run with the median time of ${REPEATS}; ${loop.name} once.`,
		].join(' '),
		head: ['', ...Object.keys(COLUMNS)],
		rows: contenders.map(({ name }, place) => [
			name,
			...Object.values(COLUMNS).map((textOf) => textOf(measured[place])),
		]),
		targets: [
			atLeast('Rows right', us.judged.right, ROWS, whole),
			atMost('Tokens, against one for each person found', us.judged.tokens, HITS, whole),
			atMost("Time, against the host's floor", us.cost.wall / floor.cost.wall, 1.15),
			atMost(`Time, against the ${codeNode.name}`, us.cost.wall / skilled.cost.wall, 1),
			atLeast(`Requests of ${loop.name}, against this node`, old.judged.requests / us.judged.requests, 100),
		],
		notes: [],
	};
}
