import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../api/json';
import type { SettledRow } from '../../run/rows';
import { causeOf, explain, lostAnswerNote, serviceMessage } from './explanations';
import { CONTINUATION_COLUMNS } from './content';

export interface RowError {
	message: string;
	description: string;
	httpStatus: number | null;
	code: string | null;
	identifier: string | null;
	/** ISO 8601. */
	retryAt: string | null;
	/** Paid answers for a later run. */
	resume?: string;
	/** The page from which a later run continues a search. */
	next_page?: string;
}

/** Returns the error of a row. It contains nothing of the request except the identifier. */
export function errorOf(row: SettledRow): RowError {
	const { outcome, steps } = row;
	const value = steps.at(-1)?.lookup.identifier.value;
	const identifier = typeof value === 'string' ? value : null;
	const none = { httpStatus: null, code: null, identifier, retryAt: null };
	const withLostNote = (remedy: string) =>
		[remedy, lostAnswerNote(row)].filter((sentence) => sentence !== null).join('. ');
	switch (outcome.is) {
		case 'invalid':
			return {
				...none,
				message: outcome.why,
				description: outcome.remedy ?? 'Correct the value, then run this row again',
			};
		case 'failed': {
			const { message, remedy } = explain(outcome.refusal);
			const { httpStatus, code } = outcome.refusal;
			return {
				...none,
				message: message + serviceMessage(outcome.refusal),
				description: withLostNote(remedy),
				httpStatus,
				code,
			};
		}
		case 'deferred': {
			const { message, remedy } = explain(outcome.stop);
			const { refusal, reason, retryAt } = outcome.stop;
			return {
				...none,
				message: causeOf(outcome.stop) ?? message + serviceMessage(refusal),
				description: withLostNote(remedy),
				httpStatus: refusal?.httpStatus ?? null,
				code: refusal?.code ?? reason,
				retryAt: retryAt === null ? null : new Date(retryAt).toISOString(),
			};
		}
		default:
			// Account operations have no On Not Found.
			if (steps.at(-1)?.lookup.tool.family === 'free') return { ...none, ...NO_ACCOUNT };
			return {
				...none,
				message: steps.some((step) => step.outcome.is === 'found')
					? 'The service found none of the wanted data'
					: 'The service found nothing for this row',
				description: 'Check the value, or set On Not Found to keep such rows',
			};
	}
}

const NO_ACCOUNT = {
	message: 'The service returned nothing about the account',
	description: 'Run this again later. If this continues, contact the provider of the service',
};

const ERROR_FIELDS = ['message', 'description', 'httpStatus', 'code', 'identifier', 'retryAt'];

/** Whether an earlier run of this node wrote this `error` field to the error output. */
const isRowError = (value: unknown): value is RowError =>
	isObject(value) && ERROR_FIELDS.every((name) => Object.hasOwn(value, name));

/** Whether to remove this `error` of an earlier run. It stays if a text for a later run has no column of its own. */
export const isOldError = (value: unknown, columns: readonly string[]): boolean =>
	isRowError(value) && CONTINUATION_COLUMNS.every((name) => value[name] === undefined || columns.includes(name));

/** The only field of an error item. n8n moves items without other fields to the error output. */
export const errorJson = (error: RowError): IDataObject => ({ error: { ...error } });
