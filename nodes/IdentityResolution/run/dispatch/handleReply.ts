import { holdsUnreadablePhone, readPhone } from '../../api/person/phone';
import { hasNoMatches, type Answer, type Reading } from '../../api/replies/reading';
import type { Refusal } from '../../api/replies/refusal';
import { applyDecision, recordAnswer } from './applyDecision';
import { splitCharge } from '../budget/splitCharge';
import type { PendingRequest, Entry } from '../queue/entry';
import type { PhoneResult } from '../outcome';
import { onAnswered } from '../throttle/throttle';
import { requeue, phoneWithoutTokens, settleAll } from './rest';
import { policyInput, type RunContext } from './state';
import { decideRetry, type Attempt } from './retryPolicy';

/**
 * Handles one reply: settles the answered lookups, and applies the refusal table to the others.
 * @param generation the throttle's generation when it was sent
 * @param now epoch ms
 */
export function handleReply(
	run: RunContext,
	request: PendingRequest,
	reading: Reading,
	generation: number,
	now: number,
): void {
	if (request.entries.length > 1 && run.state.batches === 'on_trial')
		run.state.batches = provesMatching(reading) ? 'allowed' : 'untried';
	const open = reading.is === 'answers' ? settleAnswers(run, request, reading, generation) : request.entries;
	const refusal = reading.is === 'answers' ? reading.partialError : reading.refusal;
	const unmatched = refusal === null || hasNoMatches(reading);
	if (unmatched || refusal.kind === 'lost') for (const { record } of open) record.lostCount += 1;
	if (unmatched) retryUnmatched(run, { ...request, entries: open }, request.entries.length);
	if (refusal === null) return;
	const rest = { ...request, entries: unmatched ? [] : open };
	const { errorCount, lostCount } = request;
	const attempt = { size: open.length, phone: phoneIn(request), errorCount, lostCount, generation };
	const decision = decideRetry(refusal, attempt, policyInput(run, now));
	applyDecision(run, decision, { refusal, generation }, rest, now);
}

/** A miss that was told for all shows nothing of how hits are told apart. */
const provesMatching = (reading: Reading): boolean => reading.is === 'answers' && reading.matching === 'per_row';

/** A body of the user's own says for itself whether it wants a phone. */
const phoneIn = ({ phone, entries: [{ lookup }] }: PendingRequest): Attempt['phone'] =>
	lookup.identifier.kind === 'body' ? 'in_body' : phone;

/** @returns the lookups that the reply left open */
function settleAnswers(
	{ state, registry, limits }: RunContext,
	request: PendingRequest,
	{ answers, usage, partialError }: Extract<Reading, { is: 'answers' }>,
	generation: number,
): Entry[] {
	if (answers.size > 0) {
		state.throttle = onAnswered(state.throttle, generation);
		recordAnswer(state, request.tool);
	}
	const charges = splitCharge(usage.tokensCharged, [...answers.values()]);
	return request.entries.filter((entry) => {
		const answer = answers.get(entry.lookup.identifier.key);
		if (answer === undefined) return true;
		entry.record.charged = charges.get(answer) ?? null;
		entry.record.recordsLeft = usage.records['5h'].remaining;
		const phone =
			request.phone === entry.lookup.phone
				? phoneOf(request, answer, partialError)
				: phoneWithoutTokens(limits.onPhoneTokens);
		registry.settle(entry, { is: answer.found ? 'found' : 'not_found', answer, phone });
		return false;
	});
}

/** Whether an answer has the requested phone. */
function phoneOf({ phone }: PendingRequest, { results }: Answer, cut: Refusal | null): PhoneResult {
	if (phone === 'without' || readPhone(results) !== null) return 'as_requested';
	if (cut?.kind === 'insufficient_phone_tokens') return 'omitted';
	return holdsUnreadablePhone(results) ? 'unreadable' : 'as_requested';
}

const UNMATCHED: Refusal = {
	kind: 'lost',
	httpStatus: 200,
	code: null,
	message: "the answer to its batch can't be matched",
	retryAfter: null,
};

/**
 * What a batch says nothing certain about. It may have been charged, so it is like a lost answer: asked again once, and
 * alone. Where nothing of a batch can be matched, no batch of this service will be: from then on all go alone.
 */
function retryUnmatched({ state, registry, limits }: RunContext, rest: PendingRequest, sent: number): void {
	if (rest.entries.length === sent) {
		state.batches = 'given_up';
		registry.disableBatching();
	}
	if (rest.lostCount > 0 || limits.onLostAnswer === 'fail')
		settleAll(registry, rest, { is: 'failed', refusal: UNMATCHED });
	else for (const entry of rest.entries) requeue(state, { ...rest, entries: [entry], lostCount: 1, notBefore: 0 });
}
