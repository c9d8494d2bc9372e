import type { Phone, Tool } from '../api/tool';
import type { FollowUp, Lookup } from './lookup';
import type { Request } from './request';
import type { RequestCost } from './stats';

/** Tokens per hit by the name of the tool. */
export type PriceList = ReadonlyMap<string, number>;

/** What hits cost in tokens, and whether the account lists the price. */
export interface HitCost {
	tokens: number;
	prices: 'listed' | 'assumed';
}

/** Tokens per hit of a tool whose price is unknown (contract: Silent points, 14). */
const ASSUMED_PRICE = 1;

/**
 * The token price per hit of each tool: as the account lists it, or higher if replies of this run
 * report that.
 */
export class Prices {
	private readonly reported = new Map<string, number>();
	/** Whether a choice depended on them: only then does a run ask for them. */
	areConsulted = false;
	/** Whether the plan includes the tools for personal emails; null if that is unknown. */
	hasPersonalEmails: boolean | null = null;

	/** @param listed by the account, known before the first paid request */
	constructor(public listed: PriceList = new Map()) {}

	/** Returns the tokens per hit, with or without a phone; null if unknown. */
	of(tool: Tool, phone: Phone): number | null {
		const highest = this.reported.get(keyOf(tool, phone)) ?? null;
		const listed = this.listedPrice(tool, phone);
		return highest === null && listed === null ? null : Math.max(highest ?? 0, listed ?? 0);
	}

	/**
	 * Returns the price in the account's list, under any name of the tool. The list has no prices
	 * with a phone.
	 */
	listedPrice({ name, otherNames = [], onlyPhone }: Tool, phone: Phone): number | null {
		this.areConsulted = true;
		if (phone === 'with' && !onlyPhone) return null;
		const names = [name, ...otherNames];
		const listed = names.find((one) => this.listed.has(one));
		return listed === undefined ? null : atLeastOne(this.listed.get(listed) ?? 1);
	}

	/** Whether the plan does not include a tool, so that the service refuses it. */
	excludes({ onlyWithPersonalEmails }: Tool): boolean {
		return onlyWithPersonalEmails === true && this.hasPersonalEmails === false;
	}

	/**
	 * Whether the service may refuse a tool. The account lists the prices of the tools that it
	 * offers.
	 */
	doubts(tool: Tool): boolean {
		const isOnPlan =
			tool.onlyWithPersonalEmails === undefined || this.hasPersonalEmails === true;
		return !isOnPlan || this.listedRange(tool) === null;
	}

	/**
	 * Returns the prices in the account's list under all names of a tool, of which any may be used;
	 * null without one.
	 */
	listedRange({ name, otherNames = [] }: Tool): { lowest: number; highest: number } | null {
		const all = [name, ...otherNames].flatMap((one) => this.listed.get(one) ?? []);
		return all.length === 0
			? null
			: { lowest: Math.min(...all), highest: atLeastOne(Math.max(...all)) };
	}

	/**
	 * Returns the cost at the listed price, or else at an assumed one: that of a hit without a
	 * phone, or one token.
	 */
	costOf(tool: Tool, phone: Phone, hits = 1): HitCost {
		const listed = this.listedPrice(tool, phone);
		const price = listed ?? this.listedPrice(tool, 'without') ?? ASSUMED_PRICE;
		return { tokens: hits * price, prices: listed === null ? 'assumed' : 'listed' };
	}

	/** @param price tokens */
	learn(tool: Tool, phone: Phone, price: number): void {
		const counted = atLeastOne(price);
		if (counted > (this.of(tool, phone) ?? 0)) this.reported.set(keyOf(tool, phone), counted);
	}
}

/** A price of 0 would let a budget pay for unlimited hits. */
const atLeastOne = (price: number): number => Math.max(1, price);

const keyOf = ({ name }: Tool, phone: Phone) => `${name} ${phone}`;

/**
 * How many lookups the next request may contain, or why it may not be sent yet; `wait` means for
 * others in flight.
 */
export type Permit = { is: 'granted'; size: number } | { is: 'wait' } | { is: 'exhausted' };

/** Lookups to send: at most `max` per request. `min` is above 1 if they can't be split. */
export interface Demand {
	readonly tool: Tool;
	readonly phone: Phone;
	readonly max: number;
	readonly min: number;
	/** What its row needs after a hit. */
	readonly followUp?: readonly FollowUp[];
}

/** A request in flight. */
export interface Reservation extends Omit<Demand, 'max' | 'min'> {
	/** Maximum number of hits. */
	readonly lookups: number;
	readonly kind: Request['kind'];
}

/**
 * Factor on the cost of rows, because the prices of tools may be unknown, and some tools not
 * offered.
 */
const MARGIN = 2;

/**
 * Keeps a run within `maxTokens`. Requests in flight and lost answers count at their maximum price.
 * The contract states no prices: a tool that may report charges gets one request at a time until a
 * hit shows its price; without a report it is 1. The first lookup of a row counts with what its row
 * needs afterwards, so that started rows can be finished.
 */
