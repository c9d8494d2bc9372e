import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import type { Run } from '../../run/run';
import type { SettledRow } from '../../run/rows';
import { previousColumns } from '../rows/previousColumns';
import { earliestReturn, hint } from './hints';
import { counted } from './format';
import { isError } from './rowErrors';
import type { RowShape } from '../rows/rowShape';
import { isTruthy } from '../parameters/booleans';
import type { Destinations } from '../rows/writeRows';

type Columns = Pick<RowShape, 'prefix' | 'input' | 'columns'>;

/** Explains how to run deferred rows again. Null if there are none, or if Skip When is in use. */
export function deferredHint(
	{ rows, plan }: Run,
	columns: Columns,
	to: Destinations,
	items: readonly INodeExecutionData[],
): NodeExecutionHint | null {
	const isDeferred = ({ outcome }: SettledRow) =>
		outcome.is === 'deferred' && !(to.errors === 'own_output' && isError(outcome, to));
	const deferred = rows.filter(isDeferred).length;
	if (plan !== null || deferred === 0) return null;
	const message = `${counted(deferred, 'row')} deferred.`;
	// Without a time to wait for, a loop would never end.
	const advice = earliestReturn({ rows }) === null ? AFTER_A_REMEDY : AFTER_A_WAIT;
	if (to.deferredRows === 'output' && columns.input === 'kept')
		return hint('info', `${message} ${advice.fromOutput}`);
	if (rows.some(({ outcome }) => outcome.is === 'skipped' && outcome.by === 'skip_when')) return null;
	if (columns.input === 'omitted')
		return hint('info', `${message} ${advice.fromInput}${mayHavePaid(columns) ? WITH_RESUME : ''}.`);
	const wasFound = rows.some(
		(row, place) => isDeferred(row) && isTruthy(previousColumns(items[place].json, columns.prefix)('found')),
	);
	const isDone = doneBy(columns, wasFound ? 'status' : 'found');
	return hint(
		'info',
		`${message} ${advice.onlyTheRest} what is left, run the written rows again with Skip When set to {{ ` +
			`${isDone} }}.`,
	);
}

/** The advice for rows on an output of their own, in the input sheet, and in the written sheet. */
interface Advice {
	fromOutput: string;
	fromInput: string;
	onlyTheRest: string;
}

/** Added if the resume column contains paid answers. */
const WITH_RESUME = ', with their resume column: its answers are paid for';

const AFTER_A_WAIT: Advice = {
	fromOutput: 'To continue, connect the Deferred output through a Wait node to this node.',
	fromInput: 'Run their input rows again later',
	onlyTheRest: 'To look up only',
};

const AFTER_A_REMEDY: Advice = {
	fromOutput: 'Follow their reason column, then run them again.',
	fromInput: 'Follow their reason column, then run their input rows again',
	onlyTheRest: 'Follow their reason column. Then, to look up only',
};

const mayHavePaid = ({ columns }: Pick<Columns, 'columns'>) => columns.includes('resume');

/**
 * The Skip When expression for written rows.
 * @param column not `found` if earlier runs had found deferred rows, because it is kept
 */
function doneBy({ prefix, columns }: Columns, column: 'status' | 'found'): string {
	const cell = (name: string) =>
		/^(?:[a-z_]\w*)?$/i.test(prefix) ? `$json.${prefix}${name}` : `$json[${JSON.stringify(prefix + name)}]`;
	// A row of Resolve may be found although a wanted part is missing, or charged although none was found.
	if (mayHavePaid({ columns })) return `["found", "not_found"].includes(${cell('status')}) && !${cell('resume')}`;
	return column === 'status' ? `${cell('status')} === "found"` : cell('found');
}
