import { readReply } from '../api/readReply';
import { requestBody } from '../api/request';
import { Bell } from './bell';
import type { Ask, Book } from './book';
import type { Budget } from './budget';
import type { Limits } from './limits';
import { nextAsk, nextTime } from './nextAsk';
import type { Outcome, Stop } from './outcome';
import { leavePhoneOut, settleAll } from './rest';
import { halt, startState } from './state';
import type { Surroundings } from './surroundings';
import { takeReply } from './takeReply';
import { billOf, countReading, type Tally } from './tally';

const NO_CAUSE = { retryAt: null, refusal: null, tool: null };

/**
 * Sends a book's lookups, never more than `concurrency` requests at once, and settles every one of them.
 * @returns why it stopped early, or null where it came to its end
 */
export async function dispatch(
	book: Book,
	budget: Budget,
	limits: Limits,
	tally: Tally,
	{ send, clock, random, signal, progress }: Surroundings,
): Promise<Stop | null> {
	const state = startState(limits, clock.now());
	const inFlight = new Set<Ask>();
	const bell = new Bell();
	const onAbort = () => bell.ring();
	/** Nothing in here throws; if it ever does, the run has to end with that error instead of waiting for ever. */
	const defects: unknown[] = [];
	const onDefect = (error: unknown) => {
		defects.push(error);
		bell.ring();
	};
	signal.addEventListener('abort', onAbort);

	const start = async (ask: Ask) => {
		const { tool, phone, entries } = ask;
		const asked = entries.map(({ lookup }) => lookup.identifier);
		const purchase = { tool, phone, size: entries.length };
		const { episode } = state.pace;
		for (const { record } of entries) record.attempts += 1;
		inFlight.add(ask);
		budget.begin(purchase);
		tally.requests += 1;

		const reply = await send(tool, requestBody(tool, asked, phone));

		inFlight.delete(ask);
		const reading = readReply(tool, asked, reply, clock.now());
		budget.end(purchase, billOf(reading, entries.length));
		countReading(tally, tool, reading, entries.length);
		takeReply({ state, book, limits, random }, ask, reading, episode, clock.now());
		tally.lookups = book.size;
		progress(tally);
		bell.ring();
	};

	const startAll = (now: number) => {
		while (state.stop === null) {
			const ask = nextAsk(state, book, budget, limits, inFlight.size, now);
			if (ask === null) return;
			if (ask.phone === 'with' && state.phones !== 'asked') leavePhoneOut(state, book, ask, limits);
			else void start(ask).catch(onDefect);
		}
	};

	/** Whether everything that can be settled is. */
	const isOver = () => {
		if (state.stop === null) return inFlight.size === 0 && state.again.length === 0 && book.next() === null;
		const outcome: Outcome = { is: 'deferred', stop: state.stop };
		for (const ask of state.again.splice(0)) settleAll(book, ask, outcome);
		book.close(outcome);
		// What is cancelled from outside is not waited for: its answers would be discarded anyway.
		if (signal.aborted) for (const ask of inFlight) settleAll(book, ask, outcome);
		return inFlight.size === 0 || signal.aborted;
	};

	for (;;) {
		const now = clock.now();
		if (signal.aborted) halt(state, { reason: 'stopped', ...NO_CAUSE });
		if (now >= state.deadline) halt(state, { reason: 'run_time', ...NO_CAUSE });
		startAll(now);
		if (isOver()) break;
		await bell.ringsOrIs(Math.min(nextTime(state, now), state.stop ? Infinity : state.deadline), clock);
		if (defects.length > 0) throw defects[0];
	}
	signal.removeEventListener('abort', onAbort);
	return state.stop;
}
