import { requestBody, totalLookups } from '../api/identifiers/body';
import type { Refusal } from '../api/replies/envelope';
import { readReply } from '../api/replies/readReply';
import { hasNoMatches, type Reading } from '../api/replies/reading';
import { ruleOf } from '../api/replies/refusals';
import type { Tool } from '../api/tool';
import type { Environment } from './environment';
import { requestCostOf, type RequestCost } from './stats';
import { classifyReply, type ClassifiedReply } from './classifyReply';
import type { AnsweredLookup, Request, Unanswered } from './request';

/** What came back for one request. */
export interface Returned {
	readonly request: Request;
	readonly reading: Reading;
	readonly cost: RequestCost;
	/** Characters of the reply; 0 if unknown. */
	readonly size: number;
	/** Answers to settle. */
	readonly answered: readonly AnsweredLookup[];
	/** Number of lookups that the reply does not mention. */
	readonly unmatched: number;
	readonly unanswered: readonly Unanswered[];
	/** The name of the tool that the request was sent to. */
	readonly sentTo: string;
}

/** The refusal for a lookup that the reply to its batch does not mention. */
export const UNMATCHED: Refusal = {
	reason: 'lost',
	httpStatus: 200,
	code: null,
	message: "the answer to its batch can't be matched",
	retryAfter: null,
};

/**
 * Sends a request once, and reads the reply.
 * @param sentTo the tool, under the name that the service knows
 * @param complete adds to a reply what earlier ones have shown
 */
export async function sendOnce(
	request: Request,
	sentTo: Tool,
	{ send, clock }: Pick<Environment, 'send' | 'clock'>,
	complete: (reading: Reading, now: number) => Reading,
): Promise<Returned> {
	const { tool, phone, entries } = request;
	const requested = entries.map(({ lookup }) => lookup.identifier);
	const sentAt = clock.now();
	for (const { record } of entries) {
		record.attempts += 1;
		record.sentAt = sentAt;
	}
	const body = requestBody(tool, requested, phone);
	const reply = await send(sentTo, body, totalLookups(requested));
	const now = clock.now();
	const reading = complete(readReply(tool, requested, reply, now), now);
	const classified = classifyReply(request, reading);
	const { answered, unmatched } = classified;
	const isInDoubt = answered.some(({ outcome }) => outcome.answer.isUnnamed);
	const unanswered = unansweredOf(request, classified, isInDoubt);
	countLost(unanswered);
	return {
		request,
		reading,
		cost: requestCostOf(reading, requested, phone),
		size: reply.is === 'http' ? (reply.size ?? 0) : 0,
		answered: isInDoubt ? [] : answered,
		unmatched: unmatched.length,
		unanswered: unanswered.map((one) => ({ ...one, sentTo: sentTo.name, sentAt })),
		sentTo: sentTo.name,
	};
}

type Part = Omit<Unanswered, 'sentTo' | 'sentAt'>;

function unansweredOf(request: Request, reply: ClassifiedReply, isInDoubt: boolean): Part[] {
	const { answered, unreadable, unmatched, refused, refusal } = reply;
	const parts = unreadable.map((one): Part => ({
		request: { ...request, entries: [one.entry] },
		refusal: one.refusal,
	}));
	if (isInDoubt) {
		const entries = answered.map(({ entry }) => entry);
		parts.push({ request: { ...request, entries }, refusal: UNMATCHED, misses: answered });
	}
	if (unmatched.length > 0)
		parts.push({ request: { ...request, entries: unmatched }, refusal: UNMATCHED });
	// Also without lookups: it may end the run.
	if (refusal !== null) parts.push({ request: { ...request, entries: refused }, refusal });
	return parts;
}

function countLost(unanswered: readonly Part[]): void {
	for (const { request, refusal, misses } of unanswered) {
		if (misses !== undefined || !ruleOf(refusal.reason).mayBeCharged) continue;
		for (const { record } of request.entries) record.lostCount += 1;
	}
}

export const refusalIn = (reading: Reading): Refusal | null =>
	reading.is === 'refusal' ? reading.refusal : reading.partialError;

/** Whether the service has dealt with a request: neither a limit nor an outage has stopped it. */
export const isAccepted = ({ answered, unanswered, reading }: Returned): boolean =>
	answered.length > 0 ||
	unanswered.some(({ misses }) => misses !== undefined) ||
	refusalIn(reading)?.reason === 'invalid_input';

/** Whether a reply answers no lookup of its request. */
export const answersNone = ({ reading }: Returned): boolean => hasNoMatches(reading);
