import type { Tool } from '../api/tool';
import type { Ask, Entry, Stage, Waiting } from './entry';
import { Line, type MaySend } from './line';
import { lookupOf, type Lookup } from './lookup';
import type { Outcome } from './outcome';
import type { Purchase } from './purchase';
import type { Recall } from './recall';

/** Never added to: an array that grows from nothing takes room for many. */
const NOBODY: Waiting[] = [];

/** How a run's lookups are asked for. */
export interface BookOptions {
	/** The most lookups that travel in one request, where the tool allows as many. */
	batchSize?: number;
	/** What is known before the run. */
	recall?: Recall;
}

/**
 * All lookups of a run: one entry for each distinct question, whoever asks it, and the order in which they are sent.
 */
export class Book {
	/** By tool, then by the identifier's key. */
	private readonly entries = new Map<string, Map<string, Entry>>();
	private readonly line: Line;
	private readonly recall: Recall;
	private readonly closedTools = new Map<string, Outcome>();
	private readonly closedFamilies = new Map<string, Outcome>();
	private distinct = 0;
	private closed: Outcome | null = null;

	constructor({ batchSize = Infinity, recall = () => undefined }: BookOptions = {}) {
		this.line = new Line(batchSize);
		this.recall = recall;
	}

	/** Distinct lookups; not those that were known before the run. */
	get size(): number {
		return this.distinct;
	}

	/** Asks for a lookup; who asks is told at once where it is settled already. */
	ask(lookup: Lookup, waiting: Waiting): void {
		const entry = this.entryOf(lookup, waiting.stage);
		entry.record.rows += 1;
		if (lookup.phone === 'without') entry.record.withoutPhone += 1;
		if (lookup.seeks === 'phone') entry.record.forPhone += 1;
		if (entry.outcome === null && entry.waiting.length === 0) entry.waiting = [waiting];
		else if (entry.outcome === null) entry.waiting.push(waiting);
		else waiting.settled(entry.outcome, entry, entry.record.rows === 1 ? 'first' : 'later');
	}

	/** Settles a lookup that was taken, once: rows have already acted on its first outcome. */
	settle(entry: Entry, outcome: Outcome): void {
		if (entry.outcome !== null) return;
		entry.outcome = outcome;
		this.line.settled(entry);
		const { waiting } = entry;
		entry.waiting = NOBODY;
		waiting.forEach((one, place) => one.settled(outcome, entry, place === 0 ? 'first' : 'later'));
	}

	/** Whether no lookup is in line. */
	get isEmpty(): boolean {
		return this.line.isEmpty;
	}

	/** Returns the next lookup that may be sent; null if there is none, or if its batch may still grow. */
	next(maySend?: MaySend): Entry | null {
		return this.line.next(maySend);
	}

	/**
	 * Returns the next lookup of a started row that may be sent, even if its batch may still grow; null if there is
	 * none.
	 */
	nextBegun(maySend?: MaySend): Entry | null {
		return this.line.nextBegun(maySend);
	}

	/** What rows that have begun wait for. */
	owed(): Purchase[] {
		return this.line.owed();
	}

	/** From now on every lookup goes alone. */
	goSingly(): void {
		this.line.goSingly();
	}

	/** How many lookups of the tool are in line. */
	inLine(tool: Tool): number {
		return this.line.length(tool);
	}

	/** How many requests it takes to send what is in line. */
	get requestsInLine(): number {
		return this.line.requests;
	}

	/** Takes a lookup that is the first of its tool, the next in line where none is given, and up to `size - 1` more that can travel with it. */
	take(size: number, first = this.next()): Ask | null {
		return first && this.takeOf(first, size);
	}

	/** Settles everything that is still in line, and whatever is asked from now on, with one outcome. */
	close(outcome: Outcome): void {
		this.closed = outcome;
		for (let first = this.line.first(); first !== null; first = this.line.first()) this.settleLine(first, outcome);
	}

