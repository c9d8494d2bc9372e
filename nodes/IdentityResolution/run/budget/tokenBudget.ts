import type { Phone } from '../../api/request';
import type { Tool } from '../../api/tool';
import type { RequestCost } from './requestCost';
import { Prices } from './prices';
import type { Demand, Reservation } from './reservation';

/** Confirmed or possible charges of a tool for which no reply reported an amount. */
interface UnpricedCharges {
	tool: Tool;
	phone: Phone;
	charges: number;
	/** Tokens per charge that `spent` includes. */
	price: number;
}

/**
 * Keeps a run within `maxTokens`. Requests in flight and lost answers count at their maximum price. The contract states
 * no prices: a tool that reports charges gets one request at a time until its price is known; others count 1 per hit.
 */
export class TokenBudget {
	/** By tool and phone; repriced after every reply. */
	private readonly unpriced = new Map<string, UnpricedCharges>();
	private spent = 0;
	/** The value of `spent` at which the account balance is empty; Infinity if unknown or unlimited. */
	private balanceLimit = Infinity;

	/** @param maxTokens Infinity for no limit */
	constructor(
		private readonly maxTokens: number,
		private readonly prices: Prices,
		private readonly inFlight: ReadonlySet<Reservation>,
	) {}

	/** Sets the account balance in tokens; null if the account does not report it. */
	setBalance(balance: number | null): void {
		this.balanceLimit = balance === null ? Infinity : this.spent + balance;
	}

	/**
	 * Returns how many lookups the remaining tokens pay for; may be below `min`. The account balance only protects
	 * the `owed` lookups of started rows. Otherwise the service decides whether it is empty, because a refusal is free.
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

	/** Counts the cost of a finished request. */
	settle({ tool, phone }: Reservation, { hits, phones, unconfirmed, charged }: RequestCost): void {
		if (charged === null) this.addUnpriced(tool, phone, hits + unconfirmed);
		else this.spent += charged;
		// A hit without a phone does not reveal the price of a phone.
		if (hits > 0 && charged !== null)
			this.prices.learn(tool, phones > 0 ? phone : 'without', Math.ceil(charged / hits));
		for (const one of this.unpriced.values()) this.reprice(one);
	}

	private addUnpriced(tool: Tool, phone: Phone, charges: number): void {
		const key = `${tool.name} ${phone}`;
		const unpriced = this.unpriced.get(key) ?? {
			tool,
			phone,
			charges: 0,
			price: this.assumedPrice(tool, phone),
		};
		this.unpriced.set(key, unpriced);
		unpriced.charges += charges;
		this.spent += charges * unpriced.price;
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

	/** In tokens, if every lookup is a hit. */
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
