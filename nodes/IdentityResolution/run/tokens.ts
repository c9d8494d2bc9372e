import type { Phone } from '../api/request';
import type { Tool } from '../api/tool';
import type { Bill } from './bill';
import { Prices } from './prices';
import type { Purchase, Wish } from './purchase';

interface Doubt {
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
	/** Charges that may have been made without an answer, at a price that was not known then. */
	private readonly doubts: Doubt[] = [];

	/** @param left the most tokens to spend, Infinity for no bound */
	constructor(
		private left: number,
		private readonly prices = new Prices(),
	) {}

	/**
	 * How many lookups the tokens left pay for, of which `least` travel together at any rate; 0 where for fewer.
	 * @param owed what is to be left for
	 */
	room({ tool, phone, least }: Omit<Wish, 'most'>, owed: readonly Purchase[] = []): number {
		if (this.left === Infinity) return Infinity;
		const price = this.priceOf(tool, phone);
		const left = this.left - this.worst(this.underWay) - this.worst(owed);
		if (price !== null) return Math.floor(left / price);
		return this.underWay.size > 0 || left < least ? 0 : least;
	}

	begin(purchase: Purchase): void {
		this.underWay.add(purchase);
	}

	end(purchase: Purchase, { hits, phones, doubtful, charged: told }: Bill): void {
		this.underWay.delete(purchase);
		const { tool, phone } = purchase;
		const price = this.assumed(tool, phone);
		const charged = told ?? (hits + doubtful) * price;
		this.left -= charged;
		if (told === null && doubtful > 0) this.doubts.push({ tool, phone, count: doubtful, price });
		// A hit whose phone was not found tells nothing of what a phone costs.
		if (hits > 0 && told !== null) this.prices.learn(tool, phones > 0 ? phone : 'without', Math.ceil(charged / hits));
		for (const doubt of this.doubts) this.revalue(doubt);
	}

	private revalue(doubt: Doubt): void {
		const price = this.assumed(doubt.tool, doubt.phone);
		this.left -= doubt.count * (price - doubt.price);
		doubt.price = price;
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
