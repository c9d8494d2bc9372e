import type { Account, FamilyWindows } from '../../api/account/account';
import type { Usage } from '../../api/replies/metadata';
import type { Tool } from '../../api/tool';
import type { RequestCost } from './requestCost';
import { FairUse, type ClosedWindow } from './fairUse';
import { Prices } from './prices';
import type { Demand, Reservation } from './reservation';
import { TokenBudget } from './tokenBudget';

/** How many lookups the next request may contain, or why it may not be sent yet; `wait` means for others in flight. */
export type Permit =
	| { is: 'granted'; size: number }
	| { is: 'wait' }
	| { is: 'checkAccount' }
	| { is: 'exhausted' }
	| { is: 'windowClosed'; window: ClosedWindow };

/** Keeps a run within `maxTokens` and the Fair Use windows, as far as they are reported. */
export class Budget {
	private readonly reservations = new Set<Reservation>();
	private readonly tokens: TokenBudget;
	private readonly families = new Map<string, FairUse>();
	private lastAccount: Account | null = null;

	constructor(
		maxTokens: number,
		readonly prices = new Prices(),
	) {
		this.tokens = new TokenBudget(maxTokens, prices, this.reservations);
	}

	/** One reservation per request in flight, account checks included. */
	get inFlight(): ReadonlySet<Reservation> {
		return this.reservations;
	}

	/** The account from the last successful account check; null before the first one. */
	get account(): Account | null {
		return this.lastAccount;
	}

	/** Returns a permit that leaves capacity for the owed lookups of started rows; `owed` if they need all of it. */
	permitLeaving(owed: readonly Demand[], demand: Demand): Permit | { is: 'owed' } {
		if (owed.length === 0) return this.permit(demand);
		return this.capacityFor(demand, owed) ?? { is: 'owed' };
	}

	/** Whether the tokens may not suffice to finish a number of rows that have no hit yet. */
	isTight(demand: Demand, rows: number): boolean {
		return this.tokens.isTight(demand, rows);
	}

	/** Returns `wait` rather than a partial request while others are in flight, because misses free capacity. */
	permit(demand: Demand): Permit {
		const permit = this.capacityFor(demand, []);
		if (permit !== null) return permit;
		const { tool, min } = demand;
		const fairUse = this.windowsOf(tool);
		if (this.tokens.capacity(demand) < min) return { is: 'exhausted' };
		return fairUse.isStale() && tool.family !== 'unknown'
			? { is: 'checkAccount' }
			: { is: 'windowClosed', window: fairUse.blockingWindow(min) };
	}

	/** Returns null if fewer than `min` lookups fit and no request is in flight. */
	private capacityFor(demand: Demand, owed: readonly Demand[]): Permit | null {
		const { tool, max, min } = demand;
		if (tool.family === 'free') return { is: 'granted', size: max };
		const size = Math.min(
			this.tokens.capacity(demand, owed),
			this.windowsOf(tool).capacity() - lookupsOf(owed),
			max,
		);
		if (size >= max) return { is: 'granted', size };
		if (this.reservations.size > 0) return { is: 'wait' };
		return size >= min ? { is: 'granted', size } : null;
	}

	/** Reserves capacity for a request until its reply. */
	reserve(reservation: Reservation): void {
		this.reservations.add(reservation);
		if (reservation.tool.family !== 'free') this.windowsOf(reservation.tool).reserve(reservation);
	}

	/** Removes the reservation of a request that cost nothing. */
	release(reservation: Reservation): void {
		this.reservations.delete(reservation);
	}

	/**
	 * Replaces a reservation with the actual cost of the request.
	 * @returns whether a price changed by which rows choose their tool
	 */
	settle(reservation: Reservation, cost: RequestCost, usage: Usage): boolean {
		const { version } = this.prices;
		this.release(reservation);
		if (reservation.tool.family === 'free') return false;
		this.tokens.settle(reservation, cost);
		this.windowsOf(reservation.tool).settle(reservation, cost, usage);
		return this.prices.areConsulted && this.prices.version !== version;
	}

	/** Whether an account check would add nothing: one succeeded, or the account does not report the tool's windows. */
	isAccountKnown(tool: Tool): boolean {
		return tool.family === 'free' || tool.family === 'unknown' || this.lastAccount !== null;
	}

	/** Applies an account check that was made while no other request was in flight. */
	updateFromAccount(account: Account): void {
		this.lastAccount = account;
		this.tokens.setBalance(account.tokenBalance);
		for (const [family, fairUse] of this.families) fairUse.update(this.reportedWindows(family));
	}

	/** Continues with estimates after an account check failed and is not retried. */
	ignoreAccount(): void {
		for (const fairUse of this.families.values()) fairUse.update(null);
	}

	/** Marks a tool's windows as stale. If the account reports them, an account check precedes the next request. */
	invalidateWindows(tool: Tool): void {
		const fairUse = this.windowsOf(tool);
		fairUse.invalidate();
		if (tool.family === 'unknown') fairUse.update(null);
	}

	private windowsOf({ family, name }: Tool): FairUse {
		const key = family === 'unknown' ? `tool ${name}` : family;
		const existing = this.families.get(key);
		if (existing) return existing;
		const fairUse = new FairUse(this.reservations);
		fairUse.update(this.reportedWindows(key));
		this.families.set(key, fairUse);
		return fairUse;
	}

	private reportedWindows(family: string): FamilyWindows | null {
		const windows = this.lastAccount?.fairUse ?? null;
		if (family === 'search') return windows && windows.search;
		return family === 'enrich' ? windows && windows.enrich : null;
	}
}

const lookupsOf = (demands: readonly Demand[]) => demands.reduce((sum, { max }) => sum + max, 0);
