import type { Ask, Book } from './book';
import type { Allowance, Budget } from './budget';
import type { Limits } from './limits';
import { halt, type RunState } from './state';

/** The request to send now, or null where none may be sent: requests to send again come before new ones. */
export function nextAsk(
	state: RunState,
	book: Book,
	budget: Budget,
	limits: Limits,
	inFlight: number,
	now: number,
): Ask | null {
	const { pace } = state;
	if (inFlight >= Math.floor(pace.width) || now < pace.pausedUntil) return null;
	const due = state.again.findIndex(({ notBefore }) => notBefore <= now);
	const together = state.batches === 'allowed' ? limits.batchSize : 1;
	if (due >= 0) {
		const size = Math.min(allowed(state, budget.allowance(state.again[due].tool, state.again[due].phone)), together);
		return size > 0 ? takeAgain(state.again, due, size) : null;
	}
	const entry = book.next();
	if (entry === null) return null;
	const { tool, phone } = entry.lookup;
	const size = Math.min(allowed(state, budget.allowance(tool, phone)), together, tool.batch?.max ?? 1);
	return size > 0 ? book.take(size) : null;
}

/** Epoch ms at which more may be sent than now; Infinity where only an answer can change that. */
export function nextTime({ again, pace }: RunState, now: number): number {
	let time = pace.pausedUntil > now ? pace.pausedUntil : Infinity;
	for (const { notBefore } of again) if (notBefore > now) time = Math.min(time, notBefore);
	return time;
}

function allowed(state: RunState, allowance: Allowance): number {
	if (allowance.is === 'spent') halt(state, { reason: allowance.of, retryAt: null, refusal: null, tool: null });
	return allowance.is === 'up_to' ? allowance.size : 0;
}

function takeAgain(again: Ask[], place: number, size: number): Ask {
	const ask = again[place];
	if (ask.entries.length <= size) again.splice(place, 1);
	else again[place] = { ...ask, entries: ask.entries.slice(size) };
	return { ...ask, entries: ask.entries.slice(0, size) };
}
