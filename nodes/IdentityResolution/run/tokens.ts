import type { Phone } from '../api/request';
import type { Tool } from '../api/tool';
import type { Bill } from './bill';
import { Prices } from './prices';
import type { Purchase, Wish } from './purchase';

/** What was, or may have been, charged without a reply that told how much. */
interface Untold {
	tool: Tool;
	phone: Phone;
	count: number;
	/** At which each was counted, in tokens. */
	price: number;
}

/**
 * Keeps a run within `maxTokens` by counting every request under way, and every lost answer, at its worst.
 * What a lookup costs is not in the contract: a tool that reports charges is asked one lookup at a time until its price,
 * with a phone or without, is known; any other is counted as one token a hit.
 */
export class Tokens {
	private readonly underWay = new Set<Purchase>();
	/** By tool and phone; counted anew with every price that is learnt. */
	private readonly untold = new Map<string, Untold>();
	private spent = 0;
	/** The value of `spent` at which the account balance is empty; Infinity if the balance is unknown or unlimited. */
	private balanceLimit = Infinity;

	/** @param most the most tokens to spend, Infinity for no bound */
	constructor(
		private readonly most: number,
		private readonly prices = new Prices(),
	) {}

	/** Sets the account balance; null if the account does not report it. */
	learnBalance(balance: number | null): void {
		this.balanceLimit = balance === null ? Infinity : this.spent + balance;
	}

	/**
	 * Returns how many lookups the remaining tokens pay for; 0 if they pay for fewer than `least`. The account
	 * balance only limits new lookups in favour of `owed` ones. Otherwise the service decides whether the balance is
	 * empty: a refusal is free.
	 * @param owed lookups of started rows, for which tokens are reserved
	 */
	room(wish: Omit<Wish, 'most'>, owed: readonly Purchase[] = []): number {
		const room = this.roomWithin(this.most, wish, owed);
		if (owed.length === 0 || this.balanceLimit === Infinity) return room;
		const left = this.balanceLimit - this.spent - this.worst(this.underWay) - this.worst(owed);
		return Math.min(room, Math.floor(left / this.assumed(wish.tool, wish.phone)));
	}

	private roomWithin(most: number, { tool, phone, least }: Omit<Wish, 'most'>, owed: readonly Purchase[]): number {
		if (most === Infinity) return Infinity;
		const price = this.priceOf(tool, phone);
		const left = most - this.spent - this.worst(this.underWay) - this.worst(owed);
		if (price !== null) return Math.floor(left / price);
		return this.underWay.size > 0 || left < least * this.assumed(tool, phone) ? 0 : least;
	}

	begin(purchase: Purchase): void {
		this.underWay.add(purchase);
	}

	end(purchase: Purchase, { hits, phones, doubtful, charged: told }: Bill): void {
		this.underWay.delete(purchase);
		const { tool, phone } = purchase;
		if (told === null) this.count(tool, phone, hits + doubtful);
		else this.spent += told;
		// A hit whose phone was not found tells nothing of what a phone costs.
		if (hits > 0 && told !== null) this.prices.learn(tool, phones > 0 ? phone : 'without', Math.ceil(told / hits));
		for (const one of this.untold.values()) this.revalue(one);
	}

	private count(tool: Tool, phone: Phone, charges: number): void {
		const name = `${tool.name} ${phone}`;
		const counted = this.untold.get(name) ?? { tool, phone, count: 0, price: this.assumed(tool, phone) };
		this.untold.set(name, counted);
		counted.count += charges;
		this.spent += charges * counted.price;
	}

	private revalue(untold: Untold): void {
		const price = this.assumed(untold.tool, untold.phone);
		this.spent += untold.count * (price - untold.price);
		untold.price = price;
	}

	private priceOf(tool: Tool, phone: Phone): number | null {
		return this.prices.of(tool, phone) ?? (tool.reportsCharges ? null : 1);
	}

	/** With a phone it costs as much as without one, at the least. */
	private assumed(tool: Tool, phone: Phone): number {
		return this.priceOf(tool, phone) ?? this.priceOf(tool, 'without') ?? 1;
	}

	private worst(purchases: Iterable<Purchase>): number {
		let worst = 0;
		for (const { tool, phone, lookups } of purchases) worst += lookups * this.assumed(tool, phone);
		return worst;
	}
}
