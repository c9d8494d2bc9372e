import type { Usage } from '../../api/replies/metadata';
import type { Tool } from '../../api/tool';
import type { RequestCost } from './requestCost';
import { Prices } from './prices';
import type { Demand, Reservation } from './reservation';
import { TokenBudget } from './tokenBudget';

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
	release(reservation: Reservation, cost: RequestCost, { records }: Usage): void {
		this.reservations.delete(reservation);
		const { family } = reservation.tool;
		if (family === 'free') return;
		this.tokens.spend(reservation, cost);
		this.recordsLeft.set(
			family,
			Math.min(records['5h'].remaining ?? Infinity, records['1w'].remaining ?? Infinity),
		);
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
