import { hostsFloor, leanFloor } from '../contenders/bareNode';
import { codeBatched } from '../contenders/codeBatched';
import { codeLoop } from '../contenders/codeLoop';
import type { Contender } from '../contenders/contender';
import { httpBatched } from '../contenders/httpBatched';
import { httpDefault } from '../contenders/httpDefault';
import { NO_N8N } from '../contenders/legend';
import { loop } from '../contenders/loop';
import { thisNode } from '../contenders/thisNode';
import { megabytes, seconds, times, whole } from '../figures';
import { GUARD, withFullGuard } from '../ground/guard';
import { inTurn } from '../ground/inTurn';
import { SERVICE } from '../ground/session';
import { EMAILS } from '../job';
import type { BenchTable, Chart } from '../report/result';
import { countDistinct, makeSheet, truthsOf } from '../sheet';
import { contest, type Contested } from './contest';
import { floorTrial } from './floorTrial';
import { SLOW_TASKS } from './notes';
import { atLeast, atMost, type Measurement } from './table';

const ROWS = 5_000;
const DUPLICATES = 0.3;
const CONCURRENCY = 20;
/** Those that take seconds are run several times, those that take minutes once. */
const REPEATS = 5;

const US = thisNode();
const SKILLED = codeBatched;
const BARE = hostsFloor(CONCURRENCY);
const LEAN = leanFloor(CONCURRENCY);
/** They wait most of the time, so that they can be measured side by side. */
const PATIENT = [httpBatched, loop, codeLoop];
const ONE_BY_ONE = [httpDefault, ...PATIENT];

/** A contender, and what it came to. */
interface Result {
	name: string;
	result: Contested;
}

/** Table 1: a sheet of LinkedIn profiles to personal e-mails under the burst guard. */
export const emails: Measurement = async (bench): Promise<BenchTable> => {
	const sheet = makeSheet(ROWS, DUPLICATES);
	const { lookups, hits } = countDistinct(truthsOf(sheet, EMAILS, SERVICE));
	const results = new Map<string, Result>();
	const note = ({ letter, name }: Pick<Contender, 'letter' | 'name'>, result: Contested) =>
		results.set(letter, { name: `${letter}, ${name}`, result });
	const measured = async (contender: Contender, repeats: number) =>
		await contest(bench, { contender, job: EMAILS, sheet, repeats, before: withFullGuard });
	note(US, await measured(US, REPEATS));
	note(httpDefault, await measured(httpDefault, 1));
	const patient = await inTurn(PATIENT, PATIENT.length, async (contender) => await measured(contender, 1));
	PATIENT.forEach((contender, place) => note(contender, patient[place]));
	note(SKILLED, await measured(SKILLED, REPEATS));
	note(NO_N8N, await floorTrial(EMAILS, sheet, { concurrency: CONCURRENCY, repeats: REPEATS, burst: GUARD }));
	note(BARE, await measured(BARE, REPEATS));
	note(LEAN, await measured(LEAN, REPEATS));

	const of = ({ letter }: Pick<Contender, 'letter'>): Contested => {
		const known = results.get(letter);
		if (known === undefined) throw new Error(`Nobody measured ${letter}`);
		return known.result;
	};
	const us = of(US);
	const fewest = Math.min(...ONE_BY_ONE.map((contender) => of(contender).judged.requests));
	return {
		id: '1',
		title: 'LinkedIn profiles to personal e-mails',
		work: `${whole(ROWS)} rows, ${DUPLICATES * 100} % of them duplicates, mostly in another spelling: ${whole(lookups)} people, ${whole(hits)} of whom are found. Burst guard: ${GUARD.perSecond} requests a second, ${GUARD.burst} at once. The run whose time is in the middle of ${REPEATS}; b to e once, c to e side by side.`,
		head: ['', 'rows right', 'time', 'least to most', 'requests', 'refused', 'tokens', 'CPU', 'memory'],
		rows: [...results.values()].map(rowOf),
		targets: [
			atLeast('Rows answered rightly', us.judged.right, ROWS, whole),
			atMost("Time, against the host's floor (g)", us.measured.wall / of(BARE).measured.wall, 1.15, times),
			atMost('Time, against a skilled Code node (e2)', us.measured.wall / of(SKILLED).measured.wall, 1, times),
			atLeast(
				'Requests of the most frugal of b to e, for each request of this node',
				fewest / us.judged.requests,
				100,
				times,
			),
			atMost('Tokens, distinct hits being the least', us.judged.tokens, hits, whole),
		],
		notes: [
			'CPU: of n8n and its task runner. Memory: the most that they had over what they had before the first run; of f, the whole process.',
			'Whoever is refused by the guard waits a second: the service rounds up. Of the last of 35 requests some are, unless they come a few hundredths of a second later.',
			SLOW_TASKS,
		],
		charts: [timeChart([...results.values()])],
	};
};

function rowOf({ name, result: { judged, measured, least, most } }: Result): string[] {
	// Of a run that never came to its end, what n8n does afterwards is in these.
	const [cpu, memory] = judged.back === 0 ? ['-', '-'] : [seconds(measured.cpu), megabytes(measured.memory)];
	const spread = least === most ? '-' : `${seconds(least)} to ${seconds(most)}`;
	return [
		name,
		whole(judged.right),
		seconds(measured.wall),
		spread,
		whole(judged.requests),
		whole(judged.refused),
		whole(judged.tokens),
		cpu,
		memory,
	];
}

const timeChart = (results: readonly Result[]): Chart => ({
	file: 'emails-time',
	title: `${whole(ROWS)} LinkedIn profiles to personal e-mails`,
	unit: 'seconds',
	shape: 'bars',
	scale: 'log',
	along: results.map(({ name, result: { judged } }) => `${name} (${whole(judged.right)} rows right)`),
	series: [{ name: 'time', values: results.map(({ result: { measured } }) => Math.round(measured.wall / 10) / 100) }],
});
