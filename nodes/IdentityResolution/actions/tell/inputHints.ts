import type { INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { field } from '../../api/json';
import type { AnswerStore } from '../../run/answerStore';
import type { Run } from '../../run/run';
import type { ExecutionAnswers, Known } from '../read/earlierAnswers';
import type { Job } from '../read/job';
import type { InputReader } from '../read/inputReader';
import { missingColumn, type ParameterReader } from '../read/parameterReader';
import { counted } from '../spec/format';
import type { IdentifierField } from '../spec/identifierFields';
import { firstFew, reasonOf } from '../write/explanations';
import type { RowShape } from '../write/rowShape';
import { info, warning } from './hints';

/** Warnings about mistakes in the input that cost at most one token. */
export const inputHints = (inputs: InputReader, parameters: ParameterReader): NodeExecutionHint[] =>
	inputs.warnings((parameter) => !parameters.readsRow(parameter)).map(warning);

export const LOOP =
	'The node ran again in this execution, because it stands in a loop. Remove the loop: the node batches and ' +
	'deduplicates rows by itself.';
export const WIRES =
	'The node ran again in this execution, because several connections lead to it. Put a Merge node before it.';

/** Says why the node ran again in one execution; null for its first run, and in a loop over deferred rows. */
export function runAgainHint(
	{ host, node, items }: Pick<Job, 'host' | 'node' | 'items'>,
	prefix: string,
	{ forgets }: Pick<ExecutionAnswers, 'forgets'>,
): NodeExecutionHint | null {
	const runIndex = Number(host.evaluateExpression('{{ $runIndex }}', 0));
	const isDeferred = ({ json }: INodeExecutionData) => field(json, `${prefix}status`) === 'deferred';
	if (!(runIndex > 0) || items.some(isDeferred)) return null;
	const before = new Set(host.getParentNodes(node.name).map(({ name }) => name));
	const isLoop = host.getChildNodes(node.name).some(({ name }) => before.has(name));
	const forgotten = ' It no longer remembers all answers of the execution, so that people may be paid for again.';
	return warning((isLoop ? LOOP : WIRES) + (forgets ? forgotten : ''));
}

/** Returns a remedy if the rows come from a CSV file with a byte order mark before its first column; else null. */
export const markRemedy = (items: readonly INodeExecutionData[]): string | null =>
	items.some(({ json }) => Object.keys(json)[0]?.startsWith('\uFEFF'))
		? 'The first column starts with an invisible mark. In Extract from File, switch on Exclude Byte Order Mark (BOM).'
		: null;

/** Warns about fields whose column no row has, for example because its name is mistyped. */
export const missingColumnHints = (
	{ parameters }: INode,
	items: readonly INodeExecutionData[],
	fields: readonly IdentifierField[],
): NodeExecutionHint[] =>
	[...new Set(fields.map(({ parameter }) => parameter))].flatMap(({ name, displayName }) => {
		const column = missingColumn(parameters[name], items);
		if (column === null) return [];
		return warning(
			`No row has the column "${column}", which ${displayName} names. ${markRemedy(items) ?? 'Check its expression.'}`,
		);
	});

/** Warns if nothing was sent for a whole sheet, for example because of a mistyped column name. */
export function nothingSentHint({ rows }: Run, items: INodeExecutionData[], { inputPrefix }: RowShape) {
	const outcome = rows.at(0)?.outcome;
	if (outcome?.is !== 'skipped' || !rows.every(({ outcome: one }) => one.is === 'skipped' && one.by === outcome.by))
		return null;
	const reason = reasonOf(outcome);
	if (outcome.by === 'blank' && rows.every((row) => reasonOf(row.outcome) === reason))
		return warning(`${reason} in every row. ${markRemedy(items) ?? describeColumns(items[0])}`);
	if (outcome.by !== 'skip_when' || items.some(({ json }) => field(json, `${inputPrefix}status`))) return null;
	return warning('Skip When skipped every row, and none of them was answered before. Check its expression.');
}

function describeColumns({ json }: INodeExecutionData): string {
	const columns = Object.keys(json);
	if (columns.length === 0) return 'The rows have no columns.';
	if (columns.length === 1 && /[;\t|]/.test(columns[0]))
		return `The rows have one column, ${quoted(columns[0])}. Set the Delimiter in the node that reads the file.`;
	return `Check its expression: the rows have the columns ${firstFew(columns, 12)}.`;
}

/** Reports rows of the input *Known* that were not used, and why. */
export function knownHints(
	{ rows, texts, entries, nameless, unread: [unread] }: Omit<Known, 'suppression'>,
	{ expired }: Pick<AnswerStore, 'expired'>,
): NodeExecutionHint[] {
	if (rows === 0)
		return [
			info('No row arrived at the input Known, so that no answer was known. This is normal for an empty store.'),
		];
	const unusable =
		'The rows at the input Known contain no answer of this node. Pass its column resume as it was written, under ' +
		'a name that ends in resume, or mark people in a column suppressed.';
	const unreadList =
		'at the input Known marks no people: only a column named suppressed does. Rename it if it should.';
	const unnamed = 'had no LinkedIn address, email or MD5. A name alone does not suppress a person.';
	return [
		...(texts + entries === 0 ? [warning(unusable)] : []),
		...(unread === undefined ? [] : [warning(`${quoted(unread)} ${unreadList}`)]),
		...(expired > 0 ? [info(`${counted(expired, 'known answer')} expired, because of Max Age.`)] : []),
		...(nameless > 0 ? [warning(`${counted(nameless, 'suppressed row')} ${unnamed}`)] : []),
	];
}
