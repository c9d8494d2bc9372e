import type { IExecuteFunctions, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { field } from '../../api/json';
import { hint } from './hints';
import type { InputReader } from '../read/inputReader';
import { markRemedy, missingColumn } from '../read/missingColumn';
import type { ParameterReader } from '../read/parameterReader';
import type { IdentifierField } from '../spec/identifierFields';

/** Warnings about mistakes in the input that cost at most one token. */
export const inputHints = (
	{ host, items }: { host: IExecuteFunctions; items: readonly INodeExecutionData[] },
	inputs: InputReader,
	parameters: ParameterReader,
	prefix: string,
): NodeExecutionHint[] => [
	...inputs.warnings((parameter) => parameters.isFixed(parameter)).map((warning) => hint('warning', warning)),
	...(isLoop(host, items, prefix) ? [hint('warning', LOOP)] : []),
];

export const LOOP =
	'The node ran once per row. Remove Loop Over Items: the node batches and deduplicates rows by itself.';

/** Runs of the node that indicate a loop. Two runs may be two branches. */
const MIN_LOOP_RUNS = 3;

/** Whether the node runs once per row. Rows with a status are excluded: they come from a loop over deferred rows. */
function isLoop(host: IExecuteFunctions, items: readonly INodeExecutionData[], prefix: string): boolean {
	if (items.length !== 1 || field(items[0].json, `${prefix}status`) !== undefined) return false;
	const runIndex: unknown = host.evaluateExpression('{{ $runIndex }}', 0);
	return typeof runIndex === 'number' && runIndex + 1 >= MIN_LOOP_RUNS;
}

/** Warns about fields whose column no row has, for example because its name is mistyped. */
export const missingColumnHints = (
	{ parameters }: INode,
	items: readonly INodeExecutionData[],
	fields: readonly IdentifierField[],
): NodeExecutionHint[] =>
	[...new Set(fields.map(({ parameter }) => parameter))].flatMap(({ name, displayName }) => {
		const column = missingColumn(parameters[name], items);
		if (column === null) return [];
		return hint(
			'warning',
			`No row has the column "${column}", which ${displayName} names. ${markRemedy(items) ?? 'Check its expression.'}`,
		);
	});
