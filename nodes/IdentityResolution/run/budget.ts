import type { Phone } from '../api/request';
import type { Tool } from '../api/tool';

/** A request as the budget sees it. */
export interface Purchase {
	tool: Tool;
	phone: Phone;
	/** Lookups, each of which may turn out a hit. */
	size: number;
}

/** What a request came to. */
export interface Bill {
	/** Lookups answered with data. */
	hits: number;
	/** Hits that brought a phone. */
	phones: number;
	/** Lookups that may have been charged without being answered. */
	doubtful: number;
	/** Tokens, where the reply reported them; else null. */
	charged: number | null;
}

/** How many lookups the next request may carry; `later` when only answers under way can tell; `spent` when none. */
export type Allowance = { is: 'up_to'; size: number } | { is: 'later' } | { is: 'spent'; of: 'token_budget' | 'reserve' };

/**
 * Keeps a run within `maxTokens` and `reserve` by counting every request in flight, and every lost answer, at its worst.
 * What a lookup costs is not in the contract: a tool that reports charges is asked one lookup at a time until its price,
 * with a phone or without, is known; any other is counted as one token a hit.
 */
export class Budget {
	private readonly prices = new Map<string, number>();
	private readonly inFlight = new Set<Purchase>();

	/**
	 * @param tokens the most tokens to spend, Infinity for no bound
	 * @param records the most records to take from the 5 h window, Infinity for no bound
	 */
	constructor(
		private tokens: number,
		private records: number,
	) {}

	allowance(tool: Tool, phone: Phone): Allowance {
		if (tool.family === 'free') return upTo(Infinity);
		const tokens = this.tokensAllow(tool, phone);
		const records = this.records - this.lookupsInFlight();
		if (tokens >= 1 && records >= 1) return upTo(Math.min(tokens, records));
		if (this.inFlight.size > 0) return { is: 'later' };
		return { is: 'spent', of: tokens < 1 ? 'token_budget' : 'reserve' };
	}

	begin(purchase: Purchase): void {
		this.inFlight.add(purchase);
	}

	end(purchase: Purchase, { hits, phones, doubtful, charged: told }: Bill): void {
		this.inFlight.delete(purchase);
		const { tool, phone } = purchase;
		if (tool.family === 'free') return;
		const charged = told ?? (hits + doubtful) * (this.priceOf(tool, phone) ?? 1);
		this.tokens -= charged;
		this.records -= hits + doubtful;
		// A hit whose phone was not found tells nothing of what a phone costs.
		if (hits > 0 && told !== null) this.learn(tool, phones > 0 ? phone : 'without', Math.ceil(charged / hits));
	}

	private tokensAllow(tool: Tool, phone: Phone): number {
		if (this.tokens === Infinity) return Infinity;
		const price = this.priceOf(tool, phone);
		const left = this.tokens - this.worstInFlight();
		if (price !== null) return Math.floor(left / price);
		return this.inFlight.size > 0 || left < 1 ? 0 : 1;
	}

	private priceOf(tool: Tool, phone: Phone): number | null {
		return this.prices.get(priceKey(tool, phone)) ?? (tool.reportsCharges ? null : 1);
	}

	private learn(tool: Tool, phone: Phone, price: number): void {
		const key = priceKey(tool, phone);
		this.prices.set(key, Math.max(price, this.prices.get(key) ?? 1));
	}

	private worstInFlight(): number {
		let worst = 0;
		for (const { tool, phone, size } of this.inFlight) worst += size * (this.priceOf(tool, phone) ?? 1);
		return worst;
	}

	private lookupsInFlight(): number {
		let lookups = 0;
		for (const { size } of this.inFlight) lookups += size;
		return lookups;
	}
}

const priceKey = (tool: Tool, phone: Phone) => `${tool.name} ${phone}`;
const upTo = (size: number): Allowance => ({ is: 'up_to', size });
