import { bareNode } from '../contenders/bareNode';
import { codeBatched } from '../contenders/codeBatched';
import { codeLoop } from '../contenders/codeLoop';
import type { Contender } from '../contenders/contender';
import { httpBatched } from '../contenders/httpBatched';
import { httpDefault } from '../contenders/httpDefault';
import { loop } from '../contenders/loop';
import { thisNode } from '../contenders/thisNode';
import { megabytes, seconds, times, whole } from '../figures';
import { GUARD, withFullGuard } from '../ground/guard';
import { inTurn } from '../ground/inTurn';
import { SERVICE } from '../ground/session';
import type { Trial } from '../ground/trial';
import { EMAILS } from '../job';
import type { BenchTable, Chart } from '../report/result';
import { countDistinct, makeSheet, truthsOf } from '../sheet';
import { contest } from './contest';
import { SLOW_TASKS } from './notes';
import { floorTrial } from './floorTrial';
import { atLeast, atMost, type Measurement } from './table';

const ROWS = 5_000;
const DUPLICATES = 0.3;
const CONCURRENCY = 20;
/** Those that take seconds are run several times, those that take minutes once. */
const REPEATS = 5;

const US = thisNode();
const SKILLED = codeBatched;
const BARE = bareNode({ cells: 'expression', credential: 'template', concurrency: CONCURRENCY });
/** They wait most of the time, so that they can be measured side by side. */
const PATIENT = [httpBatched, loop, codeLoop];
const ONE_BY_ONE = [httpDefault, ...PATIENT];

/** Table 1: a sheet of LinkedIn profiles to personal e-mails under the burst guard. */
export const emails: Measurement = async (bench): Promise<BenchTable> => {
	const sheet = makeSheet(ROWS, DUPLICATES);
	const { lookups, hits } = countDistinct(truthsOf(sheet, EMAILS, SERVICE));
	const trials = new Map<string, { name: string; trial: Trial }>();
	const measured = async (contender: Contender, repeats: number) => await contest(bench, { contender, job: EMAILS, sheet, repeats, before: withFullGuard });
	const note = ({ letter, name }: Pick<Contender, 'letter' | 'name'>, trial: Trial) => trials.set(letter, { name, trial });
	note(US, await measured(US, REPEATS));
	note(httpDefault, await measured(httpDefault, 1));
	const patient = await inTurn(PATIENT, PATIENT.length, async (contender) => await measured(contender, 1));
	PATIENT.forEach((contender, place) => note(contender, patient[place]));
	note(SKILLED, await measured(SKILLED, REPEATS));
	note({ letter: 'f', name: 'undici alone, no n8n' }, await floorTrial(EMAILS, sheet, { concurrency: CONCURRENCY, repeats: REPEATS, burst: GUARD }));
	note(BARE, await measured(BARE, REPEATS));

	const of = (letter: string): Trial => {
		const known = trials.get(letter);
		if (known === undefined) throw new Error(`Nobody measured ${letter}`);
		return known.trial;
	};
	const us = of(US.letter);
	const fewest = Math.min(...ONE_BY_ONE.map(({ letter }) => of(letter).judged.requests));
	return {
		id: '1',
		title: 'LinkedIn profiles to personal e-mails',
		work: `${whole(ROWS)} rows, ${DUPLICATES * 100} % of them duplicates, mostly in another spelling: ${whole(lookups)} people, ${whole(hits)} of whom are found. Burst guard on.`,
		head: ['', 'rows right', 'time', 'requests', 'tokens', 'CPU of n8n', 'peak memory'],
		rows: [...trials].map(([letter, { name, trial }]) => row(`${letter}, ${name}`, trial)),
		targets: [
			atLeast('Rows answered rightly', us.judged.right, ROWS, whole),
			atMost(`Time, against the host's floor (g)`, us.measured.wall / of(BARE.letter).measured.wall, 1.15, times),
			atMost('Time, against a skilled Code node (e2)', us.measured.wall / of(SKILLED.letter).measured.wall, 1, times),
			atLeast('Requests that b to e send for each one', fewest / us.judged.requests, 100, times),
			atMost('Tokens, distinct hits being the least', us.judged.tokens, hits, whole),
		],
		notes: [SLOW_TASKS],
		charts: [timeChart(trials)],
	};
};

const row = (name: string, { judged, measured }: Trial): string[] => [
	name,
	whole(judged.right),
	seconds(measured.wall),
	whole(judged.requests),
	whole(judged.tokens),
	seconds(measured.cpu),
	megabytes(measured.peak),
];

function timeChart(trials: ReadonlyMap<string, { name: string; trial: Trial }>): Chart {
	const all = [...trials.values()];
	return {
		file: 'emails-time',
		title: `${whole(ROWS)} LinkedIn profiles to personal e-mails`,
		unit: 'seconds',
		shape: 'bars',
		scale: 'log',
		along: all.map(({ name, trial: { judged } }) => `${name} (${whole(judged.right)} rows right)`),
		series: [{ name: 'time', values: all.map(({ trial: { measured } }) => Math.round(measured.wall / 10) / 100) }],
	};
}
