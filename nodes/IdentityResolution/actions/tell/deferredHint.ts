import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import type { Run } from '../../run/run';
import type { SettledRow } from '../../run/rows';
import { previousColumns } from '../read/previousColumns';
import { earliestRetry, hint } from './hints';
import { counted } from '../spec/format';
import { isError } from '../write/errorPolicy';
import type { RowShape } from '../write/rowShape';
import { isTruthy } from '../spec/booleans';
import type { Destinations } from '../write/writeRows';

interface Columns extends Pick<RowShape, 'prefix' | 'input'> {
	/** Which rows have `resume`. */
	resume: 'none' | 'unfinished' | 'answered';
}

/** Returns how to run deferred rows again; null if there are none or Skip When is already in use. */
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
	// Without a retry time, a loop through a Wait node would never end.
	const advice = earliestRetry({ rows }) === null ? AFTER_A_REMEDY : AFTER_A_WAIT;
	if (to.onLimit === 'output' && columns.input === 'kept') return hint('info', `${message} ${advice.fromOutput}`);
	if (rows.some(({ outcome }) => outcome.is === 'skipped' && outcome.by === 'skip_when')) return null;
	if (columns.input === 'omitted')
		return hint('info', `${message} ${advice.fromInput}${columns.resume === 'none' ? '' : WITH_RESUME}.`);
	// A part of an answered row may be deferred, and its other answers cost nothing.
	if (columns.resume === 'answered') return hint('info', `${message} ${advice.fromAnswered}.`);
	const wasFound = rows.some(
		(row, place) => isDeferred(row) && isTruthy(previousColumns(items[place].json, columns.prefix)('found')),
	);
	const skipWhen = skipWhenOf(columns, wasFound ? 'status' : 'found');
	return hint(
		'info',
		`${message} ${advice.fromWritten}, run the written rows again with Skip When set to {{ ${skipWhen} }}.`,
	);
}

interface Advice {
	fromOutput: string;
	fromInput: string;
	fromWritten: string;
	fromAnswered: string;
}

/** Added if the resume column contains paid answers. */
const WITH_RESUME = ', with the resume column: its answers are paid for';

const AFTER_A_WAIT: Advice = {
	fromOutput: 'To continue, connect the Deferred output through a Wait node to this node.',
	fromInput: 'Run their input again later',
	fromWritten: 'To look up only the rest',
	fromAnswered: 'To look up the rest, run all rows again later: known answers cost nothing',
};

const AFTER_A_REMEDY: Advice = {
	fromOutput: 'Do what the reason column says, then run the deferred rows again.',
	fromInput: 'Do what the reason column says, then run their input again',
	fromWritten: 'Do what the reason column says. Then, to look up only the rest',
	fromAnswered: 'Do what the reason column says, then run all rows again: known answers cost nothing',
};

/** Returns a Skip When expression. @param column `status` if an earlier run found deferred rows: they keep `found` */
function skipWhenOf({ prefix, resume }: Columns, column: 'status' | 'found'): string {
	const cell = (name: string) =>
		/^(?:[a-z_]\w*)?$/i.test(prefix) ? `$json.${prefix}${name}` : `$json[${JSON.stringify(prefix + name)}]`;
	// Resolve may find only some of the wanted parts, and may be charged without finding any.
	if (resume === 'unfinished') return `["found", "not_found"].includes(${cell('status')}) && !${cell('resume')}`;
	return column === 'status' ? `${cell('status')} === "found"` : cell('found');
}
