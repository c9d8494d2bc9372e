import type { Usage } from '../../api/replies/reading';
import type { Phone, Tool } from '../../api/tool';
import { TokenBudget, type Demand, type RequestCost, type Reservation } from './tokenBudget';

/** Tokens per hit by the name of the tool. */
export type PriceList = ReadonlyMap<string, number>;

/** The token price per hit of each tool: as the account lists it, or higher if replies of this run report that. */
export class Prices {
	private readonly reported = new Map<string, number>();
	/** Tokens per hit that a tool is assumed to cost until its price is known, by its name. */
	private readonly assumptions = new Map<string, number>();
	private consulted = false;

	/** @param listed by the account, before the run */
	constructor(private readonly listed: PriceList = new Map()) {}

	/** Whether rows choose between tools by price. */
	get areConsulted(): boolean {
		return this.consulted;
	}

	/** Like `listedPrice`, for a row that chooses its tool by price. */
	consult(tool: Tool, phone: Phone): number | null {
		this.consulted = true;
		return this.listedPrice(tool, phone);
	}

	/** Returns the tokens per hit, with or without a phone; null if unknown. */
	of(tool: Tool, phone: Phone): number | null {
		const highest = this.reported.get(keyOf(tool, phone)) ?? null;
		const listed = this.listedPrice(tool, phone);
		return highest === null && listed === null ? null : Math.max(highest ?? 0, listed ?? 0);
	}

	/** Returns the price in the account's list, under any name of the tool. The list has no prices with a phone. */
	listedPrice({ name, otherNames = [], onlyPhone }: Tool, phone: Phone): number | null {
		if (phone === 'with' && !onlyPhone) return null;
		const names = [name, ...otherNames];
		const listed = names.find((one) => this.listed.has(one));
		return listed === undefined ? null : atLeastOne(this.listed.get(listed) ?? 1);
	}

	/** Returns the listed price, or else an assumed one: that of a hit without a phone, or 1. */
	listedOrAssumed(tool: Tool, phone: Phone): { tokens: number; basis: 'listed' | 'assumed' } {
		const listed = this.listedPrice(tool, phone);
		if (listed !== null) return { tokens: listed, basis: 'listed' };
		return { tokens: this.listedPrice(tool, 'without') ?? 1, basis: 'assumed' };
	}

	/** The tokens per hit of a tool whose price is unknown. */
	assumed({ name }: Tool): number {
		return this.assumptions.get(name) ?? 1;
	}

	assume({ name }: Tool, tokens: number): void {
		this.assumptions.set(name, tokens);
	}

	/** @param price tokens */
	learn(tool: Tool, phone: Phone, price: number): void {
		const counted = atLeastOne(price);
		if (counted <= (this.of(tool, phone) ?? 0)) return;
		this.reported.set(keyOf(tool, phone), counted);
	}
}

/** A price of 0 would let a budget pay for unlimited hits. */
const atLeastOne = (price: number): number => Math.max(1, price);

const keyOf = ({ name }: Tool, phone: Phone) => `${name} ${phone}`;

/** How many lookups the next request may contain, or why it may not be sent yet; `wait` means for others in flight. */
export type Permit = { is: 'granted'; size: number } | { is: 'wait' } | { is: 'exhausted' };

/** Keeps a run within `maxTokens`, and a request within the records that the last reply reported. */
export class Budget {
	private readonly reservations = new Set<Reservation>();
	private readonly tokens: TokenBudget;
	/** Records left of the Fair Use windows of a family, by the last reply of one of its tools. */
	private readonly recordsLeft = new Map<Tool['family'], number>();

	/** @param balance of the account, in tokens; null if unknown */
	constructor(
		maxTokens: number,
		readonly prices = new Prices(),
		balance: number | null = null,
	) {
		this.tokens = new TokenBudget({ maxTokens, balance: balance ?? Infinity }, prices, this.reservations);
	}

	/** One reservation per request in flight. */
	get inFlight(): ReadonlySet<Reservation> {
		return this.reservations;
	}

	/** Whether the tokens may not suffice to finish a number of rows that have no hit yet. */
	isTight(demand: Demand, rows: number): boolean {
		return this.tokens.isTight(demand, rows);
	}

	/**
	 * Returns `wait` rather than a partial request while others are in flight, because misses free capacity.
	 * @param owed lookups of started rows, for which capacity is left
	 */
	permit(demand: Demand, owed: readonly Demand[] = []): Permit {
		const { tool, max, min } = demand;
		if (tool.family === 'free') return { is: 'granted', size: max };
		const size = Math.min(this.tokens.capacity(demand, owed), max);
		if (size < max && this.reservations.size > 0) return { is: 'wait' };
		return size < min ? { is: 'exhausted' } : { is: 'granted', size: this.withinRecords(size, demand) };
	}

	reserve(reservation: Reservation): void {
		this.reservations.add(reservation);
	}

	/** Replaces a reservation with the actual cost of the request. */
	release(reservation: Reservation, cost: RequestCost, { recordsLeft }: Usage): void {
		this.reservations.delete(reservation);
		const { family } = reservation.tool;
		if (family === 'free') return;
		this.tokens.spend(reservation, cost);
		this.recordsLeft.set(family, Math.min(recordsLeft['5h'] ?? Infinity, recordsLeft['1w'] ?? Infinity));
	}

	/**
	 * The service could refuse a batch of more records than are left, although it could answer a part of it. If nothing
	 * is left, its refusal tells when to come back.
	 */
	private withinRecords(size: number, { tool, min }: Demand): number {
		const left = this.recordsLeft.get(tool.family) ?? Infinity;
		return this.reservations.size === 0 && left >= min ? Math.min(size, left) : size;
	}
}
