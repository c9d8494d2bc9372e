import type { IDataObject, NodeExecutionHint, NodeTypeAndVersion } from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { field, isEmpty, toJson } from '../../api/values/json';
import type { SettledRow } from '../../run/rows';
import {
	isAnotherPerson,
	isSurelySamePerson,
	keysOfRow,
	type PreviousColumns,
} from '../read/previousColumns';
import { counted } from '../spec/format';
import { statusIn } from '../spec/columns';
import { purposeOf } from '../spec/operation';
import type { Context } from './context';
import { warning } from './summary';

const KEY = 'person_key';

/**
 * Finds rows that two nodes of one operation in a row have paid for twice. The second one skips
 * rows by their columns, so that it pays again if it has another prefix or *Output*, or if the
 * columns do not reach it.
 */
export class TwinNodes {
	private sent = 0;
	/** Of those, the rows that have an answer of this operation. */
	private answered = 0;
	private hasColumns = false;

	/** @param twins the nodes of the same operation before this one */
	constructor(
		private readonly context: Context,
		private readonly twins: readonly NodeTypeAndVersion[],
	) {}

	/** Counts a row that was charged, or that a real run would send. @param json of the input */
	count({ row, json }: { row: SettledRow; json: IDataObject }): void {
		const prefixes = Object.keys(json).flatMap((name) =>
			name.endsWith(KEY) ? name.slice(0, -KEY.length) : [],
		);
		this.sent += 1;
		this.hasColumns ||= prefixes.length > 0;
		if (
			prefixes.some((prefix) => this.hasAnswer(row, (column) => field(json, prefix + column)))
		)
			this.answered += 1;
	}

	private hasAnswer(row: SettledRow, previous: PreviousColumns): boolean {
		if (statusIn(previous('status')) !== 'found') return false;
		const keys = keysOfRow(row);
		if (isAnotherPerson(keys, previous) || !isSurelySamePerson(keys, previous)) return false;
		const columns = [
			...purposeOf(this.context.operation, { output: 'everything', fields: [] }),
			'results',
		];
		return columns.some((column) => !isEmpty(previous(column)));
	}

	hint(were: 'were' | 'would be'): NodeExecutionHint | null {
		const { node, operation } = this.context;
		if (this.answered > 0)
			return warning(
				`${counted(this.answered, 'row')} ${were} charged again: ${quoted(this.twins[0].name)} has the same operation. ` +
					'Remove one of the two nodes, or give both the same Column Prefix and Output.',
			);
		if (this.sent === 0 || this.hasColumns) return null;
		// Without columns, only equal fields show that both nodes look up the same.
		const isEqual = ({ parameters }: NodeTypeAndVersion) =>
			operation.fields.every(
				({ name }) => toJson(field(parameters, name)) === toJson(node.parameters[name]),
			);
		const twin = this.twins.find(isEqual);
		if (twin === undefined) return null;
		return warning(
			`${quoted(twin.name)} has the same operation and fields, but its columns do not reach this node, so that rows ` +
				`${were} charged again. Keep the columns, or remove one of the two nodes.`,
		);
	}
}
