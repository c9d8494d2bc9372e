import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import type { SettledRow } from '../run/settle';
import type { Cells } from './cells';
import type { AccountOperation } from './operation';
import { errorJson, errorOf } from './rowErrors';
import { reasonOf, retryAtOf } from './sentences';

/** One answer for all rows that asked the same. */
interface Group {
	row: SettledRow;
	index: number;
	pairedItem: IPairedItemData[];
}

/** The items of an account operation: those of each distinct question once, paired to every row that asked it. */
export function writeAccount(
	operation: AccountOperation,
	rows: readonly SettledRow[],
	cells: Cells,
	errors: 'own_output' | 'in_results',
): INodeExecutionData[][] {
	const good: INodeExecutionData[] = [];
	const bad: INodeExecutionData[] = [];
	for (const { row, index, pairedItem } of groups(rows)) {
		const { outcome } = row;
		if (outcome.is === 'found') {
			for (const json of operation.items(outcome.answer.results, cells.row(index))) {
				good.push({ json: json as IDataObject, pairedItem });
			}
		} else if (errors === 'own_output') {
			bad.push({ json: errorJson(errorOf(row)), pairedItem });
		} else {
			good.push({ json: { status: outcome.is, reason: reasonOf(outcome), retry_at: retryAtOf(outcome) }, pairedItem });
		}
	}
	return [[...good, ...bad]];
}

function groups(rows: readonly SettledRow[]): Group[] {
	const byQuestion = new Map<string, Group>();
	rows.forEach((row, index) => {
		const question = row.steps.at(-1)?.lookup.key ?? reasonOf(row.outcome) ?? '';
		const group = byQuestion.get(question) ?? { row, index, pairedItem: [] };
		group.pairedItem.push({ item: index });
		byQuestion.set(question, group);
	});
	return [...byQuestion.values()];
}
