import type { INodeExecutionData } from 'n8n-workflow';
import { addressesInRow } from '../../api/person/emails';
import { unmet, WANTS, withoutGiven, type Wanted, type WantName } from '../../api/person/wants';
import type { SettledRow } from '../../run/rows';
import { kindsGiven } from '../read/personKey';
import { mergedOf } from '../../run/resolve/rowState';

/** The number of rows with a wanted part. */
export interface WantCount {
	/** The part, in the middle of a sentence. */
	words: string;
	rows: number;
}

/** Counts the rows that have each wanted part, from answers of this run and of earlier ones. */
export function countWants(
	rows: readonly SettledRow[],
	items: readonly INodeExecutionData[],
	wanted: Wanted,
): WantCount[] {
	const { wants } = wanted;
	const counts = new Map<WantName, number>(wants.map((want) => [want, 0]));
	rows.forEach((row, index) => {
		// A row that ended at a suppressed person shows no data.
		if (row.outcome.is === 'skipped' || !row.steps.some(({ outcome }) => outcome.is === 'found')) return;
		const { cells } = mergedOf(row.steps, () => addressesInRow(items[index].json));
		const lacking = unmet(withoutGiven(wanted, kindsGiven(row)), cells);
		for (const want of wants) if (!lacking.includes(want)) counts.set(want, (counts.get(want) ?? 0) + 1);
	});
	return wants.map((want) => ({ words: WANTS[want].words, rows: counts.get(want) ?? 0 }));
}
