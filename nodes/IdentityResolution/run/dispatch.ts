import { Bell } from './bell';
import type { Book } from './book';
import type { Budget } from './budget';
import type { Limits } from './limits';
import { beginWithALook } from './look';
import { nextMove, nextTime } from './nextMove';
import type { Outcome, Stop } from './outcome';
import { leavePhoneOut, settleAll, settleClosed } from './rest';
import { Sender } from './sender';
import { halt, startState, type Running } from './state';
import type { Surroundings } from './surroundings';
import type { Tally } from './tally';

const NO_CAUSE = { retryAt: null, refusal: null, tool: null };

/**
 * Sends a book's lookups, never more than `concurrency` requests at once, and settles every one of them. A stopped run still
 * waits for the requests in flight: a host that discards their answers aborts them.
 * @returns why it stopped early or closed a tool, or null where it came to its end
 */
export async function dispatch(
	book: Book,
	budget: Budget,
	limits: Limits,
	tally: Tally,
	around: Surroundings,
): Promise<Stop | null> {
	const { clock, random, signal } = around;
	const state = startState(limits, clock.now());
	const run: Running = { state, book, budget, limits, random };
	const sender = new Sender(run, tally, around);
	const bell = new Bell();
	const ring = () => bell.ring();
	/** Nothing that is sent rejects; if it ever does, the run has to end with that error instead of waiting for ever. */
	const defects: unknown[] = [];
	const begin = (work: Promise<void>) => {
		void work.catch((error: unknown) => defects.push(error)).finally(ring);
	};
	signal.addEventListener('abort', ring);

	const startAll = (now: number) => {
		while (state.stop === null) {
			settleClosed(run);
			const move = nextMove(run, sender, now);
			if (move.do === 'wait') return;
			if (move.do === 'look') begin(sender.look());
			else if (move.ask.phone === 'with' && state.phones !== 'asked')
				leavePhoneOut(state, book, move.ask, limits);
			else begin(sender.send(move.ask));
		}
	};

	const nothingIsLeft = () => state.again.length === 0 && book.isEmpty;

	/** Whether everything that can be settled is. */
	const isOver = () => {
		if (sender.total > 0) return false;
		if (state.stop === null) return nothingIsLeft();
		const outcome: Outcome = { is: 'deferred', stop: state.stop };
		for (const ask of state.again.splice(0)) settleAll(book, ask, outcome);
		book.close(outcome);
		return true;
	};

	beginWithALook(run);
	for (;;) {
		const now = clock.now();
		if (signal.aborted) halt(state, { reason: 'stopped', ...NO_CAUSE });
		const isLate = now >= state.deadline;
		// What is under way is waited for in any case: a run that sends nothing more is not cut short.
		if (isLate && !nothingIsLeft()) halt(state, { reason: 'run_time', ...NO_CAUSE });
		startAll(now);
		if (isOver()) break;
		await bell.ringsOrIs(Math.min(nextTime(state, now), state.stop || isLate ? Infinity : state.deadline), clock);
		if (defects.length > 0) throw defects[0];
	}
	signal.removeEventListener('abort', ring);
	return state.stop ?? state.closedTool;
}
