import type { Tool } from '../api/tool';
import type { Entry, Request } from '../service/request';

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

	/** @param maxBatch the most lookups per request to a tool */
	constructor(private readonly maxBatch: (tool: Tool) => number) {}

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
	dequeue(tool: Tool, size: number): Request {
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
			keepsPlace: false,
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
