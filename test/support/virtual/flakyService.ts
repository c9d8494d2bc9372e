import { hash32 } from '../../../dev/sandbox/random';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/httpReply';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { nameOf, profileOf, type ReceivedRequest, type Script } from './fakeService';
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
} from '../api/replies';

/** How the service handles one request. `wait` is in seconds. */
export type Behavior =
	| { does: 'answer' }
	/** The rate limit, or a used-up Fair Use window. */
	| { does: 'limit'; of: 'rate' | 'records' | 'requests'; wait: number | null }
	/** Fails without charging. */
	| { does: 'fail'; by: 'breakdown' | 'no connection' }
	/** Charges the hits, but the response is lost. */
	| { does: 'lose'; by: 'cut' | 'invalid JSON' }
	/** Out of tokens: answers only the first rows of a batch, and refuses a single lookup. */
	| { does: 'cut'; keep: number }
	/** Charges a whole batch, but omits some of its rows. */
	| { does: 'omit'; every: number }
	| { does: 'refuse'; with: 'bad key' | 'bad input' | 'no phone tokens' | 'closed tool' };

export interface ServiceBehavior {
	/** For the first requests, in order. */
	first: readonly Behavior[];
	/** For every later request. */
	then: Behavior;
	/** People whose identifiers the service rejects as invalid. */
	rejected: readonly string[];
	/** Tokens for a hit of a tool that reports what it charges. */
	price: number;
	/** Records left in the account's 5 h window. */
	records: number;
}

/** One request and its result, as the service records it. */
export interface Entry {
	request: ReceivedRequest;
	/** Null until the service has replied. */
	reply: Reply | null;
	/** People whose answer certainly arrived, and whether it is a hit. */
	answered: Map<string, boolean>;
	/** People whose answer was lost or omitted, and who may have been charged. */
	unconfirmed: string[];
	/** People who were charged, whether or not the answer arrived. */
	charged: string[];
	tokens: number;
	/** Nothing may be sent before this time, in ms since the start. Infinity: never again. */
	closedUntil: number | null;
	/** Whether only the refused request has to wait. */
	isOfRate: boolean;
	/** Whether the response says that the tool may not be used. */
	closesTool: boolean;
}

/** Whether the service has data about a person; always the same for the same person and tool. */
export const hasData = (tool: Tool, name: string) => hash32(`${tool.name} ${name}`) % 3 > 0;

/** A service that handles every request differently, and records the results in a ledger. */
export class FlakyService {
	readonly ledger: Entry[] = [];

	constructor(private readonly behavior: ServiceBehavior) {}

	readonly script: Script = (request) => {
		const entry: Entry = {
			request,
			reply: null,
			answered: new Map(),
			unconfirmed: [],
			charged: [],
			tokens: 0,
			closedUntil: null,
			isOfRate: false,
			closesTool: false,
		};
		this.ledger.push(entry);
		entry.reply = this.reply(entry, this.behavior.first[request.nth] ?? this.behavior.then);
		entry.tokens = entry.charged.length * (request.tool.reportsCharges === true ? this.behavior.price : 1);
		return entry.reply;
	};

	private reply(entry: Entry, behavior: Behavior): Reply {
		const names = entry.request.inputs.map(nameOf);
		switch (behavior.does) {
			case 'limit':
				return limit(entry, behavior);
			case 'fail':
				return behavior.by === 'breakdown' ? brokenDown() : unsent();
			case 'refuse':
				if (behavior.with === 'bad input') return badInput();
				if (behavior.with === 'no phone tokens')
					return entry.request.phone === 'with' ? outOfPhoneTokens() : this.answer(entry, names, names);
				if (behavior.with === 'closed tool') {
					entry.closesTool = true;
					return closedTool();
				}
				entry.closedUntil = Infinity;
				return badKey();
			case 'lose':
				if (this.isRejected(names)) return badInput();
				entry.unconfirmed.push(...names);
				this.charge(entry, names);
				return behavior.by === 'cut' ? lost() : http(200, '<html>');
			case 'cut':
				entry.closedUntil = Infinity;
				return names.length > 1 && !this.isRejected(names)
					? this.answer(entry, names, names.slice(0, behavior.keep))
					: outOfTokens();
			case 'omit':
				return this.answer(
					entry,
					names,
					names.length > 1 ? names.filter((_name, place) => place % behavior.every > 0) : names,
				);
			case 'answer':
				return this.answer(entry, names, names);
		}
	}

	private recordsUsed(): number {
		return this.ledger.reduce((sum, { charged }) => sum + charged.length, 0);
	}

	private isRejected(names: readonly string[]): boolean {
		return names.some((name) => this.behavior.rejected.includes(name));
	}

	private charge({ request, charged }: Entry, names: readonly string[]): void {
		charged.push(...names.filter((name) => hasData(request.tool, name)));
	}

	/** Answers for the people in `shown`. The others are charged and omitted, or dropped if the service is closed. */
	private answer(entry: Entry, names: readonly string[], shown: readonly string[]): Reply {
		const { tool, inputs, phone } = entry.request;
		if (tool.family === 'free') return accountWith(Math.max(0, this.behavior.records - this.recordsUsed()));
		if (this.isRejected(names)) {
			entry.closedUntil = null;
			return badInput();
		}
		for (const name of shown) entry.answered.set(name, hasData(tool, name));
		const isCut = entry.closedUntil !== null;
		if (!isCut) entry.unconfirmed.push(...names.filter((name) => !shown.includes(name)));
		this.charge(entry, isCut ? shown : names);
		const rows = inputs
			.filter((input) => shown.includes(nameOf(input)))
			.map((input): BatchRow => ({ input, results: this.resultsFor(tool, input, phone) }));
		if (inputs.length > 1) return isCut ? partialBatchOf(rows) : batchOf(rows);
		const [{ results }] = rows;
		const metadata =
			tool.reportsCharges === true ? { tokens_charged: results === null ? 0 : this.behavior.price } : {};
		return results === null ? miss(metadata) : hit(results, metadata);
	}

	private resultsFor(tool: Tool, input: string, phone: ReceivedRequest['phone']): BatchRow['results'] {
		if (!hasData(tool, nameOf(input))) return null;
		return { ...profileOf(input), tool: tool.name, ...(phone === 'with' ? { mobile_phone: '12025550100' } : {}) };
	}
}

function limit(entry: Entry, { of, wait }: Extract<Behavior, { does: 'limit' }>): Reply {
	entry.isOfRate = of === 'rate';
	const isPlan = of !== 'rate' && wait === null;
	// A plan limit on the account request does not affect other tools.
	if (isPlan) entry.closedUntil = entry.request.tool.family === 'free' ? null : Infinity;
	else if (wait !== null)
		entry.closedUntil = (entry.request.answered?.at ?? 0) + (of === 'rate' ? Math.max(1, wait) : wait + 1) * 1_000;
	const refuse = { rate: rateLimited, records: recordsUsedUp, requests: requestsUsedUp }[of];
	return refuse(wait ?? undefined);
}
