import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { field, isEmpty } from '../../api/values/json';
import { needsAction } from '../../api/replies/refusals';
import { inSlices, type Clock } from '../../service/environment';
import type { Step } from '../../run/route';
import { isAnswered, stopOf } from '../../service/outcome';
import type { SettledRow } from '../../run/rows';
import { isOurStatus, MARKS } from '../spec/columns';
import { firstFew } from './explanations';
import {
	errorOf,
	isError,
	outputOf,
	toNodeError,
	type Destinations,
	type ErrorPolicy,
} from './rowErrors';
import type { RowShape } from './rowShape';

/** Why a run without any answer failed as a whole. */
export interface Failure {
	/**
	 * The account, with its key, plan, balance, address and service; a setting; or the values of a
	 * whole column.
	 */
	concerns: 'account' | 'settings' | 'column';
	/** The row whose error says why. */
	row: SettledRow;
	/** The number of wrong cells, if each has a reason of its own. */
	cells?: number;
}

/** Fewer wrong cells may be the typos of strangers. */
const FEWEST_WRONG_CELLS = 10;

/**
 * What the settled rows of a run say together. They are added one by one, because there may be very
 * many.
 */
export class Ending {
	/**
	 * Whether the service answered a row in this run. n8n would discard the answer if the node
	 * threw.
	 */
	isAnswered = false;
	deferred = 0;
	/** Whether a row only needs a later run. */
	private isOpen = false;
	/** The first rows that nothing answers until somebody acts. */
	private readonly blocked: { deferred?: SettledRow; failed?: SettledRow } = {};
	/** The rows that are not blank, whether all of them are invalid, and whether for one reason. */
	private filled = 0;
	private areInvalid = true;
	private areSame = true;
	private first: SettledRow | undefined;
	/** The first row whose outcome concerns a setting or a column. */
	private concerned: Failure | undefined;

	add(row: SettledRow): void {
		const { outcome } = row;
		this.isAnswered ||= wasAnswered(row);
		if (outcome.is === 'deferred') this.deferred += 1;
		this.addStop(row);
		if (outcome.is !== 'skipped' || outcome.by !== 'blank') this.addFilled(row);
	}

	private addStop(row: SettledRow): void {
		const stop = stopOf(row.outcome);
		if (stop === null) return;
		const isDeferred = row.outcome.is === 'deferred';
		if (needsAction(stop.reason)) this.blocked[isDeferred ? 'deferred' : 'failed'] ??= row;
		else if (isDeferred) this.isOpen = true;
	}

	private addFilled(row: SettledRow): void {
		const { outcome } = row;
		this.filled += 1;
		this.first ??= row;
		if (outcome.is !== 'invalid') {
			this.areInvalid = false;
			return;
		}
		this.areSame &&=
			this.first.outcome.is === 'invalid' && this.first.outcome.why === outcome.why;
		if (outcome.concerns !== undefined) this.concerned ??= { concerns: outcome.concerns, row };
	}

	/**
	 * Returns why no row was answered, if that is no matter of single rows and no limit that opens
	 * by itself.
	 */
	failure(policy: Pick<ErrorPolicy, 'onLimit'>): Failure | null {
		if (this.isAnswered) return null;
		// A stop explains more than a single row.
		const blocked = this.isOpen ? undefined : (this.blocked.deferred ?? this.blocked.failed);
		if (blocked === undefined) return this.inputFailure();
		const hasOwnOutput = blocked.outcome.is === 'deferred' && policy.onLimit === 'output';
		return hasOwnOutput ? null : { concerns: 'account', row: blocked };
	}

	/** Why all rows with values are invalid, if that is not a matter of single cells. */
	private inputFailure(): Failure | null {
		const { filled, first } = this;
		if (first === undefined || !this.areInvalid) return null;
		if (this.concerned !== undefined) return this.concerned;
		if (filled < FEWEST_WRONG_CELLS) return null;
		return { concerns: 'column', row: first, ...(!this.areSame && { cells: filled }) };
	}
}

const wasAnswered = ({ steps }: SettledRow): boolean =>
	steps.some(
		(step) => isUnreadHit(step) || (isAnswered(step.outcome) && step.record.attempts > 0),
	);

