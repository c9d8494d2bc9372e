import type { Report } from './report';

const HOUR = 3_600_000;

const whole = (count: number) => count.toLocaleString('en-US');
const hours = (ms: number) => `${(ms / HOUR).toFixed(3)} h`;

const LINES: ReadonlyArray<[string, (report: Report, machine: number) => string]> = [
	['bound by', ({ plan }) => plan.binds],
	['records per 5 h / 1 w', ({ plan }) => `${whole(plan.records5h)} / ${whole(plan.records1w)}`],
	['requests per 5 h', ({ plan }) => whole(plan.requests5h)],
	['burst guard', ({ plan }) => `${plan.burst.perSecond}/s, ${plan.burst.burst} at once`],
	['workers', ({ workers }) => whole(workers)],
	['rows out', ({ rowsOut }) => whole(rowsOut)],
	['rows lost', ({ lost }) => whole(lost)],
	['rows answered wrongly', ({ wrong }) => whole(wrong)],
	['identifiers charged twice', ({ chargedTwice }) => whole(chargedTwice)],
	['distinct lookups', ({ lookups }) => whole(lookups)],
	['runs', ({ runs }) => whole(runs)],
	['requests', ({ requests }) => whole(requests)],
	['refused by the burst guard', ({ refusedByBurst }) => whole(refusedByBurst)],
	['refused by windows', ({ refusedByWindow }) => whole(refusedByWindow)],
	['  most of them in any 5 h', ({ mostRefusedPerWindow }) => whole(mostRefusedPerWindow)],
	['asked for more than was left', ({ overdrawn }) => whole(overdrawn)],
	['virtual time', ({ took }) => hours(took)],
	['theoretical least', ({ least }) => hours(least)],
	['over the least', ({ took, least }) => `${((took / least - 1) * 100).toFixed(2)} %`],
	['machine time', (_report, machine) => `${(machine / 1_000).toFixed(1)} s`],
];

/** A column of the table for each simulation. @param machine ms of this machine that each took */
export function table(reports: ReadonlyArray<{ report: Report; machine: number }>): string {
	const rows = [
		['', ...reports.map(({ report }) => report.plan.name)],
		...LINES.map(([name, cell]) => [name, ...reports.map(({ report, machine }) => cell(report, machine))]),
	];
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	return rows
		.map((row) =>
			row
				.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
				.join('   ')
				.trimEnd(),
		)
		.join('\n');
}
