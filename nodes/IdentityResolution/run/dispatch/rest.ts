import type { LookupRegistry } from '../queue/registry';
import type { PendingRequest, Entry } from '../queue/entry';
import type { Limits } from '../limits';
import type { Outcome } from '../outcome';
import type { RunContext, RunState } from './state';

/** Adds requests to the retry queue. A request without lookups is skipped: its reply answered all of them. */
export function requeue({ retryQueue }: RunState, ...asks: PendingRequest[]): void {
	for (const request of asks) if (request.entries.length > 0) retryQueue.push({ ...request, attempt: 'retry' });
}

/** Settles all lookups of a request with one outcome. */
export function settleAll(registry: LookupRegistry, { entries }: PendingRequest, outcome: Outcome): void {
	for (const entry of entries) registry.settle(entry, outcome);
}

/** What becomes of lookups with a phone once the account is out of phone tokens. */
export function dropPhone(
	state: RunState,
	registry: LookupRegistry,
	request: PendingRequest,
	{ onPhoneTokens }: Limits,
): void {
	const phone = phoneWithoutTokens(onPhoneTokens);
	state.phones = phone;
	const wanted = request.entries.filter((entry) => isWorthSending(entry, onPhoneTokens));
	requeue(state, {
		...request,
		entries: wanted.filter((entry) => !settleFromCache(entry, registry, phone)),
		phone: 'without',
		notBefore: 0,
	});
	const rest = { ...request, entries: request.entries.filter((entry) => !wanted.includes(entry)) };
	settleAll(registry, rest, { is: 'deferred', stop: OUT_OF_PHONE_TOKENS });
}

/** What is said of the phone where the account is out of phone tokens. */
export const phoneWithoutTokens = (onPhoneTokens: Limits['onPhoneTokens']) =>
	onPhoneTokens === 'defer' ? 'deferred' : 'omitted';

/** Settles a lookup that was known before the run without its phone: it is not asked, and paid, again. */
function settleFromCache(entry: Entry, registry: LookupRegistry, phone: 'omitted' | 'deferred'): boolean {
	const known = registry.cachedWithoutPhone(entry.lookup);
	if (known === undefined) return false;
	registry.settle(entry, 'phone' in known ? { ...known, phone } : known);
	return true;
}

/** Whether a lookup is worth sending without its phone: a row wants something else from it. */
const isWorthSending = ({ record }: Entry, onPhoneTokens: Limits['onPhoneTokens']) =>
	onPhoneTokens === 'defer' ? record.withoutPhone > 0 : record.forPhone < record.rows;

/** Settles what was to be sent again to a tool that has been closed meanwhile. */
export function settleClosedTools({ state, registry }: RunContext): void {
	if (state.closedTool === null) return;
	for (const request of state.retryQueue.splice(0)) {
		const why = registry.outcomeOfClosed(request.tool);
		if (why === undefined) state.retryQueue.push(request);
		else settleAll(registry, request, why);
	}
}

/** Why a row that insists on its phone is put off, while the run goes on. */
export const OUT_OF_PHONE_TOKENS = {
	reason: 'insufficient_phone_tokens',
	retryAt: null,
	refusal: null,
	tool: null,
} as const;
