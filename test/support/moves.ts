import { readAccount, type Account } from '../../nodes/IdentityResolution/api/account';
import { readBody } from '../../nodes/IdentityResolution/api/identifiers/body';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { anyTool } from '../../nodes/IdentityResolution/api/tools/anyTool';
import { Book } from '../../nodes/IdentityResolution/run/book';
import { Budget, NO_BOUNDS } from '../../nodes/IdentityResolution/run/budget';
import type { Ask } from '../../nodes/IdentityResolution/run/entry';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import { lookupOf } from '../../nodes/IdentityResolution/run/lookup';
import type { AttemptKind } from '../../nodes/IdentityResolution/run/circuitBreaker';
import { nextMove } from '../../nodes/IdentityResolution/run/nextMove';
import { startState, type Running, type RunState } from '../../nodes/IdentityResolution/run/state';
import { bookOf, nobody } from './books';
import { limitsWith } from './limits';
import { people, personalEmail } from './lookups';
import { accountRecord, type Left } from './replies';

/** Epoch ms at which everything is decided. */
export const NOW = Date.UTC(2030, 0, 1);

/** A book with one body that is a batch of its own. */
export function bookOfBody(size: number): Book {
	const book = new Book();
	book.ask(lookupOf(anyTool('custom_tool'), readBody({ names: people(size) }), 'without'), nobody);
	return book;
}

/** A budget that has asked the account. */
export function budgetOf(account: Account, bounds: Partial<Limits> = {}): Budget {
	const budget = new Budget({ ...NO_BOUNDS, ...bounds });
	budget.look();
	budget.learn(account);
	return budget;
}

export const budgetTold = (left: Left, bounds: Partial<Limits> = {}) =>
	budgetOf(readAccount(accountRecord(left)), bounds);

/** A request that was sent before and waits for its turn. */
export const againOf = (count: number, set: Partial<Ask> = {}, tool: Tool = personalEmail): Ask => ({
	...bookOf(tool, people(count)).take(count)!,
	...set,
});

/** What the dispatcher decides in; all as at the start of a run over 250 people, unless given. */
export interface Setting {
	book?: Book;
	budget?: Budget;
	limits?: Partial<Limits>;
	state?: Partial<RunState>;
	inFlight?: number;
	/** Of them, those to the tool. */
	ofTool?: Record<AttemptKind, number>;
}

/** What it does next, and how the run stands then. */
export function next({
	book = bookOf(personalEmail, people(250)),
	budget = new Budget(NO_BOUNDS),
	limits: set,
	state,
	inFlight = 0,
	ofTool = { first: 0, retry: 0 },
}: Setting) {
	const limits = limitsWith(set);
	const run: Running = { state: { ...startState(limits, NOW), ...state }, book, budget, limits, random: () => 0 };
	const move = nextMove(run, { total: inFlight, of: () => ofTool }, NOW);
	return { move, ask: move.do === 'send' ? move.ask : null, state: run.state };
}

/** How many lookups the next request carries; null where none is sent. */
export const sizeOf = (setting: Setting) => next(setting).ask?.entries.length ?? null;

export const paceWith = (set: Partial<RunState['pace']>) => ({
	pace: { ...startState(limitsWith(), NOW).pace, ...set },
});
