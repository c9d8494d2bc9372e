// Sends a sheet through the run engine against the sandbox's rules in virtual time. Usage: main.ts [--rows n] [--seed
// n]
import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { brokenInBrownOut, brownOutTable, BROWN_OUTS, simulateBrownOut, type BrownOutReport } from './brownOut';
import { StateCounts } from '../oracle/rareStates';
import { plansFor } from './plans';
import { brokenPromises, table } from './report';
import { makeSheet } from './sheet';
import { simulate, type Report, type Scenario } from './simulation';
import { batches, known, resolve, singles } from './work';

const OPTIONS = z.object({
	/** The windows are in proportion to the rows, and must hold a batch. */
	rows: z.coerce.number().int().min(10_000).default(1_000_000),
	/** Decides the sheet, the hits, latencies and jitter. */
	seed: z.coerce.number().int().min(1).default(1),
});
/** What the simulations must have met. */
const STATES = [
	'a batch was cut in the middle',
	'a window closed and reopened',
	'the records of 5 hours and of a week were used up at once',
	'the rate limit was met',
	'a failed batch was halved',
	'a tool recovered from an outage',
	'a known answer expired between two runs',
	'a deferred row was answered by a later run',
	'a run was stopped',
] as const;
const MANY_WORKERS = 8;
const BROWN_OUT_ROWS = 20_000;
/** A broken engine can produce a complaint for each row. */
const MAX_COMPLAINTS = 20;

const nameOf = ({ work, plan, workers }: Scenario) => `${work.name}, ${plan.name}, workers: ${workers}`;
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main({ rows, seed }: z.infer<typeof OPTIONS>): Promise<void> {
	const start = performance.now();
	const sheets = { linkedin: makeSheet(rows, seed), email: makeSheet(rows, seed, 'email') };
	const sheet = sheets.linkedin;
	say(`${rows.toLocaleString('en-US')} rows, ${sheet.people.toLocaleString('en-US')} distinct people.`);
	const plans = plansFor(rows);
	const scenarios: Scenario[] = [
		...plans.map((plan) => ({ work: batches, plan, workers: 1 })),
		{ work: batches, plan: plans[1], workers: MANY_WORKERS },
		...[singles, resolve, known].map((work) => ({ work, plan: plans[1], workers: 1 })),
	];
	const reports: Report[] = [];
	for (const scenario of scenarios) {
		reports.push(await simulate(sheets[scenario.work.column], scenario, seed));
		say(`  ${nameOf(scenario)}: done`);
	}
	say(`\n${table(reports)}\n`);
	const small = makeSheet(BROWN_OUT_ROWS, seed);
	const brownOuts: BrownOutReport[] = [];
	for (const brownOut of BROWN_OUTS) brownOuts.push(await simulateBrownOut(small, brownOut, seed));
	say(`${brownOutTable(brownOuts)}\n`);
	const states = new StateCounts(STATES);
	for (const { reached } of [...reports, ...brownOuts]) states.add(reached);
	say(
		`Simulations that reached a rare state:\n${states
			.lines()
			.map((line) => `  ${line}`)
			.join('\n')}\n`,
	);
	const broken = reports.flatMap((report) =>
		brokenPromises(report).map((sentence) => `${nameOf(report.scenario)}: ${sentence}.`),
	);
	for (const report of brownOuts) {
		const { share, until, batchSize } = report.brownOut;
		const name = `${share * 100} % of 500s until ${until} ms, ${batchSize} in a request`;
		broken.push(...brokenInBrownOut(report).map((sentence) => `${name}: ${sentence}.`));
	}
	broken.push(...states.missed().map((sentence) => `${sentence}.`));
	broken.slice(0, MAX_COMPLAINTS).forEach(say);
	const seconds = ((performance.now() - start) / 1_000).toFixed(1);
	say(`${broken.length === 0 ? 'All promises held' : `${broken.length} broken promises`} in ${seconds} s.`);
	if (broken.length > 0) process.exitCode = 1;
}

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { rows: text, seed: text } });
const options = OPTIONS.safeParse(values);
if (options.success) void main(options.data);
else {
	say(z.prettifyError(options.error));
	process.exitCode = 2;
}
