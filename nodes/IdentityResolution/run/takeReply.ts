import { holdsUnreadablePhone, readPhone } from '../api/phone';
import { isUnmatched, type Answer, type Reading } from '../api/reading';
import type { Refusal } from '../api/refusal';
import { applyVerdict, recordAnswer } from './applyVerdict';
import { shareOut } from './charges';
import type { Ask, Entry } from './entry';
import type { PhoneAsked } from './outcome';
import { answered } from './pace';
import { askAgain, phoneLeftOut, settleAll } from './rest';
import { situationOf, type Running } from './state';
import { judge, type Attempt } from './verdict';

/**
 * Takes in what one request brought: settles the lookups it answered, and does with the others what the refusal table says.
 * @param episode the pace's episode when it was sent
 * @param now epoch ms
 */
export function takeReply(run: Running, ask: Ask, reading: Reading, episode: number, now: number): void {
	if (ask.entries.length > 1 && run.state.batches === 'on_trial')
		run.state.batches = isToldApart(reading) ? 'allowed' : 'untried';
	const open = reading.is === 'answers' ? settleAnswers(run, ask, reading, episode) : ask.entries;
	const refusal = reading.is === 'answers' ? reading.cut : reading.refusal;
	const unmatched = refusal === null || isUnmatched(reading);
	if (unmatched || refusal.kind === 'lost') for (const { record } of open) record.lost += 1;
	if (unmatched) takeUnmatched(run, { ...ask, entries: open }, ask.entries.length);
	if (refusal === null) return;
	const rest = { ...ask, entries: unmatched ? [] : open };
	const attempt = { size: open.length, phone: phoneIn(ask), errors: ask.errors, lost: ask.lost, episode };
	const verdict = judge(refusal, attempt, situationOf(run, now));
	applyVerdict(run, verdict, { refusal, episode }, rest, now);
}

/** A miss that was told for all shows nothing of how hits are told apart. */
const isToldApart = (reading: Reading): boolean => reading.is === 'answers' && reading.told === 'one_by_one';

/** A body of the user's own says for itself whether it wants a phone. */
const phoneIn = ({ phone, entries: [{ lookup }] }: Ask): Attempt['phone'] =>
	lookup.identifier.kind === 'body' ? 'in_body' : phone;

/** @returns the lookups that the reply left open */
function settleAnswers(
	{ state, book, limits }: Running,
	ask: Ask,
	{ answers, usage, cut }: Extract<Reading, { is: 'answers' }>,
	episode: number,
): Entry[] {
	if (answers.size > 0) {
		state.pace = answered(state.pace, episode);
		recordAnswer(state, ask.tool);
	}
	const charges = shareOut(usage.tokensCharged, [...answers.values()]);
	return ask.entries.filter((entry) => {
		const answer = answers.get(entry.lookup.identifier.key);
		if (answer === undefined) return true;
		entry.record.charged = charges.get(answer) ?? null;
		entry.record.recordsLeft = usage.records['5h'].remaining;
		const phone = ask.phone === entry.lookup.phone ? phoneOf(ask, answer, cut) : phoneLeftOut(limits.onPhoneTokens);
		book.settle(entry, { is: answer.found ? 'found' : 'not_found', answer, phone });
		return false;
	});
}

/** Whether an answer has the requested phone. */
function phoneOf({ phone }: Ask, { results }: Answer, cut: Refusal | null): PhoneAsked {
	if (phone === 'without' || readPhone(results) !== null) return 'as_asked';
	if (cut?.kind === 'insufficient_phone_tokens') return 'left_out';
	return holdsUnreadablePhone(results) ? 'unreadable' : 'as_asked';
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
function takeUnmatched({ state, book, limits }: Running, rest: Ask, sent: number): void {
	if (rest.entries.length === sent) {
		state.batches = 'given_up';
		book.goSingly();
	}
	if (rest.lost > 0 || limits.onLostAnswer === 'fail') settleAll(book, rest, { is: 'failed', refusal: UNMATCHED });
	else for (const entry of rest.entries) askAgain(state, { ...rest, entries: [entry], lost: 1, notBefore: 0 });
}
