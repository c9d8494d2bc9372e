import type { Account } from '../api/account';
import { Book } from './book';
import { Budget } from './budget';
import { dispatch } from './dispatch';
import type { Forecast } from './forecast';
import type { Limits } from './limits';
import type { Route } from './lookup';
import type { Stop } from './outcome';
import { Prices } from './prices';
import type { Recall } from './recall';
import { settleRows, type SettledRow } from './settle';
import { readStanding } from './standing';
import type { Surroundings } from './surroundings';
import { startTally, type Tally } from './tally';

/** A run at its end: every row settled, in the order of the routes. */
export interface Run {
	rows: SettledRow[];
	/** Distinct lookups. */
	lookups: number;
	tally: Tally;
	/** Why the rest was put off; null where the run came to its end. */
	stop: Stop | null;
	/** What a dry run found out; null for a real one. */
	plan: Plan | null;
}

/** What a real run would do. */
export interface Plan {
	/** Requests that it would send if all went well. */
	requests: number;
	/** How the account stands; null where that could not be learnt. */
	account: Account | null;
	/** What that means for the run. */
	forecast: Forecast | null;
}

/**
 * Sends every row on its way and brings every one of them back. Never rejects for anything that the service does.
 * Not async itself, so that it does not keep the routes while it waits: rows let go of theirs one by one.
 * @param recall what is known before the run and need not be asked
 */
export function run(routes: readonly Route[], limits: Limits, around: Surroundings, recall?: Recall): Promise<Run> {
	const book = new Book({ batchSize: limits.batchSize, recall });
	const prices = new Prices();
	return bringBack(settleRows(routes, book, prices), { book, budget: new Budget(limits, prices), limits }, around);
}

async function bringBack(rows: SettledRow[], ahead: Ahead, around: Surroundings): Promise<Run> {
	const tally = startTally(ahead.book.size);
	const stop = ahead.book.isEmpty ? null : await send(ahead, tally, around);
	return { rows, lookups: ahead.book.size, tally, stop, plan: null };
}

/** What a run has before it. */
interface Ahead {
	book: Book;
	budget: Budget;
	limits: Limits;
}

/** A run that can't start: nothing is sent, and whatever would have been asked is put off. */
export function giveUp(routes: readonly Route[], stop: Stop, recall?: Recall): Run {
	const book = new Book({ recall });
	const rows = settleRows(routes, book);
	book.close({ is: 'deferred', stop });
	return { rows, lookups: book.size, tally: startTally(), stop, plan: null };
}

async function send({ book, budget, limits }: Ahead, tally: Tally, around: Surroundings): Promise<Stop | null> {
	const isBounded = limits.maxTokens < Infinity || limits.reserve > 0;
	if (!isBounded) return await dispatch(book, budget, limits, tally, around);
	const start = around.clock.now();
	budget.look();
	const standing = await readStanding(limits, tally, around);
	if (standing.is === 'known') {
		budget.learn(standing.account);
		const maxRunTime = limits.maxRunTime - (around.clock.now() - start);
		return await dispatch(book, budget, { ...limits, maxRunTime }, tally, around);
	}
	book.close({ is: 'deferred', stop: standing.stop });
	return standing.stop;
}
