import { type IDataObject, type INode, type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { field, isObject } from '../../api/json';
import { ruleOf } from '../../api/refusals';
import type { Step } from '../../run/lookup';
import { isWithheld, stopOf, type Outcome } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import type { Settings } from '../read/settings';
import { CONTINUATION_COLUMNS, hasHit } from './content';
import { explain, inSentences, lostAnswerNote, retryAtOf } from './explanations';
import type { RowShape } from './rowShape';

export interface RowError {
	message: string;
	description: string;
	httpStatus: number | null;
	code: string | null;
	identifier: string | null;
	/** ISO 8601. */
	retryAt: string | null;
	/** What the service sent, if the node failed to read it. */
	results?: unknown;
	/** Paid answers for a later run. */
	answers?: string;
	/** The page from which a later run continues a search. */
	next_page?: string;
}

/** Returns the error of a row. It contains nothing of the request except the identifier. */
export function errorOf(row: SettledRow): RowError {
	const { outcome, steps } = row;
	const last = steps.at(-1)?.lookup;
	const identifier = typeof last?.identifier.value === 'string' ? last.identifier.value : null;
	const stop = stopOf(outcome);
	if (stop !== null) {
		const { message, remedy } = explain(stop);
		return {
			httpStatus: stop.refusal?.httpStatus ?? null,
			code: stop.refusal?.code ?? (outcome.is === 'deferred' ? stop.reason : null),
			identifier,
			retryAt: retryAtOf(outcome),
			message,
			description: inSentences([remedy, lostAnswerNote(row)]),
			...(outcome.is === 'failed' && outcome.refusal.unread && { results: outcome.refusal.unread.results }),
		};
	}
	const none = { httpStatus: null, code: null, identifier, retryAt: null };
	if (outcome.is === 'invalid') return { ...none, message: outcome.why, description: outcome.remedy ?? CORRECT };
	// Account operations have no On Not Found.
	if (last?.tool.family === 'free')
		return {
			...none,
			message: 'The service returned nothing about the account',
			description: 'Run this again later. If this continues, contact the provider of the service',
		};
	const what = hasHit(row) ? 'none of the wanted data' : 'nothing for this row';
	const description = 'Check the value, or set On Not Found to keep such rows';
	return { ...none, message: `The service found ${what}`, description };
}

const CORRECT = 'Correct the value, then run the node again';

const ERROR_FIELDS = ['message', 'description', 'httpStatus', 'code', 'identifier', 'retryAt'];

/**
 * Whether an earlier run of this node wrote this `error` field, which is then removed. It stays if a text for a later
 * run has no column of its own.
 */
export const isOldError = (value: unknown, columns: readonly string[]): boolean =>
	isOwnError(value) &&
	CONTINUATION_COLUMNS.every((name) => field(value, name) === undefined || columns.includes(name));

/** Whether an earlier run of this node wrote an `error` field, whatever it carries for a later run. */
export const isOwnError = (value: unknown): boolean =>
	isObject(value) && ERROR_FIELDS.every((name) => Object.hasOwn(value, name));

/** The only field of an error item. n8n moves items without other fields to the error output. */
export const errorJson = (error: RowError): IDataObject => ({ error: { ...error } });

export type ErrorPolicy = Pick<Settings, 'onNotFound' | 'onLimit'> & {
	/** For deferrals that the user must fix, such as a rejected key. */
	onBlocked: 'defer' | 'error';
};

/** Whether the row is an error for n8n's On Error setting. */
export function isError(outcome: Outcome, { onNotFound, onLimit, onBlocked }: ErrorPolicy): boolean {
	if (outcome.is === 'not_found') return onNotFound === 'error';
	if (outcome.is !== 'deferred') return outcome.is === 'invalid' || outcome.is === 'failed';
	const { fixedBy } = ruleOf(outcome.stop.reason);
	if (fixedBy === 'quota') return onLimit === 'error';
	// The user, or the service, must act before any row can be answered.
	return onBlocked === 'error' && ['key', 'account', 'service'].includes(fixedBy);
}

export interface Destinations extends ErrorPolicy {
	errors: 'own_output' | 'in_results';
}

export function outputOf(outcome: Outcome, to: Destinations): 'results' | 'deferred' | 'notFound' | 'errors' | 'none' {
	if (to.errors === 'own_output' && isError(outcome, to)) return 'errors';
	if (outcome.is === 'deferred' && to.onLimit === 'output') return 'deferred';
	if (outcome.is === 'not_found' && to.onNotFound === 'output') return 'notFound';
	const isDropped = outcome.is === 'not_found' && to.onNotFound === 'drop';
	// A hit that was charged is not dropped, even if its email is withheld.
	return isDropped && !isWithheld(outcome) ? 'none' : 'results';
}

/** Whether a run without any answer fails because of this row. */
export const isFatal = (outcome: Outcome, policy: ErrorPolicy): boolean =>
	isError(outcome, { ...policy, onBlocked: 'error' });

/** Whether the row needs no further run, or has an answer that must not be discarded, even if a later tool failed. */
export function hasAnswer({ outcome, steps }: SettledRow, { onNotFound }: ErrorPolicy): boolean {
	if (steps.some(({ outcome: result, record }) => result.is === 'found' && record.attempts > 0)) return true;
	if (steps.some(isUnreadHit)) return true;
	if (outcome.is === 'not_found') return onNotFound !== 'error';
	if (outcome.is === 'skipped') return outcome.by !== 'blank';
	return ['found', 'conflict', 'planned', 'suppressed'].includes(outcome.is);
}

/** Whether a paid answer could not be read. Only *Raw*, or the error of its row, has it. */
const isUnreadHit = ({ lookup, outcome }: Step): boolean =>
	lookup.tool.family !== 'free' && outcome.is === 'failed' && outcome.refusal.unread !== undefined;

export type ShownError = Pick<RowError, 'message' | 'description' | 'httpStatus'>;

/** Creates an n8n error from texts only, so that it can't contain the request or the key. */
export function toNodeError(node: INode, error: ShownError, itemIndex?: number): NodeApiError | NodeOperationError {
	const { message, description, httpStatus } = error;
	if (httpStatus === null) return new NodeOperationError(node, message, { description, itemIndex });
	const texts = { message, description };
	return new NodeApiError(node, texts, { ...texts, httpCode: String(httpStatus), itemIndex });
}

/** Throws if a row has an error and none was answered. Otherwise it never throws: n8n would discard the answers. */
export function throwIfUnanswered(node: INode, rows: readonly SettledRow[], policy: ErrorPolicy): void {
	if (rows.some((row) => hasAnswer(row, policy))) return;
	// The stop explains more than a single invalid row.
	const stopped = rows.find(({ outcome }) => outcome.is === 'deferred' && isFatal(outcome, policy));
	// A typo must not prevent the deferred rows of a limit from being returned.
	if (stopped === undefined && rows.some(({ outcome }) => outcome.is === 'deferred')) return;
	const cause = stopped ?? rows.find(({ outcome }) => isFatal(outcome, policy));
	if (cause === undefined) return;
	throw toNodeError(node, errorOf(cause), concernsAll(rows) ? undefined : rows.indexOf(cause));
}

/** Whether all rows are invalid for the same reason, which is then a setting or a column, and no single row. */
function concernsAll(rows: readonly SettledRow[]): boolean {
	const [{ outcome: first }] = rows;
	const why = first.is === 'invalid' ? first.why : null;
	return rows.length > 1 && rows.every(({ outcome }) => outcome.is === 'invalid' && outcome.why === why);
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

/** Whether another run could charge a row twice: it was answered, or an answer was lost. */
export const couldPayAgain = ({ retryOnFail }: RetryNode, rows: readonly SettledRow[], policy: ErrorPolicy): boolean =>
	retryOnFail === true &&
	rows.some((row) => hasAnswer(row, policy) || row.steps.some(({ record }) => record.lostCount > 0));

/** Finds the failed row that stays on Results as an ordinary row, because otherwise all items there were errors. */
export function keptRow(node: RetryNode, rows: readonly SettledRow[], { itemRows }: RowShape, to: Destinations) {
	if (to.errors === 'in_results' || !couldPayAgain(node, rows, to)) return undefined;
	const staysOnResults = ({ outcome }: SettledRow) => outputOf(outcome, to) === 'results';
	const isSafe = rows.some((row) => itemRows(row).some(staysOnResults));
	return isSafe ? undefined : rows.find(({ outcome }) => isError(outcome, to));
}
