import type { Phone } from '../api/request';
import type { Tool } from '../api/tool';
import type { Lookup, LookupRecord } from './lookup';
import type { Outcome } from './outcome';

/** A lookup and those who wait for it. */
export interface Entry {
	lookup: Lookup;
	record: LookupRecord;
	waiting: Waiting[];
	outcome: Outcome | null;
}

/** Told once, when the lookup is settled. The first that asked it is the one its charge is counted on. */
export type Waiting = (outcome: Outcome, entry: Entry, place: 'first' | 'later') => void;

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
	private readonly entries = new Map<string, Entry>();
	private readonly queues = new Map<string, Queue>();
	private closed: Outcome | null = null;

	get size(): number {
		return this.entries.size;
	}

	/** Asks for a lookup; who asks is told at once where it is settled already. */
	ask(lookup: Lookup, waiting: Waiting): void {
		const entry = this.entryOf(lookup);
		entry.record.rows += 1;
		if (lookup.phone === 'without') entry.record.withoutPhone += 1;
		if (entry.outcome === null) entry.waiting.push(waiting);
		else waiting(entry.outcome, entry, entry.record.rows === 1 ? 'first' : 'later');
	}

	/** Settles a lookup, once: rows have already acted on its first outcome. */
	settle(entry: Entry, outcome: Outcome): void {
		if (entry.outcome !== null) return;
		entry.outcome = outcome;
		const { waiting } = entry;
		entry.waiting = [];
		waiting.forEach((tell, place) => tell(outcome, entry, place === 0 ? 'first' : 'later'));
	}

	/** The lookup that is next in line, or null where none is left. */
	next(): Entry | null {
		for (const [tool, queue] of this.queues) {
			if (queue.head < queue.entries.length) return queue.entries[queue.head];
			this.queues.delete(tool);
		}
		return null;
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
		const known = this.entries.get(lookup.key);
		if (known) {
			const unsent = known.outcome === null && known.record.attempts === 0;
			if (unsent && lookup.phone === 'with') known.lookup = { ...known.lookup, phone: 'with' };
			return known;
		}
		const record = { attempts: 0, charged: null, rows: 0, withoutPhone: 0, lost: 0, recordsLeft: null };
		const entry: Entry = { lookup, record, waiting: [], outcome: this.closed };
		this.entries.set(lookup.key, entry);
		if (this.closed === null) this.queueOf(lookup.tool).entries.push(entry);
		return entry;
	}

	private queueOf({ name }: Tool): Queue {
		const queue = this.queues.get(name) ?? { entries: [], head: 0 };
		this.queues.set(name, queue);
		return queue;
	}
}
