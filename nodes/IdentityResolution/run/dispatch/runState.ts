import type { Refusal } from '../../api/replies/envelope';
import type { Reading } from '../../api/replies/reading';
import type { Tool } from '../../api/tool';
import type { Budget } from '../budget';
import type { Environment, Limits, LogEntry } from '../environment';
import { isAnswered, stopFor, type Outcome, type Stop } from '../outcome';
import {
	failedAttempts,
	singlesOf,
	type AnsweredLookup,
	type Entry,
	type PendingRequest,
} from '../queue/queue';
import type { LookupRegistry } from '../queue/registry';
import { withKnownReset } from './retryPolicy';
import { newThrottle, waiting, type PassingLimit } from '../throttle';
import { AnswerMemory, type Needs } from './classifyReply';
import { CircuitBreaker } from './circuitBreaker';

/** What replies have shown about the size of a tool's batches. */
export interface BatchSizes {
	/** The most lookups of a request that the service accepted. */
	accepted: number;
	/** Whether it refused a batch. */
	isRefused: boolean;
}

/**
 * The state of a run, and the changes that several decisions of the dispatcher share. Only the
 * dispatcher changes it; decisions read it. Rows add lookups to the registry.
 */
export class RunState {
	throttle;
	retryQueue: PendingRequest[] = [];
	/**
	 * Names of tools of which the rows of a batch were matched. Until then, a tool has one batch in
	 * flight.
	 */
	readonly matchedTools: Set<string>;
	/** What replies have shown about the batches of each tool, by its name. */
	readonly batchSizes = new Map<string, BatchSizes>();
	/**
	 * By the name of the tool: what lookups, sent alone, have shown about the miss of a whole
	 * batch.
	 */
	readonly batchMisses = new Map<string, 'confirmed' | 'refuted'>();
	/**
	 * Whether a lookup of a row with a hit was answered, so that it is known what a row may cost.
	 */
	isPathKnown = false;
	/** Fair Use records left in the 5 h window, by the latest reply that says so. */
	recordsLeft = Infinity;
	/**
	 * Epoch ms at which a used-up window opens, by the latest reply that says so; null if none
	 * does.
	 */
	private windowOpensAt: number | null = null;
	readonly circuitBreaker;
	/** By the name of the tool: the name under which the service knows it, if it differs. */
	readonly toolNames = new Map<string, string>();
	/** Why no more requests are sent. */
	stop: Stop | null = null;
	/** Why the first tool was closed. Other tools continue. */
	firstToolStop: Stop | null = null;
	/** Epoch ms after which no request is sent; Infinity for no bound. */
	readonly deadline: number;
	readonly answerMemory: AnswerMemory;

	/** @param budget also contains the reservations of requests in flight */
	constructor(
		readonly registry: LookupRegistry,
		readonly budget: Budget,
		readonly limits: Readonly<Limits>,
		private readonly env: Pick<Environment, 'clock' | 'random' | 'log'>,
		needs: Needs = 'results',
	) {
		this.matchedTools = new Set(limits.batches?.matched);
		if (limits.batches?.areUnmatchable) registry.queue.disableBatching();
		this.throttle = newThrottle(limits.concurrency);
		this.circuitBreaker = new CircuitBreaker(env.random);
		this.deadline = env.clock.now() + limits.maxRunTime;
		this.answerMemory = new AnswerMemory(needs);
	}

	/**
	 * Adds the wait to a refusal by a window whose reset this reply, or an earlier one, has named.
	 */
	withKnownReset(reading: Reading, now: number): Reading {
		this.windowOpensAt = reading.usage.opensAt ?? this.windowOpensAt;
		if (reading.is === 'refusal')
			return {
				...reading,
				refusal: withKnownReset(reading.refusal, this.windowOpensAt, now),
			};
		const { partialError } = reading;
		if (partialError === null) return reading;
		return { ...reading, partialError: withKnownReset(partialError, this.windowOpensAt, now) };
	}

	/** Adds requests to the retry queue. Skips requests without lookups. */
	requeue(...requests: PendingRequest[]): void {
		for (const request of requests)
			if (request.entries.length > 0) this.retryQueue.push({ ...request, kind: 'retry' });
	}

