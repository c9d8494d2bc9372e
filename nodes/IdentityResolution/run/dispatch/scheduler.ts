import { lookupCount } from '../../api/identifiers/body';
import type { Identifier } from '../../api/identifiers/identifier';
import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';
import type { Permit } from '../budget/budget';
import { decideFailureMode, mayStart, nextStart, type AttemptKind } from './circuitBreaker';
import type { PendingRequest, Entry } from '../queue/entry';
import { pauseSending } from './pause';
import type { MaySend } from '../queue/queue';
import { canSend, opensAt } from '../throttle/throttle';
import type { Demand } from '../budget/reservation';
import { failuresOf, stopRun, policyInput, type RunContext, type RunState } from './state';
import { decideClosedWindow } from './retryPolicy';

/** What the dispatcher does next. `checkAccount` comes before any other request. */
export type ScheduleDecision = { do: 'send'; ask: PendingRequest } | { do: 'checkAccount' } | { do: 'wait' };

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
export function schedule(run: RunContext, inFlight: InFlight, now: number): ScheduleDecision {
	const { state } = run;
	if (!canSend(state.throttle, inFlight.total, now)) return WAIT;
	const maySendAs =
		(kind: AttemptKind): MaySend =>
		(tool, lookups) => {
			if (state.batches === 'on_trial' && lookups > 1 && maxLookups(run, tool) > 1) return false;
			const failures = state.failures.get(tool.name);
			return failures === undefined || mayStart(failures, kind, inFlight.of(tool), now);
		};
	const due = nextDue(state.retryQueue, maySendAs('retry'), now);
	if (due < 0) return scheduleNew(run, maySendAs('first'), now);
	const demand = retryDemandOf(run, state.retryQueue[due]);
	return applyPermit(run, demand, run.budget.permit(demand), now, (size) => takeRetry(state.retryQueue, due, size));
}

/**
 * The index of the retry to send now, or -1. The one that failed most often goes first, as it is closest to a result.
 */
function nextDue(again: readonly PendingRequest[], maySend: MaySend, now: number): number {
	let next = -1;
	for (const [place, request] of again.entries()) {
		if (request.notBefore > now || !maySend(request.tool, request.entries.length)) continue;
		if (next < 0 || request.errorCount + request.lostCount > again[next].errorCount + again[next].lostCount)
			next = place;
	}
	return next;
}

/** Epoch ms at which more may be sent than now; Infinity where only an answer can change that. */
export function nextWakeUp({ retryQueue, throttle, failures }: RunState, now: number): number {
	let time = opensAt(throttle) > now ? opensAt(throttle) : Infinity;
	for (const ofTool of failures.values()) time = Math.min(time, nextStart(ofTool, now));
	for (const { notBefore } of retryQueue) if (notBefore > now) time = Math.min(time, notBefore);
	return time;
}

const WAIT: ScheduleDecision = { do: 'wait' };

/**
 * Schedules a new lookup. Fresh rows leave capacity for started rows. If there is no more than that, started rows go
 * first, even if their batch is not full.
 */
function scheduleNew(run: RunContext, maySend: MaySend, now: number): ScheduleDecision {
	const { registry, budget } = run;
	const first = registry.nextReady(maySend);
	if (first === null) return WAIT;
	const demand = demandOf(run, first);
	const permit = budget.permitBeside(first.priority === 'fresh' ? registry.startedDemand() : [], demand);
	if (permit.is !== 'reserved') return applyPermit(run, demand, permit, now, (size) => registry.dequeue(size, first));
	const begun = registry.nextStarted(maySend);
	if (begun === null) return WAIT;
	const itsWish = demandOf(run, begun);
	return applyPermit(run, itsWish, budget.permit(itsWish), now, (size) => registry.dequeue(size, begun));
}

function applyPermit(
	run: RunContext,
	demand: Demand,
	permit: Permit,
	now: number,
	take: (size: number) => PendingRequest | null,
): ScheduleDecision {
	const { state } = run;
	switch (permit.is) {
		case 'granted': {
			const request = take(demand.min > 1 ? 1 : permit.size);
			return request === null ? WAIT : { do: 'send', ask: request };
		}
		case 'checkAccount':
			return { do: 'checkAccount' };
		case 'wait':
			return WAIT;
		case 'exhausted':
			stopRun(state, { reason: 'token_budget', retryAt: null, refusal: null, tool: null });
			return WAIT;
		case 'windowClosed': {
			const decision = decideClosedWindow(permit.window, policyInput(run, now));
			if (decision.do === 'pause') pauseSending(run, decision, { tool: demand.tool, refused: null }, now);
			else stopRun(state, { ...decision.stop, tool: null });
			return WAIT;
		}
	}
}

function demandOf(run: RunContext, { lookup: { tool, phone, identifier } }: Entry): Demand {
	const max = Math.min(maxLookups(run, tool), tool.batch?.max ?? 1, run.registry.queued(tool));
	return { tool, phone: phoneStillRequested(run.state, phone), ...sizes(max, identifier) };
}

/** The maximum number of lookups in one request: 1 while the tool is probed. */
function maxLookups({ state, limits }: RunContext, tool: Tool): number {
	const isProbing = decideFailureMode(failuresOf(state, tool)) === 'probing';
	return isProbing || state.batches === 'given_up' ? 1 : limits.batchSize;
}

/** What is in line with a phone goes without one, once there are no tokens for it. */
const phoneStillRequested = ({ phones }: RunState, phone: Phone): Phone => (phones === 'requested' ? phone : 'without');

const retryDemandOf = (run: RunContext, { tool, phone, entries }: PendingRequest): Demand => ({
	tool,
	phone,
	...sizes(Math.min(maxLookups(run, tool), entries.length), entries[0].lookup.identifier),
});

/** A body that is a batch of its own can't be parted. */
const sizes = (max: number, first: Identifier) =>
	max > 1 ? { max, min: 1 } : { max: lookupCount(first), min: lookupCount(first) };

/** @param size entries */
function takeRetry(again: PendingRequest[], place: number, size: number): PendingRequest {
	const request = again[place];
	if (request.entries.length <= size) again.splice(place, 1);
	else again[place] = { ...request, entries: request.entries.slice(size) };
	return { ...request, entries: request.entries.slice(0, size) };
}
