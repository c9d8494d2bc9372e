import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { STATUS } from './sheet';

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export interface RunProgress {
	requests: number;
	answered: number;
	lookups: number;
}

/** Returns a function that prints a line for each tenth of the lookups that is answered. */
export function progressPrinter(print: (line: string) => void): (progress: RunProgress) => void {
	let last = -1;
	return ({ answered, lookups, requests }) => {
		const tenth = Math.floor((answered / Math.max(1, lookups)) * 10);
		if (tenth !== last)
			print(`  ${answered} of ${countOf(lookups, 'lookup')} answered, ${countOf(requests, 'request')}`);
		last = tenth;
	};
}

export interface Totals extends RunProgress {
	tokens: number;
	tokensAre: 'reported' | 'estimated';
	time: number;
}

const STATUSES = ['found', 'not_found', 'conflict', 'skipped', 'invalid', 'failed', 'deferred'];

export function summarize(items: readonly INodeExecutionData[], totals: Totals): string {
	const note = totals.tokensAre === 'estimated' ? ' (estimated: this tool does not report charges)' : '';
	const count = (status: string) => items.filter(({ json }) => json[STATUS] === status).length;
	const lines: Array<[string, string | number]> = [
		['rows', items.length],
		['distinct lookups', totals.lookups],
		['requests', totals.requests],
		...STATUSES.map((status): [string, number] => [status.replace('_', ' '), count(status)]),
		['tokens', `${totals.tokens}${note}`],
		['time', `${(totals.time / 1000).toFixed(1)} s`],
	];
	return lines.map(([label, value]) => `  ${label.padEnd(18)}${value}`).join('\n');
}

/** The sentences of the node's hint that give the counts of a run, which the summary shows already. */
const COUNTS = /^[\d,]+ rows?: [^.]*\.( .*)? [\d,]+ distinct lookups? in [^.]*\.\s*(?:Left: [^.]*\.\s*)?/;

/** The parts of the node's hints that end with what to do in n8n, which is a command or a flag here. */
const RUN_AGAIN = /\b(run this output again(?: later)?), once it is stored: found rows are skipped\.$/i;
const SKIP_BOTH = 'set Rows Answered Before to Skip Found and Not Found';

/**
 * Returns what the node's hints say in addition to the summary, one line each: charges without an answer, why the run
 * stopped early, when to run again. A terminal has no table of n8n.
 * @param written the enriched sheet
 */
export function remarksOf(hints: readonly NodeExecutionHint[], written: string): string[] {
	const file = /^[\w./\\:-]+$/.test(written) ? written : JSON.stringify(written);
	return hints
		.map(({ message }) =>
			message
				.replace(COUNTS, (_counts, contents?: string) => (contents ? `This run:${contents} ` : ''))
				.trim()
				.replace(
					RUN_AGAIN,
					(_hint, run: string) => `${run}: npm start -- --file ${file}, with your other flags`,
				)
				.replace(SKIP_BOTH, 'add --skip-answered'),
		)
		.map((remark) => remark.replaceAll('&lt;', '<'))
		.filter((remark) => remark !== '' && !remark.includes("n8n's table"));
}
