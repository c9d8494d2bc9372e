import type { Account } from '../api/account';
import { Book } from './book';
import { Budget } from './budget';
import { dispatch } from './dispatch';
import type { Limits } from './limits';
import type { Route } from './lookup';
import type { Stop } from './outcome';
import { settleRows, type SettledRow } from './settle';
import { readStanding } from './standing';
import type { Surroundings } from './surroundings';
import { startTally, type Tally } from './tally';

/** A run at its end: every row settled, in the order of the routes. */
export interface Run {
	rows: readonly SettledRow[];
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
}

/** Sends every row on its way and brings every one of them back. Never rejects for anything that the service does. */
export async function run(routes: readonly Route[], limits: Limits, around: Surroundings): Promise<Run> {
	const tally = startTally();
	const book = new Book();
	const rows = settleRows(routes, book);
	const stop = book.next() === null ? null : await send(book, limits, tally, around);
	return { rows, lookups: book.size, tally, stop, plan: null };
}

/** A run that can't start: nothing is sent, and whatever would have been asked is put off. */
export function giveUp(routes: readonly Route[], stop: Stop): Run {
	const book = new Book();
	const rows = settleRows(routes, book);
	book.close({ is: 'deferred', stop });
	return { rows, lookups: book.size, tally: startTally(), stop, plan: null };
}

async function send(book: Book, limits: Limits, tally: Tally, around: Surroundings): Promise<Stop | null> {
	const bounded = limits.maxTokens < Infinity || limits.reserve > 0;
	if (!bounded) return await dispatch(book, new Budget(Infinity, Infinity), limits, tally, around);
	const start = around.clock.now();
	const standing = await readStanding(limits, tally, around);
	if (standing.is === 'known') {
		const maxRunTime = limits.maxRunTime - (around.clock.now() - start);
		return await dispatch(book, budgetFor(limits, standing.account), { ...limits, maxRunTime }, tally, around);
	}
	book.close({ is: 'deferred', stop: standing.stop });
	return standing.stop;
}

function budgetFor({ maxTokens, reserve }: Limits, { fairUse }: Account): Budget {
	// An account that does not tell what its window has left might have nothing but the reserve.
	const left = fairUse.enrich.records['5h'].remaining ?? 0;
	return new Budget(maxTokens, reserve > 0 ? left - reserve : Infinity);
}
