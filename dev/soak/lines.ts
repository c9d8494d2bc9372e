import { MEASURES, type Grown } from './measures';
import type { Tally } from './tally';
import type { Soaked } from './verdict';
import type { Sample } from './watch';

const whole = (count: number) => count.toLocaleString('en-US');

const statusesOf = ({ statuses }: Tally) =>
	Object.entries(statuses)
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([status, count]) => `${status} ${whole(count)}`)
		.join(', ');

/** How a soak stands after so many minutes. */
export function minuteLine(minute: number, tally: Tally, underWay: number, last: Sample | undefined): string {
	const held = last === undefined ? '' : MEASURES.map(({ name, of, show }) => `${name} ${show(of(last))}`).join(', ');
	const broken = `lost ${whole(tally.lost)}, wrong ${whole(tally.wrong)}, paid again ${whole(tally.paidAgain)}`;
	const runs = `${whole(tally.runs)} runs (${underWay} under way), ${whole(tally.rows)} rows`;
	return `${String(minute).padStart(4)} min  ${runs}: ${statusesOf(tally)}; ${broken}; ${held}`;
}

/** How a soak kept its time. */
export interface Pace {
	seconds: number;
	/** Seconds in which no run was begun, because too many were under way. */
	skipped: number;
	latestMs: number;
}

/** The table at the end. */
export function table(
	{ tally, grown, control }: Soaked,
	{ seconds, skipped, latestMs }: Pace,
	looks: number,
	last: Sample | undefined,
): string {
	const lines: Array<[string, string]> = [
		[
			'runs',
			`${whole(tally.runs)} in ${whole(seconds)} s; the latest was begun ${(latestMs / 1_000).toFixed(2)} s late`,
		],
		['  not begun, as too many were under way', whole(skipped)],
		['  ended with an error', `${whole(tally.threw)}, no row of which was answered`],
		['  not ended by n8n', whole(tally.n8nFailures)],
		['rows', whole(tally.rows)],
		...Object.entries(tally.statuses)
			.sort(([a], [b]) => a.localeCompare(b))
			.map(([status, count]): [string, string] => [`  ${status}`, whole(count)]),
		['rows lost', whole(tally.lost)],
		["rows twice or nobody's", whole(tally.repeated)],
		["rows with what can't be theirs", whole(tally.wrong)],
		['requests', `${whole(tally.requests)}, and ${whole(looks)} looks at the account`],
		['tokens', whole(tally.tokens)],
		['paid again', whole(tally.paidAgain)],
		...grown.map((one, place): [string, string] => [
			`${one.measure.name}, last half`,
			growthLine(one, control?.[place] ?? null),
		]),
		['handles, at the end', kindsOf(last)],
	];
	const width = Math.max(...lines.map(([name]) => name.length));
	return lines.map(([name, text]) => `${name.padEnd(width)}   ${text}`).join('\n');
}

const kindsOf = (sample: Sample | undefined) =>
	Object.entries(sample?.handles ?? {})
		.sort(([, a], [, b]) => b - a)
		.map(([kind, count]) => `${kind} ${whole(count)}`)
		.join(', ');

function growthLine({ measure: { show, allowed }, growth, least }: Grown, control: Grown | null): string {
	if (growth === null) return `${show(least)}; too short to tell whether it grows`;
	const alone =
		control === null || control.growth === null ? '' : `; without the node ${signed(control.growth, show)}`;
	return `${show(least)}, grew by ${signed(growth, show)} (${show(allowed)} may be chance)${alone}`;
}

const signed = (value: number, show: (value: number) => string) => `${value < 0 ? '-' : '+'}${show(Math.abs(value))}`;
