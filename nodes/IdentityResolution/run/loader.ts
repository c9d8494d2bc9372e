import { refusalOfUnreadable } from '../api/replies/reading';
import type { Tool } from '../api/tool';
import { LookupQueue } from './queue';
import type { Entry, Subscriber } from '../service/request';
import { lookupOf, newRecord, type Lookup } from '../service/lookup';
import { isAnswered, lacksPhoneTokens, NO_PHONE_TOKENS, type Outcome } from '../service/outcome';
import { NO_ANSWERS, type AnswerCache } from './answerStore';

/** Shared and never changed: an array that grows from empty allocates spare capacity. */
const NO_SUBSCRIBERS: Subscriber[] = [];

/** All distinct lookups of a run, and the rows that wait for them. */
export class LookupRegistry {
	/** By tool, then by the identifier's key. */
	private readonly entries = new Map<string, Map<string, Entry>>();
	readonly queue;
	private readonly closedBy = {
		name: new Map<string, Outcome>(),
		family: new Map<string, Outcome>(),
	};
	/** Number of distinct lookups that the cache did not answer. */
	size = 0;
	private arePhonesClosed = false;
	private closed: Outcome | null = null;
	/** Settled lookups whose rows were not told yet. */
	private settled: Array<Entry & { outcome: Outcome }> = [];
	/** Whether prices have changed, or something was closed. */
	isReplanDue = false;

	/**
	 * Answers from before the run. One that cannot be read fails its row, and is not paid for
	 * again.
	 */
	private readonly cache: AnswerCache;

	/** @param maxBatch the most lookups per request to a tool */
	constructor(cache: AnswerCache = NO_ANSWERS, maxBatch = ({ batch }: Tool) => batch?.max ?? 1) {
		this.queue = new LookupQueue(maxBatch);
		this.cache = (lookup) => {
			const known = cache(lookup);
			if (known === undefined || !isAnswered(known)) return known;
			const refusal = refusalOfUnreadable(lookup.tool, known.answer);
			return refusal === null ? known : { is: 'failed', refusal };
		};
	}

	/**
	 * Adds a lookup, or joins an equal one. If the lookup is already settled, calls the subscriber
	 * at once.
	 */
	load(lookup: Lookup, subscriber: Subscriber): void {
		const entry = this.entryFor(lookup, subscriber.priority);
		entry.record.rows += 1;
		if (entry.outcome === null && entry.subscribers.length === 0)
			entry.subscribers = [subscriber];
		else if (entry.outcome === null) entry.subscribers.push(subscriber);
		else
			subscriber.onSettled(entry.outcome, entry, entry.record.rows === 1 ? 'first' : 'later');
	}

	/**
	 * Settles a dequeued lookup. A second outcome is ignored, because rows act on the first one.
	 */
	settle(entry: Entry, outcome: Outcome): void {
		if (entry.outcome !== null) return;
		this.settled.push(Object.assign(entry, { outcome }));
		this.queue.release(entry);
	}

	/**
	 * Whether `updateRows` has something to do. Until then, the queue may contain closed lookups.
	 */
	get isBehind(): boolean {
		return this.settled.length > 0 || this.isReplanDue;
	}

	/**
	 * Tells rows their outcomes, and applies what was closed. Yields after each row, of which there
	 * may be very many.
	 */
	*updateRows(): Generator<void> {
		while (this.isBehind) {
			for (const entry of this.settled.splice(0)) {
				const { subscribers, outcome } = entry;
				entry.subscribers = NO_SUBSCRIBERS;
				for (const [place, one] of subscribers.entries())
					yield one.onSettled(outcome, entry, place === 0 ? 'first' : 'later');
			}
			if (this.settled.length === 0 && this.isReplanDue) yield* this.replan();
		}
	}

	/** Settles all queued and all future lookups with one outcome. */
	close(outcome: Outcome): void {
		this.closed = outcome;
		this.isReplanDue = true;
	}

