import type { Phone } from '../api/request';
import type { Tool } from '../api/tool';
import { lookupOf, type Lookup, type LookupRecord } from './lookup';
import type { Outcome } from './outcome';

/** A lookup and those who wait for it. */
export interface Entry {
	lookup: Lookup;
	record: LookupRecord;
	waiting: Waiting[];
	outcome: Outcome | null;
}

/** Who asked a lookup. */
export interface Waiting {
	/** Told once, when the lookup is settled. The first that asked it is the one its charge is counted on. */
	settled(outcome: Outcome, entry: Entry, place: 'first' | 'later'): void;
}

/** Lookups that travel in one request. */
export interface Ask {
	tool: Tool;
	phone: Phone;
	entries: Entry[];
	errors: number;
	lost: number;
	/** Epoch ms before which it is not sent. */
	notBefore: number;
}

/** Never added to: an array that grows from nothing takes room for many. */
const NOBODY: Waiting[] = [];

/** Fresh lookups of one tool. */
interface Queue {
	entries: Entry[];
	/** Everything before it has been taken: shifting a long array costs its length each time. */
	head: number;
}

/**
 * All lookups of a run: one entry for each distinct question, whoever asks it, and the order in which they are sent.
 */
export class Book {
	/** By tool, then by the identifier's key. */
	private readonly entries = new Map<string, Map<string, Entry>>();
	private distinct = 0;
	private readonly queues = new Map<string, Queue>();
	private closed: Outcome | null = null;

	get size(): number {
		return this.distinct;
	}

	/** Asks for a lookup; who asks is told at once where it is settled already. */
	ask(lookup: Lookup, waiting: Waiting): void {
		const entry = this.entryOf(lookup);
		entry.record.rows += 1;
		if (lookup.phone === 'without') entry.record.withoutPhone += 1;
		if (entry.outcome === null && entry.waiting.length === 0) entry.waiting = [waiting];
		else if (entry.outcome === null) entry.waiting.push(waiting);
		else waiting.settled(entry.outcome, entry, entry.record.rows === 1 ? 'first' : 'later');
	}

	/** Settles a lookup, once: rows have already acted on its first outcome. */
	settle(entry: Entry, outcome: Outcome): void {
		if (entry.outcome !== null) return;
		entry.outcome = outcome;
		const { waiting } = entry;
		entry.waiting = NOBODY;
		waiting.forEach((one, place) => one.settled(outcome, entry, place === 0 ? 'first' : 'later'));
	}

	/** The lookup that is next in line, or null where none is left. */
	next(): Entry | null {
		for (const [tool, queue] of this.queues) {
			if (queue.head < queue.entries.length) return queue.entries[queue.head];
			this.queues.delete(tool);
		}
		return null;
	}

	/** How many lookups of the same tool are in line, the next one among them. */
	get inLine(): number {
		const first = this.next();
		const queue = first && this.queues.get(first.lookup.tool.name);
		return queue ? queue.entries.length - queue.head : 0;
	}

	/** Takes the lookup that is next in line and up to `size - 1` more that can travel with it. */
	take(size: number): Ask | null {
		const first = this.next();
		if (first === null) return null;
		const { tool, phone } = first.lookup;
		const queue = this.queues.get(tool.name);
		const entries: Entry[] = [];
		while (queue && entries.length < size && queue.entries[queue.head]?.lookup.phone === phone) {
			entries.push(queue.entries[queue.head]);
			queue.head += 1;
		}
		return { tool, phone, entries, errors: 0, lost: 0, notBefore: 0 };
	}

	/** Settles everything that is still in line, and whatever is asked from now on, with one outcome. */
	close(outcome: Outcome): void {
		this.closed = outcome;
		for (let ask = this.take(Infinity); ask !== null; ask = this.take(Infinity)) {
			for (const entry of ask.entries) this.settle(entry, outcome);
		}
	}

	private entryOf(lookup: Lookup): Entry {
		const { tool, identifier } = lookup;
		const ofTool = this.entries.get(tool.name) ?? new Map<string, Entry>();
		this.entries.set(tool.name, ofTool);
		const known = ofTool.get(identifier.key);
		if (known) {
			const unsent = known.outcome === null && known.record.attempts === 0;
			if (unsent && lookup.phone === 'with') known.lookup = lookupOf(tool, known.lookup.identifier, 'with');
			return known;
		}
		const record = { attempts: 0, charged: null, rows: 0, withoutPhone: 0, lost: 0, recordsLeft: null };
		const entry: Entry = { lookup, record, waiting: NOBODY, outcome: this.closed };
		ofTool.set(identifier.key, entry);
		this.distinct += 1;
		if (this.closed === null) this.queueOf(tool).entries.push(entry);
		return entry;
	}

	private queueOf({ name }: Tool): Queue {
		const queue = this.queues.get(name) ?? { entries: [], head: 0 };
		this.queues.set(name, queue);
		return queue;
	}
}