	settleAll(entries: readonly Entry[], outcome: Outcome): void {
		for (const entry of entries) this.registry.settle(entry, outcome);
	}

	settleAnswered(answered: readonly AnsweredLookup[]): void {
		for (const { entry, outcome, charged, recordsLeft } of answered) {
			entry.record.charged = charged;
			entry.record.recordsLeft = recordsLeft;
			this.recordsLeft = recordsLeft ?? this.recordsLeft;
			this.isPathKnown ||= entry.priority === 'started';
			this.registry.settle(entry, outcome);
		}
	}

	/** Learns from the reply to a request how many lookups a request of the tool may contain. */
	learnBatchSize(request: PendingRequest, reply: 'accepted' | 'refused'): void {
		const { batchSizes, registry } = this;
		const { tool, entries } = request;
		const sizes = batchSizes.get(tool.name) ?? { accepted: 0, isRefused: false };
		batchSizes.set(tool.name, sizes);
		if (reply === 'refused') {
			sizes.isRefused ||= entries.length > 1;
			return;
		}
		sizes.accepted = Math.max(sizes.accepted, entries.length);
		const largest = largestBatch(sizes, request);
		if (largest !== null && this.batchMisses.get(tool.name) !== 'refuted')
			registry.queue.capBatches(tool, largest);
	}

	/**
	 * Checks the miss of a whole batch with some of its lookups, sent alone. Once per tool, for all
	 * of its batches.
	 */
	checkMisses(request: PendingRequest, misses: readonly AnsweredLookup[]): void {
		const { retryQueue } = this;
		const { tool, entries } = request;
		const known = this.batchMisses.get(tool.name);
		if (known === 'confirmed') return this.settleAnswered(misses);
		if (known === 'refuted') return this.requeue({ ...request, after: undefined });
		const checked = retryQueue.find(
			(other) => other.misses !== undefined && other.tool.name === tool.name,
		);
		const probes = checked?.after ?? chooseProbes(entries);
		this.log('split', tool.name, 'missed_batch');
		if (checked === undefined)
			this.requeue(...singlesOf({ ...request, entries: probes, after: undefined }));
		const isOther = (entry: Entry) => !probes.includes(entry);
		// Also without other lookups: the request marks the tool until its probes are settled.
		retryQueue.push({
			...request,
			kind: 'retry',
			entries: entries.filter(isOther),
			after: probes,
			misses: misses.filter(({ entry }) => isOther(entry)),
		});
	}

	/** Applies what the probes of missed batches have shown, once they are settled. */
	private decideMisses(): void {
		const decided = this.retryQueue.filter(
			({ misses, after = [] }) => misses !== undefined && verdictOf(after) !== 'pending',
		);
		if (decided.length === 0) return;
		this.retryQueue = this.retryQueue.filter((request) => !decided.includes(request));
		for (const { after = [], misses = [], ...request } of decided) {
			const verdict = verdictOf(after);
			if (verdict === 'misses') {
				this.batchMisses.set(request.tool.name, 'confirmed');
				this.settleAnswered(misses);
			} else if (verdict === 'hit') {
				this.batchMisses.set(request.tool.name, 'refuted');
				this.registry.queue.capBatches(request.tool, 1);
				this.requeue(request);
			} else if (misses.length > 0) this.checkMisses(request, misses);
		}
	}

	/** Lets a refused request wait for a rate limit, or all requests for a window. */
	wait(
		limit: PassingLimit,
		until: number,
		request: PendingRequest,
		refusal: Refusal,
		now: number,
	): void {
		const { tool } = request;
		this.throttle = waiting(this.throttle, limit, now, until);
		if (limit === 'rateLimit')
			return this.log(
				'retry',
				tool.name,
				refusal.reason,
				until - now,
				failedAttempts(request) + 1,
			);
		this.log('pause', tool.name, refusal.reason, until - now);
		const { pausedUntil } = this.throttle;
		if (pausedUntil >= this.deadline)
			this.stopRun(stopFor('run_time', { retryAt: pausedUntil, refusal }));
	}

