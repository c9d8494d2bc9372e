import type { Ask, Book } from './book';
import type { Limits } from './limits';
import type { Outcome } from './outcome';
import type { RunState } from './state';

/** Puts requests in line again. A reply may answer everything and be a refusal besides: then there is nothing to ask. */
export function askAgain({ again }: RunState, ...asks: Ask[]): void {
	again.push(...asks.filter(({ entries }) => entries.length > 0));
}

/** Settles all lookups of a request with one outcome. */
export function settleAll(book: Book, { entries }: Ask, outcome: Outcome): void {
	for (const entry of entries) book.settle(entry, outcome);
}

/** What becomes of lookups with a phone once the account is out of phone tokens. */
export function leavePhoneOut(state: RunState, book: Book, ask: Ask, { onPhoneTokens }: Limits): void {
	state.phones = onPhoneTokens === 'defer' ? 'put_off' : 'left_out';
	// Where rows are put off, only those that share their lookup with a row without a phone are worth asking.
	const wanted = ask.entries.filter(({ record }) => onPhoneTokens === 'withoutPhone' || record.withoutPhone > 0);
	askAgain(state, { ...ask, entries: wanted, phone: 'without', notBefore: 0 });
	const rest = { ...ask, entries: ask.entries.filter((entry) => !wanted.includes(entry)) };
	settleAll(book, rest, { is: 'deferred', stop: OUT_OF_PHONE_TOKENS });
}

/** Why a row that insists on its phone is put off, while the run goes on. */
export const OUT_OF_PHONE_TOKENS = { reason: 'insufficient_phone_tokens', retryAt: null, refusal: null, tool: null } as const;
