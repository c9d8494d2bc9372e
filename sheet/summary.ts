import type { INodeExecutionData } from 'n8n-workflow';

/** What a run came to. */
export interface Totals {
	lookups: number;
	requests: number;
	tokens: number;
	tokensAre: 'reported' | 'estimated';
	/** ms */
	time: number;
}

const STATUSES: ReadonlyArray<[string, string]> = [
	['found', 'found'],
	['not found', 'not_found'],
	['skipped', 'skipped'],
	['invalid', 'invalid'],
	['failed', 'failed'],
	['deferred', 'deferred'],
];

/** The run in a few aligned lines. */
export function summarize(items: INodeExecutionData[], totals: Totals): string {
	const count = (status: string) => items.filter(({ json }) => json.enriched_status === status).length;
	const tokens = `${totals.tokens}${totals.tokensAre === 'estimated' ? ' (estimated: this tool does not report charges)' : ''}`;
	const lines: Array<[string, string | number]> = [
		['rows', items.length],
		['distinct lookups', totals.lookups],
		['requests', totals.requests],
		...STATUSES.map(([label, status]): [string, number] => [label, count(status)]),
		['tokens', tokens],
		['time', `${(totals.time / 1000).toFixed(1)} s`],
	];
	return lines.map(([label, value]) => `  ${label.padEnd(18)}${value}`).join('\n');
}
