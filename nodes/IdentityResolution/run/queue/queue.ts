import type { Phone, Tool } from '../../api/tool';
import type { Lookup, LookupRecord } from '../lookup';
import type { Answered, Outcome } from '../outcome';

/** A distinct lookup and the rows that wait for it. */
export interface Entry {
	lookup: Lookup;
	record: LookupRecord;
	subscribers: Subscriber[];
	outcome: Outcome | null;
	/** `started` if the row that first requested the lookup already has a hit. */
	priority: 'started' | 'fresh';
}

export interface Subscriber {
	readonly priority: Entry['priority'];
	/**
	 * Called once, when the lookup is settled. `first`: the subscriber whose row reports the
	 * charge.
	 */
	onSettled(outcome: Outcome, entry: Entry, place: 'first' | 'later'): void;
	/**
	 * Called if the lookup is withdrawn before it is sent. The subscriber may load another one, or
	 * the same.
	 */
	advance(): void;
}

/** Lookups of one tool that are sent in one request. */
export interface PendingRequest {
	readonly tool: Tool;
	readonly phone: Phone;
	readonly entries: readonly Entry[];
	readonly kind: 'first' | 'retry';
	/** Failed attempts that are known not to be charged. */
	readonly errorCount: number;
	/** When exactly these lookups failed first, epoch ms; null before. */
	readonly failingSince: number | null;
	/** Lost answers. Each may have been charged. */
	readonly lostCount: number;
	/** Earliest start, epoch ms. */
	readonly notBefore: number;
	/**
	 * Lookups that are settled first: the other half of a refused batch, or the probes of a missed
	 * one.
	 */
	readonly after?: readonly Entry[];
	/** The misses of a whole batch, which the lookups in `after` confirm or refute. */
	readonly misses?: readonly AnsweredLookup[];
}

export interface AnsweredLookup {
	entry: Entry;
	outcome: Answered;
	/** Tokens; null if the reply did not report them. */
	charged: number | null;
	/** Records left in the 5 h window; null if the reply did not report them. */
	recordsLeft: number | null;
}

export const isWaiting = ({ after = [] }: PendingRequest): boolean =>
	after.some(({ outcome }) => outcome === null);

/** Splits a request after its first `size` lookups. The second part may be empty. */
export const splitAt = (
	request: PendingRequest,
	size: number,
): [PendingRequest, PendingRequest] => [partOf(request, 0, size), partOf(request, size)];

/** A part has not failed by itself. */
function partOf(request: PendingRequest, from: number, to?: number): PendingRequest {
	const entries = request.entries.slice(from, to);
	return {
		...request,
		entries,
		failingSince: entries.length === request.entries.length ? request.failingSince : null,
	};
}

export const halvesOf = (request: PendingRequest): PendingRequest[] =>
	splitAt(request, Math.ceil(request.entries.length / 2));

/**
 * Splits a refused request into halves. The second one follows the first, whose reply may show why.
 */
export function halvesInTurn(request: PendingRequest): PendingRequest[] {
	const [first, second] = halvesOf(request);
	return [first, { ...second, after: first.entries }];
}

export const singlesOf = (request: PendingRequest): PendingRequest[] =>
	request.entries.map((_, place) => partOf(request, place, place + 1));

export const failedAttempts = ({ errorCount, lostCount }: PendingRequest): number =>
	errorCount + lostCount;

export class Fifo<T> {
	private items: T[] = [];
	/** Index of the first item. `shift` would copy a long array each time. */
	private head = 0;

	get length(): number {
		return this.items.length - this.head;
	}

	get first(): T | null {
		return this.items[this.head] ?? null;
	}

	push(item: T): void {
		this.items.push(item);
	}

	/** Removes and returns the first items that match, at most `max`. */
	takeWhile(matches: (item: T) => boolean, max: number): T[] {
		const from = this.head;
		while (
			this.head - from < max &&
			this.head < this.items.length &&
			matches(this.items[this.head])
		)
			this.head += 1;
		const removed = this.items.slice(from, this.head);
		if (this.length === 0) this.clear();
		return removed;
	}

	clear(): T[] {
		const rest = this.items.slice(this.head);
		this.items = [];
		this.head = 0;
		return rest;
	}
}

/** Unsent lookups of one tool. */
class ToolQueue {
	/**
	 * Lookups of rows with a hit. They are sent first, because a finished row is worth more than a
	 * started one.
	 */
	readonly started = new Fifo<Entry>();
	readonly fresh = new Fifo<Entry>();
	/** Number of dequeued lookups that are not settled. */
	unsettled = 0;

	constructor(readonly tool: Tool) {}

	get length(): number {
		return this.started.length + this.fresh.length;
	}

	get first(): Entry | null {
		return this.started.first ?? this.fresh.first;
	}
}

/** Whether a request with this many lookups may be sent to a tool now. */
export type MaySend = (tool: Tool, lookups: number) => boolean;

