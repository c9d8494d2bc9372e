import type { Tool } from '../../api/tool';
import type { LookupRegistry } from '../queue/registry';
import type { Budget } from '../budget/budget';
import { NO_FAILURES, type Failures } from './circuitBreaker';
import type { PendingRequest } from '../queue/entry';
import type { Limits } from '../limits';
import type { Stop } from '../outcome';
import { newThrottle, type Throttle } from '../throttle/throttle';
import type { PolicyInput } from './retryPolicy';

/** What the dispatcher knows of its run. Lives as long as the run. */
export interface RunState {
	throttle: Throttle;
	/** Requests that wait for their turn to be sent again. */
	retryQueue: PendingRequest[];
	/** Whether phones are still asked for: not after the account ran out of phone tokens. */
	phones: 'requested' | 'omitted' | 'deferred';
	/**
	 * Whether several lookups travel in one request. The contract does not show how such an answer looks, so that the
	 * first one goes alone until its rows could be told apart; where nothing could be matched, no other goes.
	 */
	batches: 'untried' | 'on_trial' | 'allowed' | 'given_up';
	/** Failures by tool name; only tools that failed have an entry. */
	failures: Map<string, Failures>;
	/** Why nothing more is sent. */
	stop: Stop | null;
	/** Why the first tool that nobody may use was closed; the run goes on with the others. */
	closedTool: Stop | null;
	/** Epoch ms at which the run ends; Infinity for no bound. */
	deadline: number;
}

/** A run in progress, as decisions need it. */
export interface RunContext {
	state: RunState;
	registry: LookupRegistry;
	budget: Budget;
	limits: Limits;
	random(): number;
}

export const startState = (limits: Limits, now: number): RunState => ({
	throttle: newThrottle(limits.concurrency),
	retryQueue: [],
	phones: 'requested',
	batches: 'untried',
	failures: new Map(),
	stop: null,
	closedTool: null,
	deadline: now + limits.maxRunTime,
});

/** @param now epoch ms */
export const policyInput = ({ state, limits, random }: RunContext, now: number): PolicyInput => ({
	throttle: state.throttle,
	limits,
	now,
	deadline: state.deadline,
	random,
});

export const failuresOf = ({ failures }: RunState, { name }: Tool): Failures => failures.get(name) ?? NO_FAILURES;

/** Stops the run. The first reason stands: what comes after it is its consequence, unless it puts off the return. */
export function stopRun(state: RunState, stop: Stop): void {
	const putsOff = (state.stop?.retryAt ?? Infinity) < (stop.retryAt ?? 0);
	if (state.stop === null || putsOff) state.stop = stop;
}
