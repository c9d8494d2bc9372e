import type { Account, FamilyStanding } from '../api/account';
import type { Usage } from '../api/metadata';
import type { Tool } from '../api/tool';
import type { Bill } from './bill';
import { FairUse, type Closed } from './fairUse';
import type { Limits } from './limits';
import { Prices } from './prices';
import type { Purchase, Wish } from './purchase';
import { Tokens } from './tokens';

/**
 * How many lookups the next request may carry; `later` when only answers under way can tell; `look` when the account has
 * to be asked; else why none may be sent.
 */
export type Allowance =
	| { is: 'up_to'; size: number }
	| { is: 'later' }
	| { is: 'look' }
	| { is: 'spent' }
	| { is: 'closed'; closed: Closed };

export const NO_BOUNDS = { maxTokens: Infinity, reserve: 0 };

/** Keeps a run within `maxTokens`, `reserve` and the Fair Use windows, as far as they are known. */
export class Budget {
	private readonly tokens: Tokens;
	private readonly reserve: number;
	private readonly families = new Map<string, FairUse>();
	private account: Account | null = null;
	private underWay = 0;

	/** @param prices learns what hits cost */
	constructor(
		{ maxTokens, reserve }: Pick<Limits, 'maxTokens' | 'reserve'>,
		readonly prices = new Prices(),
	) {
		this.tokens = new Tokens(maxTokens, prices);
		this.reserve = reserve;
	}

	/** The allowance where room is to be left for others; `owed` where there is no more room than that. */
	allowanceBeside(owed: readonly Purchase[], wish: Wish): Allowance | { is: 'owed' } {
		if (owed.length === 0) return this.allowance(wish);
		return this.roomFor(wish, owed) ?? { is: 'owed' };
	}

	/** Where a whole request has no room, what is under way is waited for: its misses make room. */
	allowance(wish: Wish): Allowance {
		const room = this.roomFor(wish, []);
		if (room !== null) return room;
		const { tool, least } = wish;
		const fairUse = this.fairUseOf(tool);
		if (this.tokens.room(wish) < least) return { is: 'spent' };
		return fairUse.needsLook() && this.isTold(tool)
			? { is: 'look' }
			: { is: 'closed', closed: fairUse.closed(least) };
	}

	/** How many lookups there is room for, or may be; null where there is none. */
	private roomFor(wish: Wish, owed: readonly Purchase[]): Allowance | null {
		const { tool, most, least } = wish;
		if (tool.family === 'free') return { is: 'up_to', size: most };
		const size = Math.min(this.tokens.room(wish, owed), this.fairUseOf(tool).room() - lookupsOf(owed), most);
		if (size >= most) return { is: 'up_to', size };
		if (this.underWay > 0) return { is: 'later' };
		return size >= least ? { is: 'up_to', size } : null;
	}

	begin(purchase: Purchase): void {
		this.underWay += 1;
		if (purchase.tool.family === 'free') return;
		this.tokens.begin(purchase);
		this.fairUseOf(purchase.tool).begin(purchase);
	}

	end(purchase: Purchase, bill: Bill, usage: Usage): void {
		this.underWay -= 1;
		if (purchase.tool.family === 'free') return;
		this.tokens.end(purchase, bill);
		this.fairUseOf(purchase.tool).end(purchase, bill, usage);
	}

	/** Whether nothing is to be learnt from the account: it was asked, or does not tell of the windows that the tool draws on. */
	isKnown(tool: Tool): boolean {
		return tool.family === 'free' || !this.isTold(tool) || this.account !== null;
	}

	/** The account is being asked: until it has answered, nothing is. */
	look(): void {
		this.underWay += 1;
	}

	/** What the account said after `look`. */
	learn(account: Account): void {
		this.underWay -= 1;
		this.account = account;
		this.tokens.learnBalance(account.tokenBalance);
		for (const [family, fairUse] of this.families) fairUse.learn(this.standingOf(family));
	}

	/** The account said nothing after `look`: it is asked again, or the run goes on and finds out by asking. */
	learnNothing(then: 'look_again' | 'go_on'): void {
		this.underWay -= 1;
		if (then === 'look_again') return;
		for (const fairUse of this.families.values()) fairUse.learn(null);
	}

	/** What is known of the tool's windows is out of date: the account is asked, where it can tell, before the tool is. */
	forget(tool: Tool): void {
		const fairUse = this.fairUseOf(tool);
		fairUse.forget();
		if (!this.isTold(tool)) fairUse.learn(null);
	}

	/** Whether the account tells of the windows that the tool draws on. */
	private isTold({ family }: Tool): boolean {
		return family !== 'unknown' || this.reserve > 0;
	}

	private fairUseOf({ family, name }: Tool): FairUse {
		const key = family === 'unknown' && this.reserve === 0 ? `tool ${name}` : family;
		const known = this.families.get(key);
		if (known) return known;
		const fairUse = new FairUse(this.reserve);
		fairUse.learn(this.standingOf(key));
		this.families.set(key, fairUse);
		return fairUse;
	}

	/** A tool of which nothing is known counts against the enrichment windows where records are to be left in them. */
	private standingOf(family: string): FamilyStanding | null {
		const told = this.account?.fairUse ?? null;
		if (family === 'search') return told && told.search;
		return family === 'enrich' || family === 'unknown' ? told && told.enrich : null;
	}
}

const lookupsOf = (purchases: readonly Purchase[]) => purchases.reduce((sum, { lookups }) => sum + lookups, 0);
