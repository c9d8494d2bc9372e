import { endsOneTool, ruleOf } from '../../api/replies/refusals';
import { firstOf, onOneLine } from '../../api/values/json';
import type { Refusal } from '../../api/replies/envelope';
import {
	isAnswered,
	stopFor,
	stopOf,
	type Outcome,
	type PhoneResult,
	type Stop,
} from '../../service/outcome';
import type { SettledRow } from '../../run/rows';
import { LONGEST_REASON } from '../spec/format';
import { chargedAgain } from '../spec/noData';

/**
 * Explains a refusal of a lookup, or a stop, which names its tool if it concerns that tool alone.
 * Quotes the service if the refusal is given.
 * @param room max characters of the quote
 */
export function explain(stop: Pick<Stop, 'reason'> & Partial<Stop>, room?: number) {
	const { reason, tool = null, refusal = null } = stop;
	const { message, remedy } = ruleOf(reason);
	if (reason === 'insufficient_phone_tokens' && tool !== null)
		return { message: 'Looked up without the phone', remedy: chargedAgain(tool) };
	const named = endsOneTool(reason) && tool !== null ? `${message}: ${tool}` : message;
	return {
		message: causeOf({ reason, refusal }) ?? named + serviceMessage(refusal, room),
		remedy,
	};
}

/** Characters: all that is kept of the words of the service. */
const MAX_QUOTE_LENGTH = 2_100;
const PARENTHESES = ' ()';

/**
 * The HTTP status, code and message of a refusal in parentheses; empty without one.
 * @param room max characters
 */
export function serviceMessage(
	refusal: Refusal | null,
	room = MAX_QUOTE_LENGTH + PARENTHESES.length,
): string {
	if (refusal === null) return '';
	const { httpStatus, code } = refusal;
	// A partial batch is a success with an error block, whose code says more.
	const isPartial = httpStatus !== null && httpStatus < 300 && code !== null;
	const status = [httpStatus === null || isPartial ? null : `HTTP ${httpStatus}`, code]
		.filter(Boolean)
		.join(' ');
	const details = excerpt(
		[status, refusal.message].filter(Boolean).join(': '),
		room - PARENTHESES.length,
	);
	return details === '' ? '' : ` (${details})`;
}

/** The words of the service on one line, without their full stop. @param room max characters */
export const excerpt = (words: string, room = MAX_QUOTE_LENGTH): string =>
	cut(onOneLine(words).replace(/\.$/, ''), room);

/** Returns a text of at most `room` characters; empty if not even "HTTP 500" would fit. */
function cut(text: string, room: number): string {
	if (text.length <= room) return text;
	return room < 'HTTP 500'.length ? '' : `${firstOf(text, room - 1)}…`;
}

/** Why the service did not answer; null for an answer, and if the node itself sent nothing. */
export const refusalOf = (outcome: Outcome): Refusal | null => stopOf(outcome)?.refusal ?? null;

const PHONE_NOTES: Readonly<Record<PhoneResult, string | null>> = {
	as_requested: null,
	omitted: 'Looked up without the phone: the phone tokens are used up',
	unreadable:
		'The service returned a phone number that cannot be dialled. Set Output to Raw to see it',
};

/**
 * Returns the `reason` column: at most 160 characters, or null. The reason of a deferred row starts
 * with its code. The words of the service get what the other sentences leave.
 */
export function reasonOf(
	outcome: Outcome,
	notes: ReadonlyArray<string | null> = [],
): string | null {
	const withQuote = (room: number) =>
		inSentences([describe(outcome, room), ...notes, outcome.remark]);
	const room = LONGEST_REASON - withQuote(0).length;
	return cut(withQuote(room), LONGEST_REASON) || null;
}

/** Returns the first of several names. */
export const firstFew = (names: readonly string[], most: number): string =>
	names.slice(0, most).join(', ') + (names.length > most ? ', …' : '');

export const inSentences = (texts: ReadonlyArray<string | null | undefined>): string =>
	texts.filter(Boolean).join('. ');

const SAYS = 'The service says: ';

function explained(stop: Stop, room: number): string {
	const { message, remedy } = explain(stop, room);
	return inSentences([message, remedy]);
}

/** @param room max characters for the words of the service */
function describe(outcome: Outcome, room: number): string {
	if (isAnswered(outcome)) {
		const quote = excerpt(outcome.answer.serviceNote ?? '', room - SAYS.length - '. '.length);
		return inSentences([PHONE_NOTES[outcome.phone], quote && SAYS + quote]);
	}
	if ('why' in outcome)
		return inSentences([outcome.why, outcome.is === 'invalid' ? outcome.remedy : null]);
	if (outcome.is === 'deferred')
		return `${outcome.stop.reason}: ${explained(outcome.stop, room)}`;
	return explained(stopFor(outcome.refusal.reason, { refusal: outcome.refusal }), room);
}

/**
 * Returns what the node itself found wrong with the credential, before it sent anything; else null.
 */
export function causeOf({ reason, refusal }: Pick<Stop, 'reason' | 'refusal'>): string | null {
	const isOfCredential = reason === 'wrong_address' || reason === 'unauthorized';
	return isOfCredential && refusal?.httpStatus === null ? refusal.message : null;
}

/**
 * Returns a note for an unanswered row if an earlier answer was lost and may have been charged;
 * else null.
 */
export function lostAnswerNote({ outcome, steps }: SettledRow): string | null {
	const isUnanswered = (one: Outcome) =>
		one.is === 'deferred' || (one.is === 'failed' && !ruleOf(one.refusal.reason).mayBeCharged);
	const mayBeCharged = steps.some(
		({ outcome: one, record, lookup }) =>
			isUnanswered(one) && record.lostCount > 0 && lookup.tool.family !== 'free',
	);
	if (!isUnanswered(outcome) || !mayBeCharged) return null;
	return 'An earlier answer was lost and may have been charged';
}

/** Says what is odd about the answers of a row; null if nothing is. */
export function answerNote(row: SettledRow): string | null {
	const { steps } = row;
	const lost = lostAnswerNote(row);
	if (lost !== null) return lost;
	if (
		steps.some(({ outcome, record }) => outcome.is === 'not_found' && (record.charged ?? 0) > 0)
	)
		return 'The service charged for a miss. Set Output to Raw to see its answer';
	if (steps.some(({ outcome }) => isAnswered(outcome) && outcome.answer.isReduced))
		return 'The answer was too large to keep as a whole: only what fills columns was kept';
	return null;
}

/** Returns the `retry_at` column: ISO 8601, or null. */
export function retryAtOf(outcome: Outcome): string | null {
	if (outcome.is !== 'deferred' || outcome.stop.retryAt === null) return null;
	return new Date(outcome.stop.retryAt).toISOString();
}

/** The code of a deferral; null for another outcome. */
export const codeOf = (outcome: Outcome): Stop['reason'] | null =>
	outcome.is === 'deferred' ? outcome.stop.reason : null;
