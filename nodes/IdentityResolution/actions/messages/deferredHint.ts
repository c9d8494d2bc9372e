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

/**
 * How rows that were put off come back. Null where none were, and where Skip When left rows out: whoever has set it
 * knows.
 */
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
	// Without a time to wait for, a loop would go round for ever, and a second run be refused as the first one was.
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

/**
 * How rows come back: from an output of their own, from the sheet that came in, and from the one that was written
 * (those two in part).
 */
interface Words {
	fromOutput: string;
	fromInput: string;
	/** Behind it, where the resume column holds answers that were paid for. */
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
 * The expression by which a written row is left out of the next run.
 * @param column what tells that it was found: not `found` where rows were put off that an earlier run had found, as it
 * outlasts
 */
function doneBy({ prefix, columns }: Columns, column: 'status' | 'found'): string {
	const cell = (name: string) =>
		/^(?:[a-z_]\w*)?$/i.test(prefix) ? `$json.${prefix}${name}` : `$json[${JSON.stringify(prefix + name)}]`;
	// A row of Person: Resolve may be found and have something left to ask, or be charged although nothing wanted was
	// found.
	if (mayHavePaid({ columns })) return `["found", "not_found"].includes(${cell('status')}) && !${cell('resume')}`;
	return column === 'status' ? `${cell('status')} === "found"` : cell('found');
}