	/**
	 * Settles all queued and all future lookups of a tool, or of its family. The first outcome
	 * counts.
	 */
	closeTool(closed: Tool, outcome: Outcome, by: 'name' | 'family'): void {
		if (!this.closedBy[by].has(closed[by])) this.closedBy[by].set(closed[by], outcome);
		this.isReplanDue = true;
	}

	/**
	 * Settles all queued and all future lookups with a phone. Rows that want more look up the
	 * person without it.
	 * @returns whether phones were open
	 */
	closePhones(): boolean {
		if (this.arePhonesClosed) return false;
		this.arePhonesClosed = true;
		this.isReplanDue = true;
		return true;
	}

	readonly outcomeOfClosed = ({ name, family }: Tool): Outcome | undefined =>
		this.closedBy.name.get(name) ?? this.closedBy.family.get(family);

	/**
	 * Settles queued lookups that are closed. Withdraws the others, and asks their rows again: they
	 * do not pay for identifiers that only a closed tool, or a phone, needs.
	 */
	private *replan(): Generator<void> {
		this.isReplanDue = false;
		const withdrawn: Entry[] = [];
		for (const entry of this.queue.dequeueAll()) {
			const { tool, identifier } = entry.lookup;
			const outcome = this.closedOutcome(entry.lookup);
			if (outcome !== null) this.settle(entry, outcome);
			else {
				this.entries.get(tool.name)?.delete(identifier.key);
				this.queue.release(entry);
				withdrawn.push(entry);
			}
			yield;
		}
		this.size -= withdrawn.length;
		yield* this.updateRows();
		for (const { subscribers } of withdrawn) for (const one of subscribers) yield one.advance();
	}

	private closedOutcome({ tool, phone }: Lookup): Outcome | null {
		const lacksPhones = this.arePhonesClosed && phone === 'with';
		return (
			this.closed ?? (lacksPhones ? NO_PHONE_TOKENS : (this.outcomeOfClosed(tool) ?? null))
		);
	}

	private entryFor(lookup: Lookup, priority: Entry['priority']): Entry {
		const { tool, identifier, phone } = lookup;
		const toolEntries = this.entries.get(tool.name) ?? new Map<string, Entry>();
		this.entries.set(tool.name, toolEntries);
		const existing = toolEntries.get(identifier.key);
		// An earlier answer does not depend on the lookup of a row that also wants the phone, which
		// may fail.
		const known =
			existing?.lookup.phone === 'with' && phone === 'without'
				? this.cache(lookup)
				: undefined;
		if (known)
			return {
				lookup,
				record: newRecord(0),
				subscribers: NO_SUBSCRIBERS,
				outcome: known,
				priority,
			};
		if (existing && !needsMore(existing, lookup)) {
			const unsent = existing.outcome === null && existing.record.attempts === 0;
			if (unsent && phone === 'with' && !this.arePhonesClosed)
				existing.lookup = lookupOf(tool, existing.lookup.identifier, 'with');
			return existing;
		}
		// A lookup counts once, even if its row asks again without the phone. One with a known
		// answer was not counted.
		if (existing !== undefined && phone === 'without') this.size -= 1;
		const cached = this.cache(lookup);
		const record = newRecord(cached ? 0 : null);
		const outcome = cached ?? this.closedOutcome(lookup);
		const entry: Entry = { lookup, record, subscribers: NO_SUBSCRIBERS, outcome, priority };
		if (cached === undefined) this.size += 1;
		if (outcome === null) this.queue.add(entry);
		toolEntries.set(identifier.key, entry);
		return entry;
	}
}

/**
 * Whether a lookup of the same identifier needs a new entry: the settled one was an earlier answer
 * without the wanted phone, or got no answer because its phone can't be paid for.
 */
function needsMore({ lookup, record, outcome }: Entry, { phone }: Lookup): boolean {
	if (outcome === null || lookup.phone === phone) return false;
	return phone === 'with'
		? record.attempts === 0 && isAnswered(outcome)
		: lacksPhoneTokens(outcome);
}
