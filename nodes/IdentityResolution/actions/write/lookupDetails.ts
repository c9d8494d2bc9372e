import type { IDataObject } from 'n8n-workflow';
import type { Step } from '../../run/route';
import { isAnswered, type Outcome } from '../../service/outcome';
import type { SettledRow } from '../../run/rows';
import { codeOf, refusalOf } from './explanations';

/** Describes the lookup of a row, with the code of a deferral. */
export function lookupDetails({ outcome, steps }: SettledRow): IDataObject {
	const step = steps.at(-1);
	const details = step === undefined ? NO_DETAILS : stepDetails(step);
	return { ...details, reason: codeOf(outcome) };
}

/**
 * Describes the lookups of a row step by step, with the total of tokens (null if one was not
 * reported).
 */
export function stepsDetails({ outcome, steps }: SettledRow): IDataObject {
	const details = steps.map((step) => ({ ...stepDetails(step), status: step.outcome.is }));
	return {
		steps: details,
		tokensCharged: sumOf(details.map(({ tokensCharged }) => tokensCharged)),
		reason: codeOf(outcome),
	};
}

/** The sum of charges; null if one of them is unknown. */
export const sumOf = (charges: ReadonlyArray<number | null>): number | null =>
	charges.reduce((sum, charge) => (sum === null || charge === null ? null : sum + charge), 0);

interface StepDetails extends IDataObject {
	tool: string | null;
	identifier: IDataObject | string | null;
	/** Null if the service did not report them. */
	tokensCharged: number | null;
	/** Other rows with the same answer. */
	sharedWith: number;
	attempts: number;
	/** ISO 8601. */
	sentAt: string | null;
	/** Of the 5 h window. */
	fairUseRecordsLeft: number | null;
	/** The words of the service about the lookup, in full. */
	message: string | null;
}

const NO_DETAILS: StepDetails = {
	tool: null,
	identifier: null,
	tokensCharged: 0,
	sharedWith: 0,
	attempts: 0,
	sentAt: null,
	fairUseRecordsLeft: null,
	message: null,
};

function stepDetails(step: Step): StepDetails {
	const { lookup, record, outcome } = step;
	const { sentAt, recordsLeft } = record;
	const charge = chargeOf(step);
	return {
		tool: lookup.tool.name,
		identifier: lookup.identifier.value as IDataObject | string,
		// Only the first row reports the charge of a shared answer, so that the rows sum to the
		// run's total.
		tokensCharged: step.showsCharge || charge === null ? charge : 0,
		sharedWith: record.rows - 1,
		attempts: record.attempts,
		sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
		fairUseRecordsLeft: Number.isFinite(recordsLeft) ? recordsLeft : null,
		message: wordsOf(outcome),
	};
}

function wordsOf(outcome: Outcome): string | null {
	if (isAnswered(outcome)) return outcome.answer.serviceNote ?? null;
	return refusalOf(outcome)?.message ?? null;
}

/**
 * Returns the tokens of a lookup; null if the service did not report them for a hit or a possibly
 * charged answer.
 */
export const chargeOf = ({ record: { charged, lostCount }, outcome }: Step): number | null =>
	charged ?? (outcome.is === 'found' || lostCount > 0 ? null : 0);
