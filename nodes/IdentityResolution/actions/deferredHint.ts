import type { NodeExecutionHint } from 'n8n-workflow';
import type { Run } from '../run/run';
import { counted, hint } from './hints';
import type { RowShape } from './rowShape';
import type { Destinations } from './writeRows';

type Columns = Pick<RowShape, 'prefix' | 'input' | 'columns'>;

/** How rows that were put off come back. Null where none were, and where Skip When left rows out: whoever has set it knows. */
export function deferredHint({ rows, plan }: Run, columns: Columns, { deferredRows }: Destinations): NodeExecutionHint | null {
	const deferred = rows.filter(({ outcome }) => outcome.is === 'deferred').length;
	if (plan !== null || deferred === 0) return null;
	const putOff = `${counted(deferred, 'row')} ${deferred === 1 ? 'was' : 'were'} put off.`;
	if (deferredRows === 'output' && columns.input === 'kept') return hint('info', `${putOff} To go on, lead the Deferred output through a Wait node back to this node.`);
	if (rows.some(({ outcome }) => outcome.is === 'skipped' && outcome.by === 'skip_when')) return null;
	return hint('info', `${putOff} ${howBack(columns)}`);
}

function howBack({ prefix, input, columns }: Columns): string {
	const mayHavePaid = columns.includes('resume');
	if (input === 'left_out') return `Run their input rows again later${mayHavePaid ? ', each with its resume beside it: what that holds is paid for' : ''}.`;
	const cell = (column: string) => (/^\w*$/.test(prefix) ? `$json.${prefix}${column}` : `$json["${prefix}${column}"]`);
	// A row of Person: Resolve may be found and have something left to ask, or be charged although nothing wanted was found.
	const isDone = mayHavePaid ? `["found", "not_found"].includes(${cell('status')}) && !${cell('resume')}` : cell('found');
	return `To ask only what is left, run the written rows again with Skip When set to {{ ${isDone} }}.`;
}
