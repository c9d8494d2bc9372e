import type { Account, FamilyWindows } from '../../api/account/account';
import type { Usage } from '../../api/replies/metadata';
import type { Tool } from '../../api/tool';
import type { RequestCost } from './requestCost';
import { FairUse, type ClosedWindow } from './fairUse';
import type { Limits } from '../limits';
import { Prices } from './prices';
import type { Reservation, Demand } from './reservation';
import { TokenBudget } from './tokenBudget';

/**
 * How many lookups the next request may carry; `later` when only answers under way can tell; `look` when the account has
 * to be asked; else why none may be sent.
 */
export type Permit =
	| { is: 'granted'; size: number }
	| { is: 'wait' }
	| { is: 'checkAccount' }
	| { is: 'exhausted' }
	| { is: 'windowClosed'; window: ClosedWindow };

export const NO_BOUNDS = { maxTokens: Infinity, reserve: 0 };

/** Keeps a run within `maxTokens`, `reserve` and the Fair Use windows, as far as they are known. */
export class Budget {
	private readonly tokens: TokenBudget;
	private readonly recordReserve: number;
	private readonly families = new Map<string, FairUse>();
	private account: Account | null = null;
	private inFlight = 0;

	/** @param prices learns what hits cost */
	constructor(
		{ maxTokens, reserve }: Pick<Limits, 'maxTokens' | 'reserve'>,
		readonly prices = new Prices(),
	) {
		this.tokens = new TokenBudget(maxTokens, prices);
		this.recordReserve = reserve;
	}

	/** The allowance where room is to be left for others; `owed` where there is no more room than that. */
	permitBeside(owed: readonly Reservation[], demand: Demand): Permit | { is: 'reserved' } {
		if (owed.length === 0) return this.permit(demand);
		return this.capacityFor(demand, owed) ?? { is: 'reserved' };
	}

	/** Where a whole request has no room, what is under way is waited for: its misses make room. */
	permit(demand: Demand): Permit {
		const room = this.capacityFor(demand, []);
		if (room !== null) return room;
		const { tool, min } = demand;
		const fairUse = this.windowsOf(tool);
		if (this.tokens.capacity(demand) < min) return { is: 'exhausted' };
		return fairUse.isStale() && this.isReported(tool)
			? { is: 'checkAccount' }
			: { is: 'windowClosed', window: fairUse.blockingWindow(min) };
	}

	/** How many lookups there is room for, or may be; null where there is none. */
	private capacityFor(demand: Demand, owed: readonly Reservation[]): Permit | null {
		const { tool, max, min } = demand;
		if (tool.family === 'free') return { is: 'granted', size: max };
		const size = Math.min(
			this.tokens.capacity(demand, owed),
			this.windowsOf(tool).capacity() - lookupsOf(owed),
			max,
		);
		if (size >= max) return { is: 'granted', size };
		if (this.inFlight > 0) return { is: 'wait' };
		return size >= min ? { is: 'granted', size } : null;
	}

	reserve(reservation: Reservation): void {
		this.inFlight += 1;
		if (reservation.tool.family === 'free') return;
		this.tokens.reserve(reservation);
		this.windowsOf(reservation.tool).reserve(reservation);
	}

	settle(reservation: Reservation, cost: RequestCost, usage: Usage): void {
		this.inFlight -= 1;
		if (reservation.tool.family === 'free') return;
		this.tokens.settle(reservation, cost);
		this.windowsOf(reservation.tool).settle(reservation, cost, usage);
	}

	/** Whether nothing is to be learnt from the account: it was asked, or does not tell of the windows that the tool draws on. */
	isAccountKnown(tool: Tool): boolean {
		return tool.family === 'free' || !this.isReported(tool) || this.account !== null;
	}

	/** The account is being asked: until it has answered, nothing is. */
	beginAccountCheck(): void {
		this.inFlight += 1;
	}

	/** What the account said after `look`. */
	updateFromAccount(account: Account): void {
		this.inFlight -= 1;
		this.account = account;
		this.tokens.setBalance(account.tokenBalance);
		for (const [family, fairUse] of this.families) fairUse.update(this.reportedWindows(family));
	}

	/** The account said nothing after `look`: it is asked again, or the run goes on and finds out by asking. */
	accountCheckFailed(then: 'retry' | 'continue'): void {
		this.inFlight -= 1;
		if (then === 'retry') return;
		for (const fairUse of this.families.values()) fairUse.update(null);
	}

	/** What is known of the tool's windows is out of date: the account is asked, where it can tell, before the tool is. */
	invalidateWindows(tool: Tool): void {
		const fairUse = this.windowsOf(tool);
		fairUse.invalidate();
		if (!this.isReported(tool)) fairUse.update(null);
	}

	/** Whether the account tells of the windows that the tool draws on. */
	private isReported({ family }: Tool): boolean {
		return family !== 'unknown' || this.recordReserve > 0;
	}

	private windowsOf({ family, name }: Tool): FairUse {
		const key = family === 'unknown' && this.recordReserve === 0 ? `tool ${name}` : family;
		const known = this.families.get(key);
		if (known) return known;
		const fairUse = new FairUse(this.recordReserve);
		fairUse.update(this.reportedWindows(key));
		this.families.set(key, fairUse);
		return fairUse;
	}

	/** A tool of which nothing is known counts against the enrichment windows where records are to be left in them. */
	private reportedWindows(family: string): FamilyWindows | null {
		const told = this.account?.fairUse ?? null;
		if (family === 'search') return told && told.search;
		return family === 'enrich' || family === 'unknown' ? told && told.enrich : null;
	}
}

const lookupsOf = (purchases: readonly Reservation[]) => purchases.reduce((sum, { lookups }) => sum + lookups, 0);
