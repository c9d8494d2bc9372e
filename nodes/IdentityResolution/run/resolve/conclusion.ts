import type { Wanted } from '../../api/person/wants';
import { isAnswered, isUnfinished, NO_PHONE_TOKENS, type Outcome, toolNotOffered } from '../outcome';
import { phoneOf, type RowState } from './rowState';

/** Returns the outcome of a row for which no lookup is left. */
export function conclude(
	{ steps, unmet, unrecognized }: RowState,
	{ wants }: Wanted,
	isOutOfPhoneTokens: boolean,
): Outcome {
	const outcomes = steps.map(({ outcome }) => outcome);
	const last = outcomes.filter(isAnswered).at(-1);
	const phone = unmet.includes('mobilePhone') ? phoneOf(steps) : 'as_requested';
	if (last && unmet.length - unrecognized.length < wants.length) return { is: 'found', answer: last.answer, phone };
	const unfinished = outcomes.find(({ is }) => is === 'failed') ?? outcomes.find(isUnfinished);
	if (unfinished) return unfinished;
	if (last) return { is: 'not_found', answer: last.answer, phone };
	// No tool could be asked.
	if (isOutOfPhoneTokens && unmet.includes('mobilePhone')) return NO_PHONE_TOKENS;
	return outcomes.find((outcome) => toolNotOffered(outcome) !== null) ?? NO_TOOL;
}

const NO_TOOL: Outcome = { is: 'invalid', why: 'No tool can find the wanted data by the identifiers of this row' };
