import type { Book } from './book';
import type { Ask, Entry } from './entry';
import type { Limits } from './limits';
import type { Outcome } from './outcome';
import type { Running, RunState } from './state';

/** Puts requests in line again. A reply may answer everything and be a refusal besides: then there is nothing to ask. */
export function askAgain({ again }: RunState, ...asks: Ask[]): void {
	for (const ask of asks) if (ask.entries.length > 0) again.push({ ...ask, attempt: 'retry' });
}

/** Settles all lookups of a request with one outcome. */
export function settleAll(book: Book, { entries }: Ask, outcome: Outcome): void {
	for (const entry of entries) book.settle(entry, outcome);
}

/** What becomes of lookups with a phone once the account is out of phone tokens. */
export function leavePhoneOut(state: RunState, book: Book, ask: Ask, { onPhoneTokens }: Limits): void {
	const phone = phoneLeftOut(onPhoneTokens);
	state.phones = phone;
	const wanted = ask.entries.filter((entry) => isWorthAsking(entry, onPhoneTokens));
	askAgain(state, {
		...ask,
		entries: wanted.filter((entry) => !recalledWithout(entry, book, phone)),
		phone: 'without',
		notBefore: 0,
	});
	const rest = { ...ask, entries: ask.entries.filter((entry) => !wanted.includes(entry)) };
	settleAll(book, rest, { is: 'deferred', stop: OUT_OF_PHONE_TOKENS });
}

/** What is said of the phone where the account is out of phone tokens. */
export const phoneLeftOut = (onPhoneTokens: Limits['onPhoneTokens']) =>
	onPhoneTokens === 'defer' ? 'put_off' : 'left_out';

/** Settles a lookup that was known before the run without its phone: it is not asked, and paid, again. */
function recalledWithout(entry: Entry, book: Book, phone: 'left_out' | 'put_off'): boolean {
	const known = book.recallWithoutPhone(entry.lookup);
	if (known === undefined) return false;
	book.settle(entry, 'phone' in known ? { ...known, phone } : known);
	return true;
}

/** Where rows are put off, only what a row without a phone shares is; and nothing that all rows ask for the phone alone. */
const isWorthAsking = ({ record }: Entry, onPhoneTokens: Limits['onPhoneTokens']) =>
	onPhoneTokens === 'defer' ? record.withoutPhone > 0 : record.forPhone < record.rows;

/** Settles what was to be sent again to a tool that has been closed meanwhile. */
export function settleClosed({ state, book }: Running): void {
	if (state.closedTool === null) return;
	for (const ask of state.again.splice(0)) {
		const why = book.whyClosed(ask.tool);
		if (why === undefined) state.again.push(ask);
		else settleAll(book, ask, why);
	}
}

/** Why a row that insists on its phone is put off, while the run goes on. */
export const OUT_OF_PHONE_TOKENS = {
	reason: 'insufficient_phone_tokens',
	retryAt: null,
	refusal: null,
	tool: null,
} as const;
