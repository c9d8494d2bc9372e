import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { field } from '../../api/json';
import { needsAction } from '../../api/refusals';
import type { Step } from '../../run/lookup';
import { isAnswered, stopOf } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import { errorOf, isError, outputOf, toNodeError, type Destinations, type ErrorPolicy } from './rowErrors';
import type { RowShape } from './rowShape';

/** Why a run without any answer failed as a whole. */
export interface Failure {
	/** The account, with its key, plan, balance, address and service; a setting; or the values of a whole column. */
	concerns: 'account' | 'settings' | 'column';
	/** The row whose error says why. */
	row: SettledRow;
	/** The number of wrong cells, if each has a reason of its own. */
	cells?: number;
}

/** Fewer wrong cells may be the typos of strangers. */
const FEWEST_WRONG_CELLS = 10;

/** Returns why no row of a run was answered, if that is no matter of single rows and no limit that opens by itself. */
export function failureOf(rows: readonly SettledRow[], policy: Pick<ErrorPolicy, 'onLimit'>): Failure | null {
	if (rows.some(wasAnswered)) return null;
	const blocked = blockedRow(rows);
	if (blocked === null) return inputFailureOf(rows);
	const hasOwnOutput = blocked.outcome.is === 'deferred' && policy.onLimit === 'output';
	return hasOwnOutput ? null : { concerns: 'account', row: blocked };
}

/** Whether the service answered a row in this run. n8n would discard the answer if the node threw. */
export const wasAnswered = ({ steps }: SettledRow): boolean =>
	steps.some((step) => isUnreadHit(step) || (isAnswered(step.outcome) && step.record.attempts > 0));

/** Whether a paid answer could not be read. Only *Raw*, or the error of its row, has it. */
const isUnreadHit = ({ lookup, outcome }: Step): boolean =>
	lookup.tool.family !== 'free' && outcome.is === 'failed' && outcome.refusal.unread !== undefined;

/** The first row that nothing answers until somebody acts; null if another row only needs a later run. */
function blockedRow(rows: readonly SettledRow[]): SettledRow | null {
	let failed: SettledRow | null = null;
	let deferred: SettledRow | null = null;
	for (const row of rows) {
		const stop = stopOf(row.outcome);
		if (stop === null) continue;
		const isBlocked = needsAction(stop.reason);
		if (!isBlocked && row.outcome.is === 'deferred') return null;
		if (!isBlocked) continue;
		if (row.outcome.is === 'deferred') deferred ??= row;
		else failed ??= row;
	}
	// A stop explains more than a single row.
	return deferred ?? failed;
}

/** Why all rows with values are invalid, if that is not a matter of single cells. */
function inputFailureOf(rows: readonly SettledRow[]): Failure | null {
	const filled = rows.filter(({ outcome }) => outcome.is !== 'skipped' || outcome.by !== 'blank');
	const [row] = filled;
	if (row === undefined || row.outcome.is !== 'invalid') return null;
	const { why } = row.outcome;
	if (!filled.every(({ outcome }) => outcome.is === 'invalid')) return null;
	for (const one of filled)
		if (one.outcome.is === 'invalid' && one.outcome.concerns !== undefined)
			return { concerns: one.outcome.concerns, row: one };
	if (filled.length < FEWEST_WRONG_CELLS) return null;
	const isSame = filled.every(({ outcome }) => outcome.is === 'invalid' && outcome.why === why);
	return { concerns: 'column', row, ...(!isSame && { cells: filled.length }) };
}

/** Returns the error with which a run ends. */
export function errorOfRun(node: INode, { row, cells }: Failure) {
	const { message, description, ...error } = errorOf(row);
	return toNodeError(node, {
		...error,
		message: cells === undefined ? message : `None of the ${cells} rows with a value can be looked up. ${message}`,
		description: description.replace(/\bthis row\b/, 'the workflow'),
	});
}

// With Retry On Fail, n8n runs a node again, with all of its rows, if it throws or if the first item of its first
// output has a field `error`. Only this part of the file prevents that such a run is charged again.

type RetryNode = Pick<INode, 'retryOnFail'>;

/** Renames the field `error` of the first item, because n8n would take it for a failed run. */
export function withoutErrorFirst({ retryOnFail }: RetryNode, outputs: INodeExecutionData[][]): INodeExecutionData[][] {
	const [[first, ...others], ...further] = outputs;
	// An item of the error output has no other fields, and is first only if nothing was paid.
	if (!retryOnFail || first === undefined || Object.keys(first.json).length < 2) return outputs;
	// An empty text and 0 look failed to n8n, too.
	if ([undefined, null, false].includes(field(first.json, 'error') as undefined)) return outputs;
	let other = 'input_error';
	while (Object.hasOwn(first.json, other)) other += '_';
	const cells = Object.entries(first.json).map(([name, cell]) => [name === 'error' ? other : name, cell]);
	return [[{ ...first, json: Object.fromEntries(cells) as IDataObject }, ...others], ...further];
}

/** Whether another run could charge a row twice, or send what was answered: an answer came, or was lost. */
export const couldPayAgain = ({ retryOnFail }: RetryNode, rows: readonly SettledRow[]): boolean =>
	retryOnFail === true && rows.some((row) => wasAnswered(row) || row.steps.some(wasLost));

const wasLost = ({ record }: Step): boolean => record.lostCount > 0;

/** Finds the failed row that stays on Results as an ordinary row, because otherwise all items there were errors. */
export function keptRow(node: RetryNode, rows: readonly SettledRow[], { itemRows }: RowShape, to: Destinations) {
	if (to.errors === 'in_results' || !couldPayAgain(node, rows)) return undefined;
	const staysOnResults = ({ outcome }: SettledRow) => outputOf(outcome, to) === 'results';
	const isSafe = rows.some((row) => itemRows(row).some(staysOnResults));
	return isSafe ? undefined : rows.find(({ outcome }) => isError(outcome, to));
}
