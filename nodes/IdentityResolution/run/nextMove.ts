import { lookupsIn } from '../api/identifiers/body';
import type { Identifier } from '../api/identifiers/identifier';
import type { Phone } from '../api/request';
import type { Tool } from '../api/tool';
import type { Allowance } from './budget';
import { decideFailureMode, mayStart, nextStart, type AttemptKind } from './circuitBreaker';
import type { Ask, Entry } from './entry';
import { hold } from './hold';
import type { MaySend } from './line';
import { isOpen, opensAt } from './pace';
import type { Wish } from './purchase';
import { failuresOf, halt, situationOf, type Running, type RunState } from './state';
import { judgeClosed } from './verdict';

/** What the dispatcher does next. `look`: the free account is asked before anything more is. */
export type Move = { do: 'send'; ask: Ask } | { do: 'look' } | { do: 'wait' };

/** Requests in flight. */
export interface InFlight {
	readonly total: number;
	/** Requests of one tool by kind. */
	of(tool: Tool): Record<AttemptKind, number>;
}

/**
 * What to do now: requests to send again come before new ones. Holds or stops the run where nothing more may be asked.
 * @param now epoch ms
 */
export function nextMove(run: Running, inFlight: InFlight, now: number): Move {
	const { state } = run;
	if (!isOpen(state.pace, inFlight.total, now)) return WAIT;
	const maySendAs =
		(kind: AttemptKind): MaySend =>
		(tool, lookups) => {
			if (state.batches === 'on_trial' && lookups > 1 && largest(run, tool) > 1) return false;
			const failures = state.failures.get(tool.name);
			return failures === undefined || mayStart(failures, kind, inFlight.of(tool), now);
		};
	const due = nextDue(state.again, maySendAs('retry'), now);
	if (due < 0) return moveWithNew(run, maySendAs('first'), now);
	const wish = againWish(run, state.again[due]);
	return move(run, wish, run.budget.allowance(wish), now, (size) => takeAgain(state.again, due, size));
}

/**
 * The index of the retry to send now, or -1. The one that failed most often goes first, as it is closest to a result.
 */
function nextDue(again: readonly Ask[], maySend: MaySend, now: number): number {
	let next = -1;
	for (const [place, ask] of again.entries()) {
		if (ask.notBefore > now || !maySend(ask.tool, ask.entries.length)) continue;
		if (next < 0 || ask.errors + ask.lost > again[next].errors + again[next].lost) next = place;
	}
	return next;
}

/** Epoch ms at which more may be sent than now; Infinity where only an answer can change that. */
export function nextTime({ again, pace, failures }: RunState, now: number): number {
	let time = opensAt(pace) > now ? opensAt(pace) : Infinity;
	for (const ofTool of failures.values()) time = Math.min(time, nextStart(ofTool, now));
	for (const { notBefore } of again) if (notBefore > now) time = Math.min(time, notBefore);
	return time;
}

const WAIT: Move = { do: 'wait' };

/** Rows that begin leave room for those that have begun. Where there is no more than that, these go on, though their batch may still grow. */
function moveWithNew(run: Running, maySend: MaySend, now: number): Move {
	const { book, budget } = run;
	const first = book.next(maySend);
	if (first === null) return WAIT;
	const wish = newWish(run, first);
	const allowance = budget.allowanceBeside(first.stage === 'fresh' ? book.owed() : [], wish);
	if (allowance.is !== 'owed') return move(run, wish, allowance, now, (size) => book.take(size, first));
	const begun = book.nextBegun(maySend);
	if (begun === null) return WAIT;
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

function newWish(run: Running, { lookup: { tool, phone, identifier } }: Entry): Wish {
	const most = Math.min(largest(run, tool), tool.batch?.max ?? 1, run.book.inLine(tool));
	return { tool, phone: stillAsked(run.state, phone), ...sizes(most, identifier) };
}

/** The maximum number of lookups in one request: 1 while the tool is probed. */
function largest({ state, limits }: Running, tool: Tool): number {
	const isProbing = decideFailureMode(failuresOf(state, tool)) === 'probing';
	return isProbing || state.batches === 'given_up' ? 1 : limits.batchSize;
}

/** What is in line with a phone goes without one, once there are no tokens for it. */
const stillAsked = ({ phones }: RunState, phone: Phone): Phone => (phones === 'asked' ? phone : 'without');

const againWish = (run: Running, { tool, phone, entries }: Ask): Wish => ({
	tool,
	phone,
	...sizes(Math.min(largest(run, tool), entries.length), entries[0].lookup.identifier),
});

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
