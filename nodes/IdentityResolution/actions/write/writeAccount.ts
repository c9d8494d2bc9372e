import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { LOOKS_FAILED } from '../../api/account/record';
import { containsData, field, isObject, type JsonObject } from '../../api/json';
import type { Answer } from '../../api/replies/reading';
import type { SettledRow } from '../../run/rows';
import { formOf } from '../read/accountRoute';
import type { ParameterReader } from '../read/parameterReader';
import type { AccountOperation } from '../spec/operation';
import { errorJson, errorOf } from './rowErrors';
import { reasonOf, retryAtOf } from './explanations';

type Form = ReturnType<typeof formOf>;

/** Rows that share an answer, and show it in the same form. */
interface Group {
	row: SettledRow;
	form: Form;
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
	for (const { row, form, pairedItem } of groups(rows, parameters)) {
		if (row.outcome.is !== 'found' && reader === 'workflow_with_error_output')
			bad.push({ json: errorJson(errorOf(row)), pairedItem });
		else
			for (const json of jsonsOf(operation, row, form, reader))
				good.push({ json: json as IDataObject, pairedItem });
	}
	return [[...good, ...bad]];
}

function jsonsOf(operation: AccountOperation, { outcome }: SettledRow, form: Form, reader: Reader): JsonObject[] {
	const problem = { status: outcome.is, reason: reasonOf(outcome), retry_at: retryAtOf(outcome) };
	if (reader === 'agent') {
		const item = outcome.is === 'found' ? agentItem(operation, outcome.answer, form) : problem;
		return [{ ...withoutNulls(item), cost: 'Free' }];
	}
	return outcome.is === 'found' ? itemsOf(operation, outcome.answer, form) : [problem];
}

/** Returns the items of an answered row. */
export function itemsOf({ rows, total }: AccountOperation, answer: Answer, form: Form): JsonObject[] {
	if (form === 'raw') return [rawRecord(answer)];
	return form === 'total' && total ? [total(answer.results)] : rows(answer.results);
}

/** Returns the only item of an answered row for an agent. */
export function agentItem(operation: AccountOperation, answer: Answer, form: Form): JsonObject {
	const isShort = form === 'raw' || (form === 'total' && operation.total !== undefined);
	return isShort ? itemsOf(operation, answer, form)[0] : operation.agentRow(answer.results);
}

/**
 * Returns the record as the service sent it, with the metadata of the reply. A record with an `error` field is wrapped,
 * because the field would trigger n8n's Retry On Fail.
 */
function rawRecord({ results, metadata }: Answer): JsonObject {
	const record = isObject(results) && (field(results, LOOKS_FAILED) ?? null) === null ? results : { results };
	return containsData(metadata) ? { metadata, ...record } : record;
}

const withoutNulls = (json: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));

function groups(rows: readonly SettledRow[], parameters: ParameterReader): Group[] {
	const byAnswer = new Map<string, Group>();
	rows.forEach((row, index) => {
		const form = formOf(parameters.row(index));
		const answer = `${row.steps.at(-1)?.lookup.key ?? reasonOf(row.outcome)} ${form}`;
		const group = byAnswer.get(answer) ?? { row, form, pairedItem: [] };
		group.pairedItem.push({ item: index });
		byAnswer.set(answer, group);
	});
	return [...byAnswer.values()];
}
