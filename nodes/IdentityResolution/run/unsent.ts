import { lookupCount } from '../api/identifiers/body';
import type { Tool } from '../api/tool';
import type { Budget, Demand } from '../service/budget';
import { inSlices, type Clock } from '../service/environment';
import type { Lookup } from '../service/lookup';
import { stopFor, type Outcome, type Stop } from '../service/outcome';
import type { MaySend } from './queue';
import type { LookupRegistry } from './loader';
import type { Batches } from '../service/batches';
import type { CircuitBreaker } from '../service/circuitBreaker';
import type { Work } from '../service/paced';
import type { AnsweredLookup, Entry, Request } from '../service/request';

/** The lookups that were not sent yet, of which it chooses the next request. */
export class Unsent implements Work {
	/**
	 * Whether a lookup of a row with a hit was answered, so that it is known what a row may cost.
	 */
	private isPathKnown = false;
	/** Fair Use records left in the 5 h window, by the latest reply that says so. */
	private recordsLeft = Infinity;

	constructor(
		private readonly registry: LookupRegistry,
		private readonly batches: Batches,
		private readonly budget: Budget,
		private readonly breaker: CircuitBreaker,
		private readonly clock: Clock,
	) {}

	get isEmpty(): boolean {
		return this.registry.queue.isEmpty;
	}

	get isBehind(): boolean {
		return this.registry.isBehind;
	}

	async catchUp(): Promise<void> {
		await inSlices(this.registry.updateRows(), this.clock);
	}

	outcomeOfClosed(tool: Tool): Outcome | undefined {
		return this.registry.outcomeOfClosed(tool);
	}

	nextTime(now: number): number {
		return this.breaker.nextStart(now);
	}

	settle(entries: readonly Entry[], outcome: Outcome): void {
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

	/**
	 * Maximum lookups per request to a tool. While the circuit breaker probes it, lookups are sent
	 * alone.
	 */
	maxLookups(tool: Tool): number {
		return this.breaker.modeOf(tool) === 'probing' ? 1 : this.batches.maxBatch(tool);
	}

	mayRetry({ tool, entries }: Request, now: number): boolean {
		return this.maySendAs('retry', now)(tool, entries.length);
	}

	/**
	 * Takes the lookups of the next request. If no row may be started, those of started rows are
	 * sent, even if their batch is not full.
	 */
	next(now: number): Request | Stop | null {
		const { queue } = this.registry;
		const maySend = this.maySendAs('first', now);
		const first = queue.nextReady(maySend);
		if (first === null) return null;
		if (first.priority === 'started' || this.mayStartRow(first)) return this.take(first);
		// The answers in flight may fill the batch.
		const started = this.budget.inFlight.size > 0 ? null : queue.nextStarted(maySend);
		return started && this.take(started);
	}

	private maySendAs(kind: Request['kind'], now: number): MaySend {
		const { inFlight } = this.budget;
		return (tool, lookups) => {
			const most = this.maxLookups(tool);
			const mayBatch = lookups === 1 || this.batches.mayStart(tool, kind, most, inFlight);
			return mayBatch && this.breaker.mayStart(tool, kind, inFlight, now);
		};
	}

	/**
	 * Whether another row may be started. If the tokens or the Fair Use window may not suffice for
	 * all rows, those with a hit are finished first, and the first row goes alone, because it shows
	 * what a row costs.
	 */
	private mayStartRow({ lookup }: Readonly<Entry>): boolean {
		const { budget, isPathKnown, registry } = this;
		const mayJoin = isPathKnown || lookup.followUp.length === 0 || budget.inFlight.size === 0;
		if (mayJoin && registry.queue.nextStarted() === null) return true;
		return !budget.isTight(lookup, registry.queue.size) && !this.isWindowTight(lookup);
	}

	/** Whether the window may close before all rows are finished. Each hit uses a record. */
	private isWindowTight({ followUp }: Lookup): boolean {
		return this.recordsLeft < this.registry.queue.size * (1 + followUp.length);
	}

	/** Takes a request that begins with a lookup from the queue, if the budget permits it now. */
	private take(first: Readonly<Entry>): Request | Stop | null {
		const { tool } = first.lookup;
		const demand = this.demandOf(first);
		const permit = this.budget.permit(demand);
		if (permit.is === 'wait') return null;
		if (permit.is === 'exhausted') return stopFor('token_budget');
		// A batch body and a page of a search are one entry.
		return this.registry.queue.dequeue(tool, demand.min > 1 ? 1 : permit.size);
	}

	private demandOf({ lookup }: Readonly<Entry>): Demand {
		const { tool, phone, followUp, identifier } = lookup;
		const max = Math.min(this.maxLookups(tool), this.registry.queue.queued(tool));
		if (max > 1) return { tool, phone, followUp, max, min: 1 };
		// A batch body and a page of a search can't be split.
		const lookups = lookupCount(identifier);
		return { tool, phone, followUp, max: lookups, min: lookups };
	}
}
