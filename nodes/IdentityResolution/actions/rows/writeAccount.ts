import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { toJson, type JsonObject } from '../../api/json';
import type { SettledRow } from '../../run/rows';
import type { ParameterReader, RowReader } from '../parameters/parameterReader';
import type { AccountOperation } from '../operation';
import { errorJson, errorOf } from '../messages/rowErrors';
import { reasonOf, retryAtOf } from '../messages/explanations';

/** Rows that share an answer, and show it in the same way. */
interface Group {
	row: SettledRow;
	index: number;
	pairedItem: IPairedItemData[];
}

/** An agent reads only the first output, and gets the cost and no nulls. */
export type Reader = 'workflow' | 'workflow_with_error_output' | 'agent';

/** Returns the items of an account operation. Each is paired to all rows that share its answer. */
export function writeAccount(
	operation: AccountOperation,
	rows: readonly SettledRow[],
	parameters: ParameterReader,
	reader: Reader,
): INodeExecutionData[][] {
	const good: INodeExecutionData[] = [];
	const bad: INodeExecutionData[] = [];
	const settingsOf = (index: number) =>
		operation.fields.map(({ name }) => toJson(parameters.row(index)(name))).join();
	for (const { row, index, pairedItem } of groups(rows, settingsOf)) {
		if (row.outcome.is !== 'found' && reader === 'workflow_with_error_output') {
			bad.push({ json: errorJson(errorOf(row)), pairedItem });
			continue;
		}
		for (const json of jsonsOf(operation, row, parameters.row(index), reader))
			good.push({ json: json as IDataObject, pairedItem });
	}
	return [[...good, ...bad]];
}

function jsonsOf(
	operation: AccountOperation,
	{ outcome }: SettledRow,
	readParameter: RowReader,
	reader: Reader,
): JsonObject[] {
	const problem = { status: outcome.is, reason: reasonOf(outcome), retry_at: retryAtOf(outcome) };
	if (reader !== 'agent') return outcome.is === 'found' ? operation.items(outcome.answer, readParameter) : [problem];
	const answer = outcome.is === 'found' ? operation.agentItem(outcome.answer, readParameter) : problem;
	return [{ ...withoutNulls(answer), cost: 'Free' }];
}

const withoutNulls = (json: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));

function groups(rows: readonly SettledRow[], settingsOf: (index: number) => string): Group[] {
	const byAnswer = new Map<string, Group>();
	rows.forEach((row, index) => {
		const lookup = row.steps.at(-1)?.lookup.key ?? reasonOf(row.outcome);
		const answer = `${lookup} ${settingsOf(index)}`;
		const group = byAnswer.get(answer) ?? { row, index, pairedItem: [] };
		group.pairedItem.push({ item: index });
		byAnswer.set(answer, group);
	});
	return [...byAnswer.values()];
}
