import { parseArgs } from 'node:util';
import { plansFor } from './plans';
import { broken, type Report } from './report';
import { makeSheet } from './sheet';
import { simulate } from './simulation';
import { table } from './table';

const HELP = `Sends a sheet through the run engine against the sandbox's own rules, on a virtual clock: nothing waits for real.

Usage: npm run simulate -- [options]

  --rows <n>   rows of the sheet (1000000)
  --seed <n>   decides the sheet, who is found, latencies and jitter (1)
  --help       this text
`;

const WORKERS = 8;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** @throws where an option is unknown or no whole number */
function readFlags(args: string[]): { rows: number; seed: number } | null {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ args, options: { rows: text, seed: text, help: { type: 'boolean' } } });
	if (values.help) return null;
	const whole = (name: 'rows' | 'seed', usual: number) => {
		const value = Number(values[name] ?? usual);
		if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number of 1 or more.`);
		return value;
	};
	return { rows: whole('rows', 1_000_000), seed: whole('seed', 1) };
}

async function main({ rows, seed }: { rows: number; seed: number }): Promise<void> {
	const start = performance.now();
	const sheet = makeSheet(rows, seed);
	say(
		`A sheet of ${rows.toLocaleString('en-US')} rows: ${sheet.people.toLocaleString('en-US')} people, the rest duplicates in other spellings, blanks and typos.`,
	);
	const reports: Array<{ report: Report; machine: number }> = [];
	const plans = plansFor(rows);
	for (const { plan, workers } of [
		...plans.map((one) => ({ plan: one, workers: 1 })),
		{ plan: plans[1], workers: WORKERS },
	]) {
		const before = performance.now();
		const report = await simulate(sheet, plan, workers, seed);
		reports.push({ report, machine: performance.now() - before });
		say(`  ${plan.name}, ${workers === 1 ? 'one worker' : `${workers} workers that share the account`}: done`);
	}
	say(`\n${table(reports)}\n`);
	const complaints = reports.flatMap(({ report }) =>
		broken(report).map((sentence) => `${report.plan.name}, ${report.workers} at work: ${sentence}.`),
	);
	complaints.forEach(say);
	say(
		`${complaints.length === 0 ? 'All promises held' : 'Promises were broken'}; ${((performance.now() - start) / 1_000).toFixed(1)} s of machine time in all.`,
	);
	if (complaints.length > 0) process.exitCode = 1;
}

try {
	const flags = readFlags(process.argv.slice(2));
	if (flags === null) say(HELP);
	else void main(flags);
} catch (error) {
	say(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
