import { lookupCount } from '../../api/identifiers/body';
import type { Identifier } from '../../api/identifiers/identifier';
import type { Tool } from '../../api/tool';
import type { Budget, Demand, Reservation } from '../budget';
import type { Lookup } from '../lookup';
import { stopFor, type Stop } from '../outcome';
import {
	failedAttempts,
	isWaiting,
	type Entry,
	type LookupQueue,
	type MaySend,
	type PendingRequest,
} from '../queue/queue';
import { canSend, nextOpening } from '../throttle';
import type { CircuitBreaker } from './circuitBreaker';
import type { RunState } from './runState';
import type { Clock } from '../environment';

/** What the scheduler reads of the state. It can't change it. */
interface RunView extends Readonly<
	Pick<RunState, 'throttle' | 'matchedTools' | 'batchSizes' | 'isPathKnown' | 'recordsLeft'>
> {
	readonly registry: {
		readonly queue: Pick<
			LookupQueue,
			'queued' | 'maxBatch' | 'nextReady' | 'nextStarted' | 'size'
		>;
	};
	readonly budget: Pick<Budget, 'permit' | 'inFlight' | 'isTight'>;
	readonly retryQueue: readonly PendingRequest[];
	readonly circuitBreaker: Pick<CircuitBreaker, 'modeOf' | 'mayStart' | 'nextStart'>;
}

/** The next action of the dispatcher. Sizes are lookups, times epoch ms. */
export type ScheduleDecision =
	/** Send queued lookups of a tool. */
	| { do: 'send'; tool: Tool; size: number }
	/** Send lookups of a request in the retry queue. */
	| { do: 'retry'; index: number; size: number }
	/** Wait for a reply, at most until a time. */
	| { do: 'wait'; until: number }
	| { do: 'stop'; stop: Stop };

/** Returns the next action at `now` (epoch ms): retries, then new lookups. */
export function schedule(run: RunView, now: number): ScheduleDecision {
	const { throttle, retryQueue, budget, circuitBreaker } = run;
	const wait = (): ScheduleDecision => ({ do: 'wait', until: nextWakeUp(run, now) });
	if (!canSend(throttle, budget.inFlight.size, now)) return wait();
	const maySendAs =
		(kind: PendingRequest['kind']): MaySend =>
		(tool, lookups) =>
			(lookups === 1 || maySendBatch(run, tool, kind)) &&
			circuitBreaker.mayStart(tool, kind, budget.inFlight, now);
	const index = nextRetry(run, maySendAs('retry'), now);
	if (index < 0) return scheduleNew(run, maySendAs('first')) ?? wait();
	const demand = retryDemandOf(run, retryQueue[index]);
	return permitted(run, demand, (size) => ({ do: 'retry', index, size })) ?? wait();
}

/**
 * Whether another batch of a tool can't end like the last one. The contract does not define the
 * reply to a batch (contract: Silent points, 2), so that each tool has one batch in flight until
 * the rows of one were matched. No batch is sent while a batch-wide miss is being checked, and none
 * while the halves of a refused batch show how large a new one may be.
 */
function maySendBatch(run: RunView, tool: Tool, kind: PendingRequest['kind']): boolean {
	const isBatch = (sent: Reservation) => sent.tool.name === tool.name && sent.lookups > 1;
	const isTrial = !run.matchedTools.has(tool.name) && maxLookups(run, tool) > 1;
	if (isTrial && [...run.budget.inFlight].some(isBatch)) return false;
	const sizes = run.batchSizes.get(tool.name);
	const isSizeKnown = !sizes?.isRefused || sizes.accepted >= (tool.batch?.max ?? 1);
	return !run.retryQueue.some(
		({ tool: { name }, misses, after }) =>
			name === tool.name &&
			(misses !== undefined || (after !== undefined && kind === 'first' && !isSizeKnown)),
	);
}

/**
 * Returns the index of the retry to send now, or -1. Requests with the most failed attempts are
 * sent first.
 */
function nextRetry({ retryQueue, registry }: RunView, maySend: MaySend, now: number): number {
	let next = -1;
	for (const [index, request] of retryQueue.entries()) {
		const { tool, entries, notBefore, misses } = request;
		if (notBefore > now || misses !== undefined) continue;
		// Lookups that are sent alone do not depend on each other.
		if (isWaiting(request) && registry.queue.maxBatch(tool) > 1) continue;
		if (!maySend(tool, entries.length)) continue;
		if (next < 0 || failedAttempts(request) > failedAttempts(retryQueue[next])) next = index;
	}
	return next;
}

/**
 * Returns the next time at which more may be sent, epoch ms; Infinity if only a reply changes that.
 */
