import type { Tool } from '../api/tool';
import type { Entry } from './entry';
import { Fifo } from './fifo';
import type { Purchase } from './purchase';

/** Lookups of one tool that wait for their first request. */
interface Queue {
	tool: Tool;
	/** Of rows that something was found for already, which go first: a row that ends is worth more than one that begins. */
	begun: Fifo<Entry>;
	fresh: Fifo<Entry>;
	/** Lookups that were taken and are not settled. */
	underWay: number;
}

/** Whether a request with this number of lookups may be sent to a tool now. */
export type MaySend = (tool: Tool, lookups: number) => boolean;

const ANY: MaySend = () => true;

/**
 * The order in which lookups are first sent: those of rows that have begun, then the others, one tool after the other, in the
 * order of asking. A batch that is not full waits as long as another tool's lookups are open, because what rows learn from
 * those may fill it.
 */
export class Line {
	private readonly queues = new Map<string, Queue>();

	/** @param batchSize the most lookups that travel in one request, where the tool allows as many */
	constructor(private batchSize: number) {}

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

	/** From now on every lookup goes alone. */
	goSingly(): void {
		this.batchSize = 1;
	}

	add(entry: Entry): void {
		this.queueOf(entry.lookup.tool)[entry.stage].push(entry);
	}

	/** Returns the next lookup that may be sent; null if there is none, or if its batch may still grow. */
	next(maySend = ANY): Entry | null {
		const waiting = [...this.queues.values()].filter(
			(queue) => lengthOf(queue) > 0 && maySend(queue.tool, this.nextSize(queue)),
		);
		const full = waiting.filter((queue) => lengthOf(queue) >= this.fullBatch(queue));
		return nextOf(full) ?? nextOf(waiting.filter((queue) => !this.othersUnderWay(queue)));
	}

	/**
	 * Returns the next lookup of a started row that may be sent, even if its batch may still grow; null if there is
	 * none.
	 */
	nextBegun(maySend = ANY): Entry | null {
		for (const queue of this.queues.values()) {
			if (queue.begun.first !== null && maySend(queue.tool, this.nextSize(queue))) return queue.begun.first;
		}
		return null;
	}

	/** What rows that have begun wait for. */
	owed(): Purchase[] {
		return [...this.queues.values()].flatMap(({ tool, begun }) =>
			begun.first === null ? [] : [{ tool, phone: begun.first.lookup.phone, lookups: begun.length }],
		);
	}

	/** The first lookup in line of all; null where there is none. */
	first(): Entry | null {
		for (const { begun, fresh } of this.queues.values())
			if (begun.first ?? fresh.first) return begun.first ?? fresh.first;
		return null;
	}

	/** The first lookup in line of one tool; null where there is none. */
	firstOf({ name }: Tool): Entry | null {
		const queue = this.queues.get(name);
		return queue ? (queue.begun.first ?? queue.fresh.first) : null;
	}

	/** Returns the first queued lookup of a family's tools; null if there is none. */
	firstOfFamily(family: Tool['family']): Entry | null {
		for (const { tool, begun, fresh } of this.queues.values())
			if (tool.family === family && (begun.first ?? fresh.first)) return begun.first ?? fresh.first;
		return null;
	}

	/** Takes a tool's next lookup, and up to `size - 1` more that can travel with it. */
	take(tool: Tool, size: number): Entry[] {
		const queue = this.queueOf(tool);
		const phone = this.firstOf(tool)?.lookup.phone;
		const alike = ({ lookup }: Entry) => lookup.phone === phone;
		const begun = queue.begun.takeWhile(alike, size);
		const taken = queue.begun.length > 0 ? begun : begun.concat(queue.fresh.takeWhile(alike, size - begun.length));
		queue.underWay += taken.length;
		return taken;
	}

	/** Empties the line. @returns everything that was in it, in order */
	clear(): Entry[] {
		return [...this.queues.values()].flatMap(({ begun, fresh }) => [...begun.clear(), ...fresh.clear()]);
	}

	/** A lookup that was taken is settled. */
	settled({ lookup }: Entry): void {
		const queue = this.queueOf(lookup.tool);
		queue.underWay -= 1;
		// Rows may name a thousand tools, and all that are left are looked through for each request.
		if (queue.underWay === 0 && lengthOf(queue) === 0) this.queues.delete(lookup.tool.name);
	}

	private fullBatch({ tool }: Queue): number {
		return Math.min(this.batchSize, tool.batch?.max ?? 1);
	}

	private nextSize(queue: Queue): number {
		return Math.min(lengthOf(queue), this.fullBatch(queue));
	}

	private othersUnderWay(queue: Queue): boolean {
		for (const other of this.queues.values()) if (other !== queue && other.underWay > 0) return true;
		return false;
	}

	private queueOf(tool: Tool): Queue {
		const queue = this.queues.get(tool.name) ?? {
			tool,
			begun: new Fifo<Entry>(),
			fresh: new Fifo<Entry>(),
			underWay: 0,
		};
		this.queues.set(tool.name, queue);
		return queue;
	}
}

/** Of several tools, one of a row that has begun before any other. */
const nextOf = (queues: readonly Queue[]): Entry | null =>
	queues.find(({ begun }) => begun.first !== null)?.begun.first ?? queues.at(0)?.fresh.first ?? null;

const lengthOf = ({ begun, fresh }: Queue) => begun.length + fresh.length;
