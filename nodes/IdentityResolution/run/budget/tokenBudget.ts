import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';
import type { RequestCost } from './requestCost';
import { Prices } from './prices';
import type { Demand, Reservation } from './reservation';

/** Charges of a tool, certain or possible, whose amount no reply reported. */
interface UnpricedCharges {
	tool: Tool;
	phone: Phone;
	charges: number;
	/** Tokens per charge, as counted so far. */
	price: number;
}

/**
 * Keeps a run within `maxTokens`: requests in flight and lost answers count with their maximum price. The contract does
 * not state prices. A tool that reports charges gets one request at a time until its price, with or without a phone, is
 * known. Any other tool counts one token per hit.
 */
export class TokenBudget {
	/** By tool and phone; counted again after every learned price. */
	private readonly unpriced = new Map<string, UnpricedCharges>();
	private spent = 0;
	/** The value of `spent` at which the account balance is empty; Infinity if the balance is unknown or unlimited. */
	private balanceLimit = Infinity;

	/**
	 * @param maxTokens the most tokens to spend, Infinity for no bound
	 * @param inFlight all requests in flight
	 */
	constructor(
		private readonly maxTokens: number,
		private readonly prices: Prices,
		private readonly inFlight: ReadonlySet<Reservation>,
	) {}

	/** Sets the account balance; null if the account does not report it. */
	setBalance(balance: number | null): void {
		this.balanceLimit = balance === null ? Infinity : this.spent + balance;
	}

	/**
	 * Returns how many lookups the remaining tokens pay for; 0 if they pay for fewer than `min`. The account
	 * balance only limits new lookups in favour of `owed` ones. Otherwise the service decides whether the balance is
	 * empty: a refusal is free.
	 * @param owed lookups of started rows, for which tokens are reserved
	 */
	capacity(demand: Omit<Demand, 'max'>, owed: readonly Demand[] = []): number {
		const capacity = this.capacityWithin(this.maxTokens, demand, owed);
		if (owed.length === 0 || this.balanceLimit === Infinity) return capacity;
		const left = this.balanceLimit - this.spent - this.costInFlight() - this.costOf(owed);
		return Math.min(capacity, Math.floor(left / this.assumedPrice(demand.tool, demand.phone)));
	}

	private capacityWithin(
		maxTokens: number,
		{ tool, phone, min }: Omit<Demand, 'max'>,
		owed: readonly Demand[],
	): number {
		if (maxTokens === Infinity) return Infinity;
		const price = this.priceOf(tool, phone);
		const left = maxTokens - this.spent - this.costInFlight() - this.costOf(owed);
		if (price !== null) return Math.floor(left / price);
		return this.isPaidRequestInFlight() || left < min * this.assumedPrice(tool, phone) ? 0 : min;
	}

	/** Counts what a request cost that is no longer in flight. */
	settle({ tool, phone }: Reservation, { hits, phones, unconfirmed, charged }: RequestCost): void {
		if (charged === null) this.addUnpriced(tool, phone, hits + unconfirmed);
		else this.spent += charged;
		// A hit without a phone does not show what a phone costs.
		if (hits > 0 && charged !== null)
			this.prices.learn(tool, phones > 0 ? phone : 'without', Math.ceil(charged / hits));
		for (const one of this.unpriced.values()) this.reprice(one);
	}

	private addUnpriced(tool: Tool, phone: Phone, charges: number): void {
		const name = `${tool.name} ${phone}`;
		const counted = this.unpriced.get(name) ?? {
			tool,
			phone,
			charges: 0,
			price: this.assumedPrice(tool, phone),
		};
		this.unpriced.set(name, counted);
		counted.charges += charges;
		this.spent += charges * counted.price;
	}

	private reprice(unpriced: UnpricedCharges): void {
		const price = this.assumedPrice(unpriced.tool, unpriced.phone);
		this.spent += unpriced.charges * (price - unpriced.price);
		unpriced.price = price;
	}

	private priceOf(tool: Tool, phone: Phone): number | null {
		return this.prices.of(tool, phone) ?? (tool.reportsCharges ? null : 1);
	}

	/** A hit with a phone costs at least as much as one without. */
	private assumedPrice(tool: Tool, phone: Phone): number {
		return this.priceOf(tool, phone) ?? this.priceOf(tool, 'without') ?? 1;
	}

	private isPaidRequestInFlight(): boolean {
		for (const { tool } of this.inFlight) if (tool.family !== 'free') return true;
		return false;
	}

	/** The most that requests in flight may cost. */
	private costInFlight(): number {
		let tokens = 0;
		for (const { tool, phone, lookups } of this.inFlight)
			if (tool.family !== 'free') tokens += lookups * this.assumedPrice(tool, phone);
		return tokens;
	}

	private costOf(owed: readonly Demand[]): number {
		return owed.reduce((tokens, { tool, phone, max }) => tokens + max * this.assumedPrice(tool, phone), 0);
	}
}
