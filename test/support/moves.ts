import { readAccount, type Account } from '../../nodes/IdentityResolution/api/account/account';
import { readBody } from '../../nodes/IdentityResolution/api/identifiers/body';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../nodes/IdentityResolution/api/tools/anyTool';
import { LookupRegistry } from '../../nodes/IdentityResolution/run/queue/registry';
import { Budget, NO_BOUNDS } from '../../nodes/IdentityResolution/run/budget/budget';
import type { PendingRequest } from '../../nodes/IdentityResolution/run/queue/entry';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import { lookupOf } from '../../nodes/IdentityResolution/run/lookup';
import type { AttemptKind } from '../../nodes/IdentityResolution/run/dispatch/circuitBreaker';
import { schedule } from '../../nodes/IdentityResolution/run/dispatch/scheduler';
import { startState, type RunContext, type RunState } from '../../nodes/IdentityResolution/run/dispatch/state';
import { bookOf, nobody } from './books';
import { limitsWith } from './limits';
import { people, personalEmail } from './lookups';
import { accountRecord, type Left } from './replies';

/** Epoch ms at which everything is decided. */
export const NOW = Date.UTC(2030, 0, 1);

/** A book with one body that is a batch of its own. */
export function bookOfBody(size: number): LookupRegistry {
	const registry = new LookupRegistry();
	registry.load(lookupOf(customTool('custom_tool'), readBody({ names: people(size) }), 'without'), nobody);
	return registry;
}

/** A budget that has asked the account. */
export function budgetOf(account: Account, bounds: Partial<Limits> = {}): Budget {
	const budget = new Budget({ ...NO_BOUNDS, ...bounds });
	budget.beginAccountCheck();
	budget.updateFromAccount(account);
	return budget;
}

export const budgetTold = (left: Left, bounds: Partial<Limits> = {}) =>
	budgetOf(readAccount(accountRecord(left)), bounds);

/** A request that was sent before and waits for its turn. */
export const againOf = (
	count: number,
	set: Partial<PendingRequest> = {},
	tool: Tool = personalEmail,
): PendingRequest => ({
	...bookOf(tool, people(count)).dequeue(count)!,
	...set,
});

/** What the dispatcher decides in; all as at the start of a run over 250 people, unless given. */
export interface Setting {
	book?: LookupRegistry;
	budget?: Budget;
	limits?: Partial<Limits>;
	state?: Partial<RunState>;
	inFlight?: number;
	/** Of them, those to the tool. */
	ofTool?: Record<AttemptKind, number>;
}

/** What it does next, and how the run stands then. */
export function next({
	book: registry = bookOf(personalEmail, people(250)),
	budget = new Budget(NO_BOUNDS),
	limits: set,
	state,
	inFlight = 0,
	ofTool = { first: 0, retry: 0 },
}: Setting) {
	const limits = limitsWith(set);
	const run: RunContext = {
		state: { ...startState(limits, NOW), ...state },
		registry,
		budget,
		limits,
		random: () => 0,
	};
	const decision = schedule(run, { total: inFlight, of: () => ofTool }, NOW);
	return { move: decision, ask: decision.do === 'send' ? decision.ask : null, state: run.state };
}

/** How many lookups the next request carries; null where none is sent. */
export const sizeOf = (setting: Setting) => next(setting).ask?.entries.length ?? null;

export const throttleWith = (set: Partial<RunState['throttle']>) => ({
	throttle: { ...startState(limitsWith(), NOW).throttle, ...set },
});
