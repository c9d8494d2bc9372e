import type { INodeExecutionData } from 'n8n-workflow';
import { PREFIX } from './prefix';

/** What a run came to. */
export interface Totals {
	lookups: number;
	requests: number;
	tokens: number;
	tokensAre: 'reported' | 'estimated';
	/** ms */
	time: number;
	/** Rows that were left as an earlier run answered them; they are in no other count but that of all rows. */
	answeredBefore: number;
}

const STATUSES: ReadonlyArray<[string, string]> = [
	['found', 'found'],
	['not found', 'not_found'],
	['skipped', 'skipped'],
	['invalid', 'invalid'],
	['failed', 'failed'],
	['deferred', 'deferred'],
];

/**
 * The run in a few aligned lines.
 * @param asked the rows but those that were answered before
 */
export function summarize(asked: INodeExecutionData[], totals: Totals): string {
	const { answeredBefore } = totals;
	const count = (status: string) => asked.filter(({ json }) => json[`${PREFIX}status`] === status).length;
	const tokens = `${totals.tokens}${totals.tokensAre === 'estimated' ? ' (estimated: this tool does not report charges)' : ''}`;
	const lines: Array<[string, string | number]> = [
		['rows', asked.length + answeredBefore],
		...(answeredBefore === 0 ? [] : [['answered before', answeredBefore] satisfies [string, number]]),
		['distinct lookups', totals.lookups],
		['requests', totals.requests],
		...STATUSES.map(([label, status]): [string, number] => [label, count(status)]),
		['tokens', tokens],
		['time', `${(totals.time / 1000).toFixed(1)} s`],
	];
	return lines.map(([label, value]) => `  ${label.padEnd(18)}${value}`).join('\n');
}
