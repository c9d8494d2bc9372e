import type { Tool } from '../../api/tool';
import type { Budget } from '../budget/budget';
import type { Limits } from '../environment';
import type { Stop } from '../outcome';
import type { Entry, PendingRequest } from '../queue/pendingRequest';
import type { LookupRegistry } from '../queue/registry';
import type { MaySend } from '../queue/queue';
import type { Demand } from '../budget/tokenBudget';
import { newThrottle, type Throttle } from '../throttle';
import type { BatchSizes, BatchTrial } from './batchTrial';
import { AnswerMemory, type Needs } from './answerMemory';
import { CircuitBreaker } from './circuitBreaker';
import type { PolicyInput } from './retryPolicy';

/** The state of a run. Only the dispatcher changes it; others get a `RunView`. Rows add lookups to the registry. */
export interface RunState {
	registry: LookupRegistry;
	/** Also contains the reservations of requests in flight. */
	budget: Budget;
	limits: Readonly<Limits>;
	throttle: Throttle;
	retryQueue: PendingRequest[];
	batchTrial: BatchTrial;
	/** What replies have shown about the batches of each tool, by its name. */
	readonly batchSizes: Map<string, BatchSizes>;
	/** Tools of which lookups, sent alone, have confirmed the miss of a whole batch. */
	readonly confirmedMisses: Set<string>;
	/** Whether a lookup of a row with a hit was answered, so that it is known what a row may cost. */
	isPathKnown: boolean;
	readonly circuitBreaker: CircuitBreaker;
	/** By the name of the tool: the name under which the service knows it, if it differs. */
	readonly toolNames: Map<string, string>;
	/** What is kept of the answers. */
	readonly answerMemory: AnswerMemory;
	/** Why no more requests are sent. */
	stop: Stop | null;
	/** Why the first tool was closed. Other tools continue. */
	firstToolStop: Stop | null;
	/** Epoch ms after which no request is sent; Infinity for no bound. */
	readonly deadline: number;
	random(): number;
}

/** The read-only state of a run. */
export type RunView = Readonly<
	Omit<RunState, 'registry' | 'budget' | 'retryQueue' | 'circuitBreaker' | 'toolNames' | 'answerMemory'>
> & {
	readonly registry: RegistryView;
	readonly budget: Pick<Budget, 'permit' | 'inFlight' | 'isTight'>;
	readonly retryQueue: readonly PendingRequest[];
	readonly circuitBreaker: Pick<CircuitBreaker, 'modeOf' | 'mayStart' | 'nextStart'>;
};

interface RegistryView {
	queued(tool: Tool): number;
	maxBatch(tool: Tool): number;
	nextReady(maySend?: MaySend): Readonly<Entry> | null;
	nextStarted(maySend?: MaySend): Readonly<Entry> | null;
	startedDemand(): readonly Demand[];
}

export const newRunState = (
	{ registry, budget, limits }: Pick<RunState, 'registry' | 'budget' | 'limits'>,
	now: number,
	random: () => number,
	needs: Needs = 'results',
): RunState => ({
	registry,
	budget,
	limits,
	throttle: newThrottle(limits.concurrency),
	retryQueue: [],
	batchTrial: 'untested',
	batchSizes: new Map(),
	confirmedMisses: new Set(),
	isPathKnown: false,
	circuitBreaker: new CircuitBreaker(random),
	toolNames: new Map(),
	answerMemory: new AnswerMemory(needs),
	stop: null,
	firstToolStop: null,
	deadline: now + limits.maxRunTime,
	random,
});

/** @param now epoch ms */
export const policyInput = ({ throttle, limits, deadline, random }: RunView, now: number): PolicyInput => ({
	throttle,
	limits,
	now,
	deadline,
	random,
});

/** Keeps the first stop, because the second is usually its consequence, unless it has a later retry time. */
export const keptStop = (first: Stop | null, second: Stop): Stop =>
	first === null || (first.retryAt ?? Infinity) < (second.retryAt ?? 0) ? second : first;

/** The names under which the service knows tools now, by the name of the tool, if they differ. */
export type ToolNames = ReadonlyMap<string, string>;

/** Returns the tool under the name that the service knows. */
export function currentTool(names: ToolNames, tool: Tool): Tool {
	const name = names.get(tool.name);
	return name === undefined ? tool : { ...tool, name };
}

/**
 * Returns the name to use instead of one that the service does not know (contract: Silent points, 5); null if the tool has no further name.
 */
export function nameInsteadOf(missing: string, names: ToolNames, tool: Tool): string | null {
	const current = currentTool(names, tool).name;
	// Another request has found out before.
	if (current !== missing) return current;
	const all = [tool.name, ...(tool.otherNames ?? [])];
	return all.at(all.indexOf(missing) + 1) ?? null;
}
