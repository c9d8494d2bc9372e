import Table from 'cli-table3';
import { complaints } from '../oracle/oracle';
import { NEW_NODE } from './limits';
import type { Report } from './simulation';

const MAX_RATIO = { alone: 1.02, together: 1.05 };

/** Returns a sentence for each broken promise, none if all held. */
export function brokenPromises(report: Report): string[] {
	const { scenario, oracle, unanswered, oversized, maxRefusedPerWindow, took, minimum } = report;
	const isAlone = scenario.workers === 1;
	const maxRatio = isAlone ? MAX_RATIO.alone : MAX_RATIO.together;
	const ratio = (took / minimum).toFixed(4);
	const promises: Array<[boolean, string]> = [
		[unanswered === 0, `${unanswered} rows failed`],
		[took >= minimum, `it took ${ratio} times the minimum time, which is less than the plan allows`],
		[took <= maxRatio * minimum, `it took ${ratio} times the minimum time, more than ${maxRatio}`],
		[
			maxRefusedPerWindow <= NEW_NODE.concurrency * scenario.workers,
			`${maxRefusedPerWindow} requests were refused in one window`,
		],
		// Separate workers cannot know what the others leave; a part learns what is left from its first answer.
		[!isAlone || oversized < scenario.work.parts, `${oversized} requests had more records than a window had left`],
	];
	return [...complaints(oracle), ...promises.filter(([holds]) => !holds).map(([, sentence]) => sentence)];
}

const HOUR = 3_600_000;
const whole = (count: number) => count.toLocaleString('en-US');
const hours = (ms: number) => `${(ms / HOUR).toFixed(3)} h`;

const LINES: ReadonlyArray<[string, (report: Report) => string]> = [
	['lookups', ({ scenario }) => scenario.work.name],
	['workers', ({ scenario }) => whole(scenario.workers)],
	['rows', ({ rows }) => whole(rows)],
	['rows lost', ({ oracle }) => whole(oracle.lost.length)],
	['rows returned twice', ({ oracle }) => whole(oracle.repeated)],
	['rows with a wrong answer', ({ oracle }) => whole(oracle.wrong.length)],
	['lookups paid again', ({ oracle }) => whole(oracle.paidAgain.length)],
	['runs', ({ runs }) => whole(runs)],
	['requests', ({ requests }) => whole(requests)],
	['refused by the burst guard', ({ refusedByBurst }) => whole(refusedByBurst)],
	['refused by windows', ({ refusedByWindow }) => whole(refusedByWindow)],
	['  most in any 5 h', ({ maxRefusedPerWindow }) => whole(maxRefusedPerWindow)],
	['larger than the window', ({ oversized }) => whole(oversized)],
	['virtual time', ({ took }) => hours(took)],
	['minimum time', ({ minimum }) => hours(minimum)],
	['over the minimum', ({ took, minimum }) => `${((took / minimum - 1) * 100).toFixed(2)} %`],
];

/** A text table with a column for each simulation. */
export function table(reports: readonly Report[]): string {
	const text = new Table({
		head: ['', ...reports.map(({ scenario }) => scenario.plan.name)],
		colAligns: ['left', ...reports.map(() => 'right' as const)],
		style: { head: [], border: [], compact: true },
	});
	text.push(...LINES.map(([name, cell]) => [name, ...reports.map(cell)]));
	return text.toString();
}