export class Budget {
	readonly inFlight = new Set<Reservation>();
	/** Tokens that replies reported. */
	private charged = 0;
	/**
	 * Confirmed or possible charges without a reported amount, by tool and phone. Each costs the
	 * price known by now.
	 */
	private readonly unpriced = new Map<string, { tool: Tool; phone: Phone; charges: number }>();

	/**
	 * @param balance of the account when the run started, in tokens; Infinity, as for `maxTokens`,
	 * is no limit
	 */
	constructor(
		private readonly maxTokens: number,
		readonly prices = new Prices(),
		private readonly balance = Infinity,
	) {}

	/** Whether the tokens may not suffice to finish a number of rows. */
	isTight({ tool, phone, followUp }: Lookup, rows: number): boolean {
		const left = Math.min(this.maxTokens, this.balance) - this.spent();
		return left < MARGIN * rows * (this.assumedPrice(tool, phone) + this.costAfter(followUp));
	}

	/**
	 * Returns `wait` rather than a partial request while others are in flight, because misses free
	 * capacity.
	 */
	permit(demand: Demand): Permit {
		const { max, min } = demand;
		const size = Math.min(this.capacity(demand), max);
		if (size < max && this.inFlight.size > 0) return { is: 'wait' };
		return size < min ? { is: 'exhausted' } : { is: 'granted', size };
	}

	reserve(reservation: Reservation): void {
		this.inFlight.add(reservation);
	}

	/** Gives up a reservation of a request that is not sent. */
	cancel(reservation: Reservation): void {
		this.inFlight.delete(reservation);
	}

	/** Replaces a reservation with the actual cost of the request. */
	release(reservation: Reservation, { hits, phones, unconfirmed, charged }: RequestCost): void {
		this.inFlight.delete(reservation);
		const { tool, phone } = reservation;
		if (charged === null) {
			const key = keyOf(tool, phone);
			if (hits > 0) this.prices.learn(tool, phone, ASSUMED_PRICE);
			const charges = (this.unpriced.get(key)?.charges ?? 0) + hits + unconfirmed;
			this.unpriced.set(key, { tool, phone, charges });
			return;
		}
		this.charged += charged;
		// A hit without a phone does not reveal the price of a phone.
		if (hits > 0)
			this.prices.learn(tool, phones > 0 ? phone : 'without', Math.ceil(charged / hits));
	}

	/**
	 * Returns how many lookups the remaining tokens pay for; may be below `min`. The account
	 * balance only protects started rows. Otherwise the service decides whether it is empty,
	 * because a refusal is free.
	 */
	capacity(demand: Omit<Demand, 'max'>): number {
		const rows = this.capacityFor(demand);
		if (rows >= demand.min || demand.followUp === undefined || this.inFlight.size > 0)
			return rows;
		// What is left finishes no other row, but the next lookup may be a miss.
		return Math.min(demand.min, this.capacityFor({ ...demand, followUp: undefined }));
	}

	private capacityFor({ tool, phone, min, followUp }: Omit<Demand, 'max'>): number {
		if (this.maxTokens === Infinity && this.balance === Infinity) return Infinity;
		const used = this.spent() + this.costInFlight();
		const after = this.costAfter(followUp);
		const assumed = this.assumedPrice(tool, phone);
		const paidByBalance =
			after > 0 ? Math.floor((this.balance - used) / (assumed + after)) : Infinity;
		const left = this.maxTokens - used;
		const isPriceKnown = left === Infinity || this.priceOf(tool, phone) !== null;
		const mayTry = this.inFlight.size === 0 && left >= min * assumed;
		if (!isPriceKnown) return Math.min(paidByBalance, mayTry ? min : 0);
		return Math.min(paidByBalance, Math.floor(left / (assumed + after)));
	}

	/** In tokens, at the prices known by now. */
	private spent(): number {
		let tokens = this.charged;
		for (const { tool, phone, charges } of this.unpriced.values())
			tokens += charges * this.assumedPrice(tool, phone);
		return tokens;
	}

	private priceOf(tool: Tool, phone: Phone): number | null {
		return (
			this.prices.of(tool, phone) ?? (tool.reportsCharges === false ? ASSUMED_PRICE : null)
		);
	}

	/** A hit with a phone costs at least as much as one without. */
	private assumedPrice(tool: Tool, phone: Phone): number {
		return this.priceOf(tool, phone) ?? this.priceOf(tool, 'without') ?? ASSUMED_PRICE;
	}

	/** In tokens, if every lookup is a hit. */
	private costInFlight(): number {
		let tokens = 0;
		for (const { tool, phone, lookups, followUp } of this.inFlight)
			tokens += lookups * (this.assumedPrice(tool, phone) + this.costAfter(followUp));
		return tokens;
	}

	/** The tokens that a row needs after a hit, at the highest known prices. */
	private costAfter(followUp: readonly FollowUp[] = []): number {
		let sum = 0;
		for (const { tool, phone, tokens } of followUp)
			sum += Math.max(tokens, this.prices.of(tool, phone) ?? 0);
		return sum;
	}
}