	/** The same for one tool alone. */
	closeTool(tool: Tool, outcome: Outcome): void {
		if (!this.closedTools.has(tool.name)) this.closedTools.set(tool.name, outcome);
		for (let first = this.line.firstOf(tool); first !== null; first = this.line.firstOf(tool))
			this.settleLine(first, outcome);
	}

	/** Closes all tools of a tool's family in the same way. */
	closeFamily({ family }: Tool, outcome: Outcome): void {
		if (!this.closedFamilies.has(family)) this.closedFamilies.set(family, outcome);
		for (let first = this.line.firstOfFamily(family); first !== null; first = this.line.firstOfFamily(family))
			this.settleLine(first, outcome);
	}

	/** Why a tool is closed; undefined where it is not. */
	whyClosed({ name, family }: Tool): Outcome | undefined {
		return this.closedTools.get(name) ?? this.closedFamilies.get(family);
	}

	/** Takes back what has not been sent, and has everyone who waits for it decide anew: what was learnt since may lead elsewhere. */
	reconsider(): void {
		const unsent = this.line.clear();
		for (const { lookup } of unsent) this.entries.get(lookup.tool.name)?.delete(lookup.identifier.key);
		this.distinct -= unsent.length;
		for (const { waiting } of unsent) for (const one of waiting) one.reconsider();
	}

	/** What was known of a lookup before the run, had it been asked without the phone. */
	recallWithoutPhone({ tool, identifier }: Lookup): Outcome | undefined {
		return this.recall(lookupOf(tool, identifier, 'without'));
	}

	private takeOf({ lookup: { tool, phone } }: Entry, size: number): Ask {
		return { tool, phone, entries: this.line.take(tool, size), attempt: 'first', errors: 0, lost: 0, notBefore: 0 };
	}

	private settleLine(first: Entry, outcome: Outcome): void {
		for (const entry of this.takeOf(first, Infinity).entries) this.settle(entry, outcome);
	}

	private entryOf(lookup: Lookup, stage: Stage): Entry {
		const { tool, identifier } = lookup;
		const ofTool = this.entries.get(tool.name) ?? new Map<string, Entry>();
		this.entries.set(tool.name, ofTool);
		const known = ofTool.get(identifier.key);
		if (known && !asksMore(known, lookup)) {
			const unsent = known.outcome === null && known.record.attempts === 0;
			if (unsent && lookup.phone === 'with') known.lookup = lookupOf(tool, known.lookup.identifier, 'with');
			return known;
		}
		const entry = this.enter(lookup, stage);
		ofTool.set(identifier.key, entry);
		return entry;
	}

	private enter(lookup: Lookup, stage: Stage): Entry {
		const known = this.recall(lookup);
		const record = {
			attempts: 0,
			charged: known ? 0 : null,
			rows: 0,
			withoutPhone: 0,
			forPhone: 0,
			lost: 0,
			recordsLeft: null,
		};
		const outcome = known ?? this.closed ?? this.whyClosed(lookup.tool) ?? null;
		const entry: Entry = { lookup, record, waiting: NOBODY, outcome, stage };
		if (known === undefined) this.distinct += 1;
		if (outcome === null) this.line.add(entry);
		return entry;
	}
}

/**
 * Whether a lookup asks for more than the settled one under its key could tell: for the phone, where an answer without it was
 * known before the run; for anything, where the other one was put off because it was sought for the phone alone.
 */
function asksMore({ lookup, record, outcome }: Entry, { phone, seeks }: Lookup): boolean {
	if (outcome?.is === 'deferred') return outcome.stop.reason === 'insufficient_phone_tokens' && seeks !== 'phone';
	const wasRecalled = record.attempts === 0 && (outcome?.is === 'found' || outcome?.is === 'not_found');
	return wasRecalled && lookup.phone === 'without' && phone === 'with';
}
