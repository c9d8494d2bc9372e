import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { field, isObject } from '../../api/values/json';
import { isAccountLimit, needsAction } from '../../api/replies/refusals';
import { isWithheld, stopOf, type Outcome } from '../../service/outcome';
import type { SettledRow } from '../../run/rows';
import type { Settings } from '../read/settings';
import { asHtml } from '../spec/format';
import { CONTINUATION_COLUMNS } from '../spec/columns';
import { hasHit } from './content';
import { codeOf, explain, inSentences, lostAnswerNote, retryAtOf } from './explanations';

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
			code: stop.refusal?.code ?? codeOf(outcome),
			identifier,
			retryAt: retryAtOf(outcome),
			message,
			description: inSentences([remedy, lostAnswerNote(row)]),
			...(outcome.is === 'failed' &&
				outcome.refusal.unread && { results: outcome.refusal.unread.results }),
		};
	}
	const none = { httpStatus: null, code: null, identifier, retryAt: null };
	if (outcome.is === 'invalid') {
		const correct = outcome.concerns === 'settings' ? CORRECT_SETTINGS : CORRECT;
		return { ...none, message: outcome.why, description: outcome.remedy ?? correct };
	}
	// Account operations have no On Not Found.
	if (last?.tool.family === 'free')
		return {
			...none,
			message: 'The service returned nothing about the account',
			description:
				'Run this again later. If this continues, contact the provider of the service',
		};
	const what = hasHit(row) ? 'none of the wanted data' : 'nothing for this row';
	const description = 'Check the value, or set On Not Found to keep such rows';
	return { ...none, message: `The service found ${what}`, description };
}

const CORRECT = 'Correct the value, then run the node again';
const CORRECT_SETTINGS =
	'Correct the node, or what is connected to it, then run the workflow again';

const ERROR_FIELDS = ['message', 'description', 'httpStatus', 'code', 'identifier', 'retryAt'];

/**
 * Whether an earlier run of this node wrote this `error` field, which is then removed. It stays if
 * a text for a later run has no column of its own.
 */
export const isOldError = (value: unknown, columns: readonly string[]): boolean =>
	isOwnError(value) &&
	CONTINUATION_COLUMNS.every(
		(name) => field(value, name) === undefined || columns.includes(name),
	);

/**
 * Whether an earlier run of this node wrote an `error` field, whatever it carries for a later run.
 */
export const isOwnError = (value: unknown): boolean =>
	isObject(value) && ERROR_FIELDS.every((name) => Object.hasOwn(value, name));

/** The only field of an error item. n8n moves items without other fields to the error output. */
export const errorJson = (error: RowError): IDataObject => ({ error: { ...error } });

export type ErrorPolicy = Pick<Settings, 'onNotFound' | 'onLimit'> & {
	/** For deferrals that somebody must act on, such as a rejected key. */
	onBlocked: 'defer' | 'error';
};

/** Whether the row is an error for n8n's On Error setting. */
export function isError(
	outcome: Outcome,
	{ onNotFound, onLimit, onBlocked }: ErrorPolicy,
): boolean {
	if (outcome.is === 'not_found') return onNotFound === 'error';
	if (outcome.is !== 'deferred') return outcome.is === 'invalid' || outcome.is === 'failed';
	const { reason } = outcome.stop;
	if (isAccountLimit(reason) && onLimit === 'error') return true;
	return onBlocked === 'error' && needsAction(reason);
}

export interface Destinations extends ErrorPolicy {
	errors: 'own_output' | 'in_results';
}

export function outputOf(
	outcome: Outcome,
	to: Destinations,
): 'results' | 'deferred' | 'notFound' | 'errors' | 'none' {
	if (to.errors === 'own_output' && isError(outcome, to)) return 'errors';
	if (outcome.is === 'deferred' && to.onLimit === 'output') return 'deferred';
	if (outcome.is === 'not_found' && to.onNotFound === 'output') return 'notFound';
	const isDropped = outcome.is === 'not_found' && to.onNotFound === 'drop';
	// A hit that was charged is not dropped, even if its email is withheld.
	return isDropped && !isWithheld(outcome) ? 'none' : 'results';
}

export type ShownError = Pick<RowError, 'message' | 'description' | 'httpStatus'>;

/**
 * Creates an n8n error from texts only, so that it can't contain the request or the key. n8n shows
 * its message as text in the error box and in logs, but as HTML in a notification: it has no tag in
 * either.
 */
export function toNodeError(
	node: INode,
	error: ShownError,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const texts = {
		message: error.message.replaceAll('<', '‹'),
		description: asHtml(error.description),
	};
	const { httpStatus } = error;
	if (httpStatus === null)
		return new NodeOperationError(node, texts.message, {
			description: texts.description,
			itemIndex,
		});
	return new NodeApiError(node, texts, { ...texts, httpCode: String(httpStatus), itemIndex });
}
