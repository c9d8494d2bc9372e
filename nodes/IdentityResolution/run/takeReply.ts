import type { Reading } from '../api/reading';
import type { Refusal } from '../api/refusal';
import type { Ask, Book, Entry } from './book';
import { shareOut } from './charges';
import type { Limits } from './limits';
import type { Outcome } from './outcome';
import { answered, paused, refused } from './pace';
import { halt, type RunState } from './state';
import { judge, type Verdict } from './verdict';

/** So many lookups failing one after another, without an answer between them, mean that the service is down. */
const FAILURES_IN_A_ROW = 5;

/** What a run decides with. */
export interface Rules {
	limits: Limits;
	random(): number;
}

/**
 * Takes in what one request brought: settles the lookups it answered, and does with the others what the refusal table
 * says (design, section 5).
 * @param episode the pace's episode when it was sent
 * @param now epoch ms
 */
export function takeReply(
	state: RunState,
	book: Book,
	ask: Ask,
	reading: Reading,
	rules: Rules,
	episode: number,
	now: number,
): void {
	const open = reading.is === 'answers' ? settleAnswers(state, book, ask, reading) : ask.entries;
	const refusal = reading.is === 'answers' ? reading.cut : reading.refusal;
	const rest = { ...ask, entries: open };
	if (refusal === null) {
		// The batch may have charged for what it did not say: like a lost answer, it is asked again once, and alone.
		for (const entry of open) askAgain(state, { ...rest, entries: [entry], lost: 1, notBefore: 0 });
		return;
	}
	const attempt = { size: open.length, phone: ask.phone, errors: ask.errors, lost: ask.lost, episode };
	apply(judge(refusal, attempt, state.pace, rules.limits, now, rules.random), refusal, state, book, rest, rules.limits, now);
}

/** @returns the lookups that the reply left open */
function settleAnswers(
	state: RunState,
	book: Book,
	ask: Ask,
	{ answers, usage }: Extract<Reading, { is: 'answers' }>,
): Entry[] {
	if (answers.size > 0) {
		state.pace = answered(state.pace);
		state.failedInARow = 0;
	}
	const charges = shareOut(usage.tokensCharged, [...answers.values()]);
	return ask.entries.filter((entry) => {
		const answer = answers.get(entry.lookup.identifier.key);
		if (answer === undefined) return true;
		entry.record.charged = charges.get(answer) ?? null;
		entry.record.recordsLeft = usage.records['5h'].remaining;
		const phone = ask.phone === entry.lookup.phone ? 'as_asked' : 'left_out';
		book.settle(entry, { is: answer.found ? 'found' : 'not_found', answer, phone });
		return false;
	});
}

function apply(
	verdict: Verdict,
	refusal: Refusal,
	state: RunState,
	book: Book,
	rest: Ask,
	limits: Limits,
	now: number,
): void {
	switch (verdict.do) {
		case 'again':
			askAgain(state, ...sentAgain(rest, verdict, now));
			return;
		case 'leavePhoneOut':
			state.phones = 'left_out';
			leavePhoneOut(state, book, rest, limits);
			return;
		case 'pause':
			if (verdict.episode !== 'known') state.pace = refused(state.pace, verdict.episode);
			state.pace = paused(state.pace, verdict.until, now);
			askAgain(state, { ...rest, notBefore: 0 });
			if (state.pace.pausedUntil > state.deadline) {
				halt(state, { reason: 'run_time', retryAt: state.pace.pausedUntil, refusal });
			}
			return;
		case 'fail':
			settleAll(book, rest, { is: 'failed', refusal });
			state.failedInARow = refusal.kind === 'invalid_input' ? 0 : state.failedInARow + rest.entries.length;
			if (state.failedInARow >= FAILURES_IN_A_ROW) {
				halt(state, { reason: 'service_down', retryAt: null, refusal });
			}
			return;
		case 'stop':
			if (verdict.lookups === 'failed') settleAll(book, rest, { is: 'failed', refusal });
			else askAgain(state, rest);
			halt(state, verdict.stop);
	}
}

/** A reply may answer everything and be a refusal besides: then there is nothing to ask again. */
function askAgain({ again }: RunState, ...asks: Ask[]): void {
	again.push(...asks.filter(({ entries }) => entries.length > 0));
}

function sentAgain(rest: Ask, { as, after, counts }: Extract<Verdict, { do: 'again' }>, now: number): Ask[] {
	const again: Ask = {
		...rest,
		errors: rest.errors + (counts === 'error' ? 1 : 0),
		lost: rest.lost + (counts === 'lost' ? 1 : 0),
		notBefore: now + after,
	};
	if (as === 'same') return [again];
	const middle = Math.ceil(rest.entries.length / 2);
	return [
		{ ...again, entries: rest.entries.slice(0, middle) },
		{ ...again, entries: rest.entries.slice(middle) },
	];
}

/** What becomes of lookups with a phone once the account is out of phone tokens. */
export function leavePhoneOut(state: RunState, book: Book, ask: Ask, limits: Limits): void {
	if (limits.onPhoneTokens === 'withoutPhone') askAgain(state, { ...ask, phone: 'without', notBefore: 0 });
	else {
		const stop = { reason: 'insufficient_phone_tokens' as const, retryAt: null, refusal: null };
		settleAll(book, ask, { is: 'deferred', stop });
	}
}

/** Settles all lookups of a request with one outcome. */
export function settleAll(book: Book, ask: Ask, outcome: Outcome): void {
	for (const entry of ask.entries) book.settle(entry, outcome);
}
