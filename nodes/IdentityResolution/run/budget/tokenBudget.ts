import type { Phone, Tool } from '../../api/tool';
import type { FollowUp } from '../lookup';
import { Prices } from './budget';
import type { PendingRequest } from '../queue/queue';
import { lookupCount, totalLookups } from '../../api/identifiers/body';
import { ruleOf } from '../../api/refusals';
import type { Identifier } from '../../api/identifiers/identifier';
import { containsData } from '../../api/json';
import { searchResultsOf } from '../../api/replies/searchResults';
import { isFilled } from '../../api/person/columns';
import { hasNoMatches, type Answer, type Reading } from '../../api/replies/reading';

export interface RequestCost {
	/** Lookups answered with data. */
	hits: number;
	/** Hits that contain a phone. */
	phones: number;
	/** Lookups that may have been charged without an answer; 0 if the reply reports a charge of 0. */
	unconfirmed: number;
	/** Tokens; null if the reply does not report them. */
	charged: number | null;
}

export function requestCostOf(reading: Reading, requested: readonly Identifier[]): RequestCost {
	const { tokensCharged: charged } = reading.usage;
	if (reading.is === 'refusal') {
		const isLost = ruleOf(reading.refusal.reason).mayBeCharged;
		return {
			hits: 0,
			phones: 0,
			unconfirmed: isLost && charged !== 0 ? totalLookups(requested) : 0,
			charged,
		};
	}
	const unanswered = new Set(reading.partialError === null || hasNoMatches(reading) ? reading.unanswered : []);
	const hits = requested.map((one) => ({ one, answer: reading.answers.get(one.key) }));
	return {
		hits: hits.reduce((total, { one, answer }) => total + hitsOf(answer, one), 0),
		phones: hits.filter(({ answer }) => answer && isFilled(answer.cells.mobile_phone)).length,
		unconfirmed: charged === 0 ? 0 : totalLookups(requested.filter(({ key }) => unanswered.has(key))),
		charged,
	};
}

/**
 * Each result of a search is a hit. A custom batch body is answered with a list. Without a list, all of its lookups may
 * have been charged.
 */
function hitsOf(answer: Answer | undefined, requested: Identifier): number {
	if (!answer?.found) return 0;
	if (requested.kind === 'search') return searchResultsOf(answer.results)?.length ?? 0;
	const lookups = lookupCount(requested);
	if (lookups === 1 || !Array.isArray(answer.results)) return lookups;
	return Math.min(lookups, answer.results.filter((row) => containsData(row)).length);
}

/** Splits a charge among hits in whole tokens that sum to it. A miss costs 0. Without a charge, hits cost null. */
export function splitCharge(charged: number | null, answers: readonly Answer[]): Map<Answer, number | null> {
	const hits = answers.filter(({ found }) => found);
	const shares = new Map<Answer, number | null>(answers.map((answer) => [answer, answer.found ? null : 0]));
	if (charged === null) return shares;
	const chargedAnswers = hits.length > 0 ? hits : answers.slice(0, 1);
	const whole = Math.floor(charged / chargedAnswers.length);
	const rest = charged - whole * chargedAnswers.length;
	chargedAnswers.forEach((answer, index) => {
		const extra = Math.min(1, Math.max(0, rest - index));
		shares.set(answer, whole + extra);
	});
	return shares;
}

/** A request in flight. */
export interface Reservation {
	readonly tool: Tool;
	readonly phone: Phone;
	/** Maximum number of hits. */
	readonly lookups: number;
	/** What its row needs after a hit. */
	readonly followUp?: readonly FollowUp[];
	readonly kind: PendingRequest['kind'];
	/** The throttle's generation when the request was sent. */
	readonly generation: number;
	/** Epoch ms. */
	readonly sentAt: number;
}

/** Lookups to send: at most `max` per request. `min` is above 1 if they can't be split. */
export interface Demand {
	readonly tool: Tool;
	readonly phone: Phone;
	readonly max: number;
	readonly min: number;
	/** What its row needs after a hit. */
	readonly followUp?: readonly FollowUp[];
}

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
 * no prices: a tool that may report charges gets one request at a time until a hit shows its price; without a report it
 * is 1. The first lookup of a row counts with what its row needs afterwards, so that started rows can be finished.
 */
export class TokenBudget {
	/** By tool and phone; repriced after every reply. */
	private readonly unpriced = new Map<string, UnpricedCharges>();
	/** Tools and phones of which a hit came without a charge. */
	private readonly unreported = new Set<string>();
	private spent = 0;
	private readonly maxTokens: number;
	private readonly balance: number;

	/** @param limits Infinity for none. `balance`: of the account when the run started */
	constructor(
		limits: { maxTokens: number; balance: number },
		private readonly prices: Prices,
		private readonly inFlight: ReadonlySet<Reservation>,
	) {
		this.maxTokens = limits.maxTokens;
		this.balance = limits.balance;
	}

