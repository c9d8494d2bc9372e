import type { Tool } from '../api/tool';
import type { Entry } from './book';

/** Lookups of one tool that wait for their first request. */
interface Queue {
	tool: Tool;
	entries: Entry[];
	/** Everything before it has been taken: shifting a long array costs its length each time. */
	head: number;
	/** Lookups that were taken and are not settled. */
	underWay: number;
}

/**
 * The order in which lookups are first sent: one tool after the other, in the order of asking. A batch that is not full waits
 * as long as another tool's lookups are open, because what rows learn from those may fill it.
 */
export class Line {
	private readonly queues = new Map<string, Queue>();

	/** @param batchSize the most lookups that travel in one request, where the tool allows as many */
	constructor(private readonly batchSize: number) {}

	get isEmpty(): boolean {
		return this.first() === null;
	}

	/** How many requests it takes to send everything in line. */
	get requests(): number {
		let requests = 0;
		for (const queue of this.queues.values()) requests += Math.ceil(lengthOf(queue) / this.fullBatch(queue));
		return requests;
	}

	/** How many lookups of the tool are in line. */
	length({ name }: Tool): number {
		const queue = this.queues.get(name);
		return queue ? lengthOf(queue) : 0;
	}

	add(entry: Entry): void {
		this.queueOf(entry.lookup.tool).entries.push(entry);
	}

	/** The lookup that is next in line; null where there is none, or where the next batch may still grow. */
	next(): Entry | null {
		let partial: Queue | null = null;
		for (const queue of this.queues.values()) {
			const waiting = lengthOf(queue);
			if (waiting > 0 && waiting >= this.fullBatch(queue)) return queue.entries[queue.head];
			if (waiting > 0 && !this.othersUnderWay(queue)) partial ??= queue;
		}
		return partial && partial.entries[partial.head];
	}

	/** The first lookup in line of all; null where there is none. */
	first(): Entry | null {
		for (const queue of this.queues.values()) if (lengthOf(queue) > 0) return queue.entries[queue.head];
		return null;
	}

	/** The first lookup in line of one tool; null where there is none. */
	firstOf({ name }: Tool): Entry | null {
		const queue = this.queues.get(name);
		return queue?.entries[queue.head] ?? null;
	}

	/** Takes a tool's next lookup, and up to `size - 1` more that can travel with it. */
	take(tool: Tool, size: number): Entry[] {
		const queue = this.queueOf(tool);
		const from = queue.head;
		const phone = queue.entries[from]?.lookup.phone;
		while (queue.head - from < size && queue.entries[queue.head]?.lookup.phone === phone) queue.head += 1;
		const taken = queue.entries.slice(from, queue.head);
		queue.underWay += taken.length;
		if (queue.head === queue.entries.length) {
			queue.entries = [];
			queue.head = 0;
		}
		return taken;
	}

	/** Empties the line. @returns everything that was in it, in order */
	clear(): Entry[] {
		return [...this.queues.values()].flatMap((queue) => {
			const entries = queue.entries.slice(queue.head);
			queue.entries = [];
			queue.head = 0;
			return entries;
		});
	}

	/** A lookup that was taken is settled. */
	settled({ lookup }: Entry): void {
		this.queueOf(lookup.tool).underWay -= 1;
	}

	private fullBatch({ tool }: Queue): number {
		return Math.min(this.batchSize, tool.batch?.max ?? 1);
	}

	private othersUnderWay(queue: Queue): boolean {
		for (const other of this.queues.values()) if (other !== queue && other.underWay > 0) return true;
		return false;
	}

	private queueOf(tool: Tool): Queue {
		const queue = this.queues.get(tool.name) ?? { tool, entries: [], head: 0, underWay: 0 };
		this.queues.set(tool.name, queue);
		return queue;
	}
}

const lengthOf = ({ entries, head }: Queue) => entries.length - head;