/** Whether a paid answer could not be read. Only *Raw*, or the error of its row, has it. */
const isUnreadHit = ({ lookup, outcome }: Step): boolean =>
	lookup.tool.family !== 'free' &&
	outcome.is === 'failed' &&
	outcome.refusal.unread !== undefined;

/**
 * Returns why a run without a column prefix would overwrite the user's columns, and the rows to
 * refuse: all, or only a few that strangers may have written. Undefined if it would not.
 */
export async function prefixConflict(
	items: readonly INodeExecutionData[],
	{ prefix, input, names: always }: Pick<RowShape, 'prefix' | 'input' | 'names'>,
	clock: Clock,
): Promise<{ why: string; rows: ReadonlySet<number> } | undefined> {
	if (prefix !== '') return undefined;
	const all = always.includes('results') ? [...always, 'service_error'] : always;
	const names = all.filter(input.chose);
	let ours = 0;
	const others = new Set<number>();
	const found = new Set<string>();
	await inSlices(items.entries(), clock, ([index, { json }]) => {
		const own = names.filter((name) => !isEmpty(field(json, name)));
		const isOurs =
			isOurStatus(field(json, 'status')) && MARKS.some((name) => Object.hasOwn(json, name));
		if (isOurs) ours += 1;
		else if (own.length > 0) others.add(index);
		if (!isOurs) for (const name of own) found.add(name);
	});
	// Rows that this node has written may lack the columns by which it knows them.
	if (others.size < ours || others.size === 0) return undefined;
	const listed = names.filter((name) => found.has(name));
	return {
		why: `Column Prefix is empty, and the rows already have ${firstFew(listed, 4)}, which would be overwritten. Set a Column Prefix`,
		// A fifth of the rows is no mistake of strangers.
		rows: new Set(others.size * 5 >= items.length ? items.keys() : others.keys()),
	};
}

/** Returns the error with which a run ends. */
export function errorOfRun(node: INode, { row, cells }: Failure) {
	const { message, description, ...error } = errorOf(row);
	return toNodeError(node, {
		...error,
		message:
			cells === undefined
				? message
				: `None of the ${cells} rows with a value can be looked up. ${message}`,
		description: description.replace(/\bthis row\b/, 'the workflow'),
	});
}

// With Retry On Fail, n8n runs a node again, with all of its rows, if it throws or if the first
// item of its first output has a field `error`. Only this part of the file prevents that such a run
// is charged again.

type RetryNode = Pick<INode, 'retryOnFail'>;

/** Renames the field `error` of the first item, because n8n would take it for a failed run. */
export function withoutErrorFirst(
	{ retryOnFail }: RetryNode,
	outputs: INodeExecutionData[][],
): INodeExecutionData[][] {
	const [first] = outputs[0];
	// An item of the error output has no other fields, and is first only if nothing was paid.
	if (!retryOnFail || first === undefined || Object.keys(first.json).length < 2) return outputs;
	// An empty text and 0 look failed to n8n, too.
	if ([undefined, null, false].includes(field(first.json, 'error') as undefined)) return outputs;
	let other = 'input_error';
	while (Object.hasOwn(first.json, other)) other += '_';
	const cells = Object.entries(first.json).map(([name, cell]) => [
		name === 'error' ? other : name,
		cell,
	]);
	outputs[0][0] = { ...first, json: Object.fromEntries(cells) as IDataObject };
	return outputs;
}

/**
 * Whether another run could charge a row twice, or send what was answered: an answer came, or was
 * lost.
 */
export const couldPayAgain = ({ retryOnFail }: RetryNode, rows: readonly SettledRow[]): boolean =>
	retryOnFail === true && rows.some((row) => wasAnswered(row) || row.steps.some(wasLost));

const wasLost = ({ record }: Step): boolean => record.lostCount > 0;

/**
 * Finds the failed row that stays on Results as an ordinary row, because otherwise all items there
 * were errors.
 */
export function keptRow(
	node: RetryNode,
	rows: readonly SettledRow[],
	shape: RowShape,
	to: Destinations,
) {
	if (to.errors === 'in_results' || !couldPayAgain(node, rows)) return undefined;
	const isOnResults = (row: SettledRow): boolean => {
		for (const part of shape.itemRows(row))
			if (part !== null && outputOf(part.outcome, to) === 'results') return true;
		return false;
	};
	return rows.some(isOnResults) ? undefined : rows.find(({ outcome }) => isError(outcome, to));
}