	/**
	 * Defers all queued and later lookups of a tool, or of its family if known. Other tools
	 * continue.
	 */
	closeTool(tool: Tool, stop: Stop, scope: 'tool' | 'family'): void {
		this.log('closeTool', tool.name, stop.reason);
		this.firstToolStop ??= stop;
		const isOne = scope === 'tool' || tool.family === 'unknown';
		// The stop of a family names only the tool that the service refused.
		const outcome: Outcome = { is: 'deferred', stop: isOne ? stop : { ...stop, tool: null } };
		this.registry.closeTool(tool, outcome, isOne ? 'name' : 'family');
	}

	/** Settles what waits for a retry although its tool is closed or its probes are answered. */
	settleWaiting(): void {
		for (const request of this.retryQueue.splice(0)) {
			const outcome = this.registry.outcomeOfClosed(request.tool);
			if (outcome === undefined) this.retryQueue.push(request);
			else this.settleAll(request.entries, outcome);
		}
		this.decideMisses();
	}

	stopRun(stop: Stop): void {
		const kept = keptStop(this.stop, stop);
		if (kept === this.stop) return;
		this.stop = kept;
		this.log('stop', kept.tool, kept.reason);
	}

	log(
		event: LogEntry['event'],
		tool: string | null,
		reason: string,
		wait?: number,
		attempt?: number,
	): void {
		this.env.log({ event, tool, attempt: attempt ?? null, reason, wait: wait ?? null });
	}
}

/**
 * Keeps the first stop, because the second is usually its consequence, unless it has a later retry
 * time.
 */
export const keptStop = (first: Stop | null, second: Stop): Stop =>
	first === null || (first.retryAt ?? Infinity) < (second.retryAt ?? 0) ? second : first;

export function currentTool(names: RunState['toolNames'], tool: Tool): Tool {
	const name = names.get(tool.name);
	return name === undefined ? tool : { ...tool, name };
}

/**
 * Returns the name to use instead of one that the service does not know (contract: Silent points,
 * 5); null if the tool has no further name.
 */
export function nameInsteadOf(
	missing: string,
	names: RunState['toolNames'],
	tool: Tool,
): string | null {
	const current = currentTool(names, tool).name;
	// Another request has found out before.
	if (current !== missing) return current;
	const all = [tool.name, ...(tool.otherNames ?? [])];
	return all.at(all.indexOf(missing) + 1) ?? null;
}

/**
 * Returns the largest batch to send after a refusal; null if nothing is known. Two lookups that
 * were refused together and accepted alone show that the tool takes no batches (contract: Silent
 * points, 20).
 */
export function largestBatch(
	{ accepted, isRefused }: Readonly<BatchSizes>,
	{ entries, after }: Pick<PendingRequest, 'entries' | 'after'>,
): number | null {
	if (!isRefused) return null;
	if (accepted > 1) return accepted;
	const isSecondOfPair = entries.length === 1 && after?.length === 1;
	return isSecondOfPair && after.every(({ outcome }) => outcome !== null && isAnswered(outcome))
		? 1
		: null;
}

/** Lookups of a batch that are sent alone if the reply to it names no row. */
const PROBES = 5;

/** Chooses lookups from all parts of a batch, because sheets are sorted. */
export function chooseProbes<T>(lookups: readonly T[]): T[] {
	const count = Math.min(PROBES, lookups.length);
	return Array.from(
		{ length: count },
		(_, index) => lookups[Math.floor((index * lookups.length) / count)],
	);
}

/**
 * What the probes show about a batch whose reply was one miss for all (contract: Silent points, 3).
 */
export function verdictOf(probes: readonly Entry[]): 'pending' | 'misses' | 'hit' | 'undecided' {
	const outcomes = probes.map(({ outcome }) => outcome);
	if (outcomes.some((outcome) => outcome?.is === 'found')) return 'hit';
	if (outcomes.includes(null)) return 'pending';
	// A refused probe decides nothing.
	return outcomes.some((outcome) => outcome?.is === 'not_found') ? 'misses' : 'undecided';
}
