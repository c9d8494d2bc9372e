import { hash32 } from '../../dev/sandbox/random';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { nameOf, profileOf, type Asked, type Script } from './fakeService';
import {
	accountWith,
	badInput,
	badKey,
	batchOf,
	brokenDown,
	closedTool,
	hit,
	http,
	lost,
	miss,
	outOfPhoneTokens,
	outOfTokens,
	partialBatchOf,
	rateLimited,
	recordsUsedUp,
	requestsUsedUp,
	unsent,
	type BatchRow,
} from './replies';

/** What the service does with one request. Waits are seconds. */
export type Mood =
	| { does: 'answer' }
	/** A burst guard or a Fair Use window. */
	| { does: 'limit'; of: 'burst' | 'records' | 'requests'; wait: number | null }
	/** Fails without charging. */
	| { does: 'fail'; by: 'breakdown' | 'no connection' }
	/** Charges the hits and loses the answer. */
	| { does: 'lose'; by: 'cut' | 'gibberish' }
	/** Answers only the first rows of a batch, for want of tokens; refuses a single lookup. */
	| { does: 'cut'; keep: number }
	/** Charges a whole batch and says nothing about some of its rows. */
	| { does: 'leave out'; every: number }
	| { does: 'refuse'; with: 'bad key' | 'bad input' | 'no phone tokens' | 'closed tool' };

export interface Moods {
	/** One for each request, in order. */
	first: readonly Mood[];
	/** For every request after those. */
	then: Mood;
	/** People whose identifiers the service calls wrong. */
	poisoned: readonly string[];
	/** Tokens for a hit of a tool that reports what it charges. */
	price: number;
	/** Records left in the account's 5 h window. */
	records: number;
}

/** What one request came to, as the service's own ledger has it. */
export interface Entry {
	asked: Asked;
	/** People whose answer went out for certain, and whether it was a hit. */
	answered: Map<string, boolean>;
	/** People whose answer was lost or left out, and who may have been charged. */
	doubtful: string[];
	/** People charged, whether or not the answer arrived. */
	charged: string[];
	tokens: number;
	/** Before this time, ms since the start, nothing may be sent; Infinity where nothing may be sent any more. */
	closedUntil: number | null;
	/** Whether it said that its tool may not be used. */
	closesTool: boolean;
}

/** Whether the service holds anything of a person. Always the same for the same person and tool. */
export const isHeld = (tool: Tool, name: string) => hash32(`${tool.name} ${name}`) % 3 > 0;

/** A service that does something else with every request, and keeps a ledger of what that came to. */
export class FlakyService {
	readonly ledger: Entry[] = [];

	constructor(private readonly moods: Moods) {}

	readonly script: Script = (asked) => {
		const entry: Entry = {
			asked,
			answered: new Map(),
			doubtful: [],
			charged: [],
			tokens: 0,
			closedUntil: null,
			closesTool: false,
		};
		this.ledger.push(entry);
		const reply = this.reply(entry, this.moods.first[asked.nth] ?? this.moods.then);
		entry.tokens = entry.charged.length * (asked.tool.reportsCharges ? this.moods.price : 1);
		return reply;
	};

	private reply(entry: Entry, mood: Mood): Reply {
		const names = entry.asked.inputs.map(nameOf);
		switch (mood.does) {
			case 'limit':
				return limit(entry, mood);
			case 'fail':
				return mood.by === 'breakdown' ? brokenDown() : unsent();
			case 'refuse':
				if (mood.with === 'bad input') return badInput();
				if (mood.with === 'no phone tokens')
					return entry.asked.phone === 'with' ? outOfPhoneTokens() : this.answer(entry, names, names);
				if (mood.with === 'closed tool') {
					entry.closesTool = true;
					return closedTool();
				}
				entry.closedUntil = Infinity;
				return badKey();
			case 'lose':
				if (this.isPoisoned(names)) return badInput();
				entry.doubtful.push(...names);
				this.charge(entry, names);
				return mood.by === 'cut' ? lost() : http(200, '<html>');
			case 'cut':
				entry.closedUntil = Infinity;
				return names.length > 1 && !this.isPoisoned(names)
					? this.answer(entry, names, names.slice(0, mood.keep))
					: outOfTokens();
			case 'leave out':
				return this.answer(
					entry,
					names,
					names.length > 1 ? names.filter((_name, place) => place % mood.every > 0) : names,
				);
			case 'answer':
				return this.answer(entry, names, names);
		}
	}

	private recordsTaken(): number {
		return this.ledger.reduce((taken, { charged }) => taken + charged.length, 0);
	}

	private isPoisoned(names: readonly string[]): boolean {
		return names.some((name) => this.moods.poisoned.includes(name));
	}

	private charge({ asked, charged }: Entry, names: readonly string[]): void {
		charged.push(...names.filter((name) => isHeld(asked.tool, name)));
	}

	/** Answers about those shown. The others are charged and left out, or dropped where nothing more may be sent. */
	private answer(entry: Entry, names: readonly string[], shown: readonly string[]): Reply {
		const { tool, inputs, phone } = entry.asked;
		if (tool.family === 'free') return accountWith(Math.max(0, this.moods.records - this.recordsTaken()));
		if (this.isPoisoned(names)) {
			entry.closedUntil = null;
			return badInput();
		}
		for (const name of shown) entry.answered.set(name, isHeld(tool, name));
		const isCut = entry.closedUntil !== null;
		if (!isCut) entry.doubtful.push(...names.filter((name) => !shown.includes(name)));
		this.charge(entry, isCut ? shown : names);
		const rows = inputs
			.filter((input) => shown.includes(nameOf(input)))
			.map((input): BatchRow => ({ input, results: this.resultsFor(tool, input, phone) }));
		if (inputs.length > 1) return isCut ? partialBatchOf(rows) : batchOf(rows);
		const [{ results }] = rows;
		const metadata = tool.reportsCharges ? { tokens_charged: results === null ? 0 : this.moods.price } : {};
		return results === null ? miss(metadata) : hit(results, metadata);
	}

	private resultsFor(tool: Tool, input: string, phone: Asked['phone']): BatchRow['results'] {
		if (!isHeld(tool, nameOf(input))) return null;
		return { ...profileOf(input), tool: tool.name, ...(phone === 'with' ? { mobile_phone: '12025550100' } : {}) };
	}
}

function limit(entry: Entry, { of, wait }: Extract<Mood, { does: 'limit' }>): Reply {
	const isPlan = of !== 'burst' && wait === null;
	// What the plan has against asking the account concerns nothing else.
	if (isPlan) entry.closedUntil = entry.asked.tool.family === 'free' ? null : Infinity;
	else if (wait !== null)
		entry.closedUntil = (entry.asked.answered?.at ?? 0) + (of === 'burst' ? Math.max(1, wait) : wait + 1) * 1_000;
	const refuse = { burst: rateLimited, records: recordsUsedUp, requests: requestsUsedUp }[of];
	return refuse(wait ?? undefined);
}