const ANY: MaySend = () => true;

/**
 * Orders lookups: full batches first, and of equal requests those of started rows. Tools take
 * turns. A partial batch waits while lookups of another tool are unsettled, because their answers
 * may add lookups to the batch.
 */
export class LookupQueue {
	private readonly byTool = new Map<string, ToolQueue>();
	/** Maximum lookups per request by the name of the tool, if replies have shown a limit. */
	private readonly caps = new Map<string, number>();
	/** Whether several lookups are sent in one request. Only `disableBatching` changes it. */
	isBatching = true;

	get size(): number {
		let lookups = 0;
		for (const { length } of this.byTool.values()) lookups += length;
		return lookups;
	}

	get isEmpty(): boolean {
		return this.size === 0;
	}

	queued({ name }: Tool): number {
		return this.byTool.get(name)?.length ?? 0;
	}

	/** Sends every lookup in its own request from now on. */
	disableBatching(): void {
		this.isBatching = false;
	}

	/** Limits the lookups per request of a tool from now on. */
	capBatches({ name }: Tool, size: number): void {
		this.caps.set(name, size);
	}

	maxBatch({ name, batch }: Tool): number {
		return this.isBatching ? Math.min(batch?.max ?? 1, this.caps.get(name) ?? Infinity) : 1;
	}

	add(entry: Entry): void {
		this.queueFor(entry.lookup.tool)[entry.priority].push(entry);
	}

	/**
	 * Returns the next lookup that may be sent; null if there is none or if its batch may still
	 * grow.
	 */
	nextReady(maySend = ANY): Entry | null {
		const waiting = [...this.byTool.values()].filter(
			(queue) => queue.length > 0 && maySend(queue.tool, this.nextBatchSize(queue)),
		);
		const full = waiting.filter(({ tool, length }) => length >= this.maxBatch(tool));
		return (
			this.firstEntry(full) ??
			this.firstEntry(waiting.filter((queue) => !this.othersUnsettled(queue)))
		);
	}

	/**
	 * Returns the next lookup of a started row that may be sent, even if its batch may still grow;
	 * else null.
	 */
	nextStarted(maySend = ANY): Entry | null {
		for (const queue of this.byTool.values()) {
			if (queue.started.first !== null && maySend(queue.tool, this.nextBatchSize(queue)))
				return queue.started.first;
		}
		return null;
	}

	/**
	 * Removes lookups of a tool, at most `size`, and returns their request. All have the same phone
	 * setting.
	 */
	dequeue(tool: Tool, size: number): PendingRequest {
		const queue = this.queueFor(tool);
		const phone = queue.first?.lookup.phone ?? 'without';
		const samePhone = ({ lookup }: Entry) => lookup.phone === phone;
		const started = queue.started.takeWhile(samePhone, size);
		const fresh =
			queue.started.length > 0 ? [] : queue.fresh.takeWhile(samePhone, size - started.length);
		const entries = started.concat(fresh);
		queue.unsettled += entries.length;
		return {
			tool,
			phone,
			entries,
			kind: 'first',
			errorCount: 0,
			failingSince: null,
			lostCount: 0,
			notBefore: 0,
		};
	}

	dequeueAll(): Entry[] {
		const queues = [...this.byTool.values()];
		for (const queue of queues) queue.unsettled += queue.length;
		// `flatMap` takes 50 times as long.
		return ([] as Entry[]).concat(
			...queues.map(({ started, fresh }) => started.clear().concat(fresh.clear())),
		);
	}

	release({ lookup }: Entry): void {
		const queue = this.queueFor(lookup.tool);
		queue.unsettled -= 1;
		// Rows may name a thousand tools, and each request iterates over all queues.
		if (queue.unsettled === 0 && queue.length === 0) this.byTool.delete(lookup.tool.name);
	}

	/**
	 * A lookup of a started row, else of the tool with the fewest requests in flight: a limit may
	 * count each tool.
	 */
	private firstEntry(queues: readonly ToolQueue[]): Entry | null {
		const started = queues.filter((queue) => queue.started.first !== null);
		const [first, ...others] = started.length > 0 ? started : queues;
		const inFlight = ({ tool, unsettled }: ToolQueue) => unsettled / this.maxBatch(tool);
		return (
			others.reduce(
				(least, queue) => (inFlight(queue) < inFlight(least) ? queue : least),
				first,
			)?.first ?? null
		);
	}

	private nextBatchSize({ tool, length }: ToolQueue): number {
		return Math.min(length, this.maxBatch(tool));
	}

	private othersUnsettled(queue: ToolQueue): boolean {
		for (const other of this.byTool.values())
			if (other !== queue && other.unsettled > 0) return true;
		return false;
	}

	private queueFor(tool: Tool): ToolQueue {
		const queue = this.byTool.get(tool.name) ?? new ToolQueue(tool);
		this.byTool.set(tool.name, queue);
		return queue;
	}
}