	/**
	 * Returns how many lookups the remaining tokens pay for; may be below `min`. The account balance only protects
	 * started rows. Otherwise the service decides whether it is empty, because a refusal is free.
	 */
	capacity(demand: Omit<Demand, 'max'>, owed: readonly Demand[] = []): number {
		const rows = this.capacityFor(demand, owed);
		const mayBeLast = demand.followUp !== undefined && owed.length === 0 && !this.isPaidRequestInFlight();
		if (rows >= demand.min || !mayBeLast) return rows;
		// What is left finishes no other row, but the next lookup may be a miss.
		return Math.min(demand.min, this.capacityFor({ ...demand, followUp: undefined }, owed));
	}

	/** Whether the tokens may not suffice to finish a number of rows that have no hit yet. */
	isTight({ tool, phone, followUp }: Pick<Demand, 'tool' | 'phone' | 'followUp'>, rows: number): boolean {
		const left = Math.min(this.maxTokens, this.balance) - this.spent;
		return left < MARGIN * rows * (this.assumedPrice(tool, phone) + this.costAfter(followUp));
	}

	private capacityFor(demand: Omit<Demand, 'max'>, owed: readonly Demand[]): number {
		const { tool, phone, followUp } = demand;
		const after = this.costAfter(followUp);
		const capacity = this.capacityWithin(this.maxTokens, demand, owed);
		const isProtected = owed.length > 0 || after > 0;
		if (!isProtected || this.balance === Infinity) return capacity;
		const left = this.balance - this.spent - this.costInFlight() - this.costOfOwed(owed);
		return Math.min(capacity, Math.floor(left / (this.assumedPrice(tool, phone) + after)));
	}

	private capacityWithin(
		maxTokens: number,
		{ tool, phone, min, followUp }: Omit<Demand, 'max'>,
		owed: readonly Demand[],
	): number {
		if (maxTokens === Infinity) return Infinity;
		const price = this.priceOf(tool, phone);
		const left = maxTokens - this.spent - this.costInFlight() - this.costOfOwed(owed);
		if (price !== null) return Math.floor(left / (price + this.costAfter(followUp)));
		return this.isPaidRequestInFlight() || left < min * this.assumedPrice(tool, phone) ? 0 : min;
	}

	/** Counts the cost of a finished request. */
	spend({ tool, phone }: Reservation, { hits, phones, unconfirmed, charged }: RequestCost): void {
		if (charged === null && hits > 0) this.unreported.add(keyOf(tool, phone));
		if (charged === null) this.addUnpriced(tool, phone, hits + unconfirmed);
		else this.spent += charged;
		// A hit without a phone does not reveal the price of a phone.
		if (hits > 0 && charged !== null)
			this.prices.learn(tool, phones > 0 ? phone : 'without', Math.ceil(charged / hits));
		for (const one of this.unpriced.values()) this.reprice(one);
	}

	private addUnpriced(tool: Tool, phone: Phone, charges: number): void {
		const key = keyOf(tool, phone);
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
		const isOne = tool.reportsCharges === false || this.unreported.has(keyOf(tool, phone));
		return this.prices.of(tool, phone) ?? (isOne ? this.prices.assumed(tool) : null);
	}

	/** A hit with a phone costs at least as much as one without. */
	private assumedPrice(tool: Tool, phone: Phone): number {
		return this.priceOf(tool, phone) ?? this.priceOf(tool, 'without') ?? this.prices.assumed(tool);
	}

	private isPaidRequestInFlight(): boolean {
		for (const { tool } of this.inFlight) if (tool.family !== 'free') return true;
		return false;
	}

	/** In tokens, if every lookup is a hit. */
	private costInFlight(): number {
		let tokens = 0;
		for (const { tool, phone, lookups, followUp } of this.inFlight)
			if (tool.family !== 'free') tokens += lookups * (this.assumedPrice(tool, phone) + this.costAfter(followUp));
		return tokens;
	}

	/** The tokens that a row needs after a hit, at the highest known prices. */
	private costAfter(followUp: readonly FollowUp[] = []): number {
		return followUp.reduce(
			(sum, { tool, phone, tokens }) => sum + Math.max(tokens, this.prices.of(tool, phone) ?? 0),
			0,
		);
	}

	private costOfOwed(owed: readonly Demand[]): number {
		return owed.reduce((tokens, { tool, phone, max }) => tokens + max * this.assumedPrice(tool, phone), 0);
	}
}

/** Factor on the cost of rows, because the prices of tools may be unknown, and some tools not offered. */
const MARGIN = 2;

const keyOf = ({ name }: Tool, phone: Phone): string => `${name} ${phone}`;
