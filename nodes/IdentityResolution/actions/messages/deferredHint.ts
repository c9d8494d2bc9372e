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
	const isPutOff = ({ outcome }: SettledRow) =>
		outcome.is === 'deferred' && !(to.errors === 'own_output' && isError(outcome, to));
	const deferred = rows.filter(isPutOff).length;
	if (plan !== null || deferred === 0) return null;
	const putOff = `${counted(deferred, 'row')} ${deferred === 1 ? 'was' : 'were'} put off.`;
	// Without a time to wait for, a loop would never end.
	const words = earliestReturn({ rows }) === null ? afterCure(deferred === 1 ? ONE : SEVERAL) : AFTER_A_WAIT;
	if (to.deferredRows === 'output' && columns.input === 'kept') return hint('info', `${putOff} ${words.fromOutput}`);
	if (rows.some(({ outcome }) => outcome.is === 'skipped' && outcome.by === 'skip_when')) return null;
	if (columns.input === 'omitted')
		return hint('info', `${putOff} ${words.fromInput}${mayHavePaid(columns) ? words.withResume : ''}.`);
	const wasFound = rows.some(
		(row, place) => isPutOff(row) && isTruthy(previousColumns(items[place].json, columns.prefix)('found')),
	);
	const isDone = doneBy(columns, wasFound ? 'status' : 'found');
	return hint(
		'info',
		`${putOff} ${words.toAskOnly} what is left, run the written rows again with Skip When set to {{ ${isDone} }}.`,
	);
}

/** The advice for rows on an output of their own, in the input sheet, and in the written sheet. */
interface Words {
	fromOutput: string;
	fromInput: string;
	/** Added if the resume column contains paid answers. */
	withResume: string;
	toAskOnly: string;
}

const AFTER_A_WAIT: Words = {
	fromOutput: 'To go on, lead the Deferred output through a Wait node back to this node.',
	fromInput: 'Run their input rows again later',
	withResume: ', each with its resume beside it: what that holds is paid for',
	toAskOnly: 'To ask only',
};

const ONE = { their: 'its', them: 'it', inputRows: 'input row', each: '' };
const SEVERAL = { their: 'their', them: 'them', inputRows: 'input rows', each: 'each ' };

function afterCure({ their, them, inputRows, each }: typeof ONE): Words {
	const remedy = `Do what ${their} reason says`;
	return {
		fromOutput: `${remedy}, and run ${them} again.`,
		fromInput: `${remedy}; then run ${their} ${inputRows} again`,
		withResume: `, ${each}with its resume beside it: what that holds is paid for`,
		toAskOnly: `${remedy}; then, to ask only`,
	};
}

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
