import { lookupsIn } from '../api/identifiers/body';
import type { Identifier } from '../api/identifiers/identifier';
import type { Phone } from '../api/request';
import type { Allowance } from './budget';
import type { Ask, Entry } from './entry';
import { hold } from './hold';
import { isOpen, opensAt } from './pace';
import type { Wish } from './purchase';
import { halt, situationOf, type Running, type RunState } from './state';
import { judgeClosed } from './verdict';

/** What the dispatcher does next. `look`: the free account is asked before anything more is. */
export type Move = { do: 'send'; ask: Ask } | { do: 'look' } | { do: 'wait' };

/**
 * What to do now: requests to send again come before new ones. Holds or stops the run where nothing more may be asked.
 * @param now epoch ms
 */
export function nextMove(run: Running, inFlight: number, now: number): Move {
	const { state, book } = run;
	if (!isOpen(state.pace, inFlight, now)) return WAIT;
	const isHeld = ({ entries }: Ask) => state.batches === 'on_trial' && entries.length > 1;
	const due = state.again.findIndex((ask) => ask.notBefore <= now && !isHeld(ask));
	if (due < 0) {
		const first = book.next(state.batches === 'on_trial' ? 'alone' : 'any');
		if (first === null) return WAIT;
		return moveWithNew(run, first, now);
	}
	const wish = againWish(run, state.again[due]);
	return move(run, wish, run.budget.allowance(wish), now, (size) => takeAgain(state.again, due, size));
}

/** Epoch ms at which more may be sent than now; Infinity where only an answer can change that. */
export function nextTime({ again, pace }: RunState, now: number): number {
	let time = opensAt(pace) > now ? opensAt(pace) : Infinity;
	for (const { notBefore } of again) if (notBefore > now) time = Math.min(time, notBefore);
	return time;
}

const WAIT: Move = { do: 'wait' };

/** Rows that begin leave room for those that have begun. Where there is no more than that, these go on, though their batch may still grow. */
function moveWithNew(run: Running, first: Entry, now: number): Move {
	const { book, budget } = run;
	const wish = newWish(run, first);
	const allowance = budget.allowanceBeside(first.stage === 'fresh' ? book.owed() : [], wish);
	if (allowance.is !== 'owed') return move(run, wish, allowance, now, (size) => book.take(size, first));
	const begun = book.nextBegun() ?? first;
	const itsWish = newWish(run, begun);
	return move(run, itsWish, budget.allowance(itsWish), now, (size) => book.take(size, begun));
}

function move(run: Running, wish: Wish, allowance: Allowance, now: number, take: (size: number) => Ask | null): Move {
	const { state } = run;
	switch (allowance.is) {
		case 'up_to': {
			const ask = take(wish.least > 1 ? 1 : allowance.size);
			return ask === null ? WAIT : { do: 'send', ask };
		}
		case 'look':
			return { do: 'look' };
		case 'later':
			return WAIT;
		case 'spent':
			halt(state, { reason: 'token_budget', retryAt: null, refusal: null, tool: null });
			return WAIT;
		case 'closed': {
			const verdict = judgeClosed(allowance.closed, situationOf(run, now));
			if (verdict.do === 'pause') hold(run, verdict, { tool: wish.tool, refused: null }, now);
			else halt(state, { ...verdict.stop, tool: null });
			return WAIT;
		}
	}
}

function newWish({ state, book, limits }: Running, { lookup: { tool, phone, identifier } }: Entry): Wish {
	const together = state.batches === 'given_up' ? 1 : limits.batchSize;
	const most = Math.min(together, tool.batch?.max ?? 1, book.inLine(tool));
	return { tool, phone: stillAsked(state, phone), ...sizes(most, identifier) };
}

/** What is in line with a phone goes without one, once there are no tokens for it. */
const stillAsked = ({ phones }: RunState, phone: Phone): Phone => (phones === 'asked' ? phone : 'without');

function againWish({ state, limits }: Running, { tool, phone, entries }: Ask): Wish {
	const together = state.batches === 'given_up' ? 1 : limits.batchSize;
	return { tool, phone, ...sizes(Math.min(together, entries.length), entries[0].lookup.identifier) };
}

/** A body that is a batch of its own can't be parted. */
const sizes = (most: number, first: Identifier) =>
	most > 1 ? { most, least: 1 } : { most: lookupsIn(first), least: lookupsIn(first) };

/** @param size entries */
function takeAgain(again: Ask[], place: number, size: number): Ask {
	const ask = again[place];
	if (ask.entries.length <= size) again.splice(place, 1);
	else again[place] = { ...ask, entries: ask.entries.slice(size) };
	return { ...ask, entries: ask.entries.slice(0, size) };
}