export function nextWakeUp(
	{
		retryQueue,
		throttle,
		circuitBreaker,
	}: Pick<RunView, 'retryQueue' | 'throttle' | 'circuitBreaker'>,
	now: number,
): number {
	let time = Math.min(nextOpening(throttle, now), circuitBreaker.nextStart(now));
	for (const { notBefore } of retryQueue) if (notBefore > now) time = Math.min(time, notBefore);
	return time;
}

/**
 * Schedules new lookups. If no row may be started, those of started rows are sent, even if their
 * batch is not full.
 */
function scheduleNew(run: RunView, maySend: MaySend): ScheduleDecision | null {
	const { registry, budget } = run;
	const first = registry.queue.nextReady(maySend);
	if (first === null) return null;
	if (first.priority === 'started' || mayStartRow(run, first)) return send(run, first);
	// The answers in flight may fill the batch.
	const started = budget.inFlight.size > 0 ? null : registry.queue.nextStarted(maySend);
	return started && send(run, started);
}

/**
 * Whether another row may be started. If the tokens or the Fair Use window may not suffice for all
 * rows, those with a hit are finished first, and the first row goes alone, because it shows what a
 * row costs.
 */
function mayStartRow(run: RunView, { lookup }: Readonly<Entry>): boolean {
	const { budget, registry, isPathKnown } = run;
	const mayJoin = isPathKnown || lookup.followUp.length === 0 || budget.inFlight.size === 0;
	if (mayJoin && registry.queue.nextStarted() === null) return true;
	return !budget.isTight(lookup, registry.queue.size) && !isWindowTight(run, lookup);
}

/** Whether the window may close before all rows are finished. Each hit uses a record. */
const isWindowTight = ({ recordsLeft, registry }: RunView, { followUp }: Lookup): boolean =>
	recordsLeft < registry.queue.size * (1 + followUp.length);

function send(run: RunView, first: Readonly<Entry>): ScheduleDecision | null {
	const demand = demandOf(run, first);
	return permitted(run, demand, (size) => ({ do: 'send', tool: demand.tool, size }));
}

/** @returns null to wait */
function permitted(
	{ budget }: RunView,
	demand: Demand,
	decide: (size: number) => ScheduleDecision,
) {
	const permit = budget.permit(demand);
	if (permit.is === 'wait') return null;
	// A batch body and a page of a search are one entry.
	if (permit.is === 'granted') return decide(demand.min > 1 ? 1 : permit.size);
	return { do: 'stop', stop: stopFor('token_budget') } as const;
}

function demandOf(
	run: RunView,
	{ lookup: { tool, phone, identifier, followUp } }: Readonly<Entry>,
): Demand {
	const max = Math.min(maxLookups(run, tool), run.registry.queue.queued(tool));
	return { tool, phone, followUp, ...sizesOf(max, identifier) };
}

const retryDemandOf = (run: RunView, { tool, phone, entries }: PendingRequest): Demand => ({
	tool,
	phone,
	followUp: entries[0].lookup.followUp,
	// Halves of a refused batch keep their size, unless lookups are sent alone.
	...sizesOf(maxLookups(run, tool) === 1 ? 1 : entries.length, entries[0].lookup.identifier),
});

/**
 * Maximum lookups per new request to a tool. While the circuit breaker probes it, lookups are sent
 * alone.
 */
const maxLookups = ({ circuitBreaker, registry }: RunView, tool: Tool): number =>
	circuitBreaker.modeOf(tool) === 'probing' ? 1 : registry.queue.maxBatch(tool);

/** A batch body and a page of a search can't be split. */
const sizesOf = (max: number, first: Identifier) =>
	max > 1 ? { max, min: 1 } : { max: lookupCount(first), min: lookupCount(first) };

/** Shared, because an abort without a reason creates an error with a stack trace. */
const NOTIFIED = new Error('Notified');

/** Waits for a notification or a time. A notification before the wait ends the next wait. */
export class WakeUp {
	private notified = false;
	private wake: (() => void) | null = null;

	notify(): void {
		this.notified = true;
		this.wake?.();
	}

	/** @param time epoch ms; Infinity to wait only for a notification */
	async waitUntil(time: number, clock: Clock): Promise<void> {
		if (!this.notified) {
			const notified = new Promise<void>((resolve) => {
				this.wake = resolve;
			});
			await (time === Infinity ? notified : raceTimeout(notified, time - clock.now(), clock));
		}
		this.notified = false;
		this.wake = null;
	}
}

/** Used only for finite times, because a canceled sleep is expensive. */
async function raceTimeout(notified: Promise<void>, ms: number, clock: Clock): Promise<void> {
	const timer = new AbortController();
	await Promise.race([notified, clock.sleep(ms, timer.signal)]);
	timer.abort(NOTIFIED);
}
