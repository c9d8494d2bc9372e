import type { IDataObject } from 'n8n-workflow';
import { isAnswered } from '../../run/outcome';
import type { Step } from '../../run/lookup';
import type { SettledRow } from '../../run/rows';
import { refusalOf } from './explanations';

/**
 * Describes the lookup of a row: tool, input, share of the tokens (null if not reported), other rows with the same
 * answer, requests, when it was last sent, records left in the 5 h window, the words of the service, and the code of a
 * deferral.
 */
export function lookupDetails({ outcome, steps }: SettledRow): IDataObject {
	const step = steps.at(-1);
	const reason = outcome.is === 'deferred' ? outcome.stop.reason : null;
	if (step === undefined) {
		return {
			tool: null,
			identifier: null,
			tokensCharged: 0,
			sharedWith: 0,
			attempts: 0,
			sentAt: null,
			fairUseRecordsLeft: null,
			message: null,
			reason,
		};
	}
	return { ...stepDetails(step), reason };
}

/** Describes the lookups of a row step by step, with the total of tokens (null if one was not reported). */
export function stepsDetails({ outcome, steps }: SettledRow): IDataObject {
	const details = steps.map((step) => ({ ...stepDetails(step), status: step.outcome.is }));
	const charges = details.map(({ tokensCharged }) => tokensCharged);
	return {
		steps: details,
		tokensCharged: charges.reduce((sum, charge) => (sum === null || charge === null ? null : sum + charge), 0),
		reason: outcome.is === 'deferred' ? outcome.stop.reason : null,
	};
}

const stepDetails = ({ lookup, record, outcome, showsCharge }: Step) => {
	const charge = chargeOf(record, outcome);
	return {
		tool: lookup.tool.name,
		identifier: lookup.identifier.value as IDataObject | string,
		// Only the first row reports the charge of a shared answer, so that the rows sum to the run's total.
		tokensCharged: showsCharge || charge === null ? charge : 0,
		sharedWith: record.rows - 1,
		attempts: record.attempts,
		sentAt: record.sentAt === null ? null : new Date(record.sentAt).toISOString(),
		fairUseRecordsLeft: Number.isFinite(record.recordsLeft) ? record.recordsLeft : null,
		message: messageOf(outcome),
	};
};

/** The words of the service about a lookup, in full. */
const messageOf = (outcome: Step['outcome']): string | null =>
	refusalOf(outcome)?.message ?? (isAnswered(outcome) ? (outcome.answer.serviceNote ?? null) : null);

/** Returns the tokens of a lookup; null if the service did not report them for a hit or a possibly charged answer. */
export const chargeOf = ({ charged, lostCount }: Step['record'], { is }: Step['outcome']): number | null =>
	charged ?? (is === 'found' || lostCount > 0 ? null : 0);
