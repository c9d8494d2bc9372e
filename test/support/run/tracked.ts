import { FairUse } from '../../../nodes/IdentityResolution/run/budget/fairUse';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/prices';
import type { Reservation } from '../../../nodes/IdentityResolution/run/budget/reservation';
import { TokenBudget } from '../../../nodes/IdentityResolution/run/budget/tokenBudget';
import { Window } from '../../../nodes/IdentityResolution/run/budget/window';

// In a run, these classes share the set of requests in flight of the budget. Here, each has its own set.

export class TrackedTokenBudget extends TokenBudget {
	private readonly reservations: Set<Reservation>;

	constructor(maxTokens: number) {
		const reservations = new Set<Reservation>();
		super(maxTokens, new Prices(), reservations);
		this.reservations = reservations;
	}

	reserve(request: Reservation): void {
		this.reservations.add(request);
	}

	override settle(request: Reservation, ...cost: [Parameters<TokenBudget['settle']>[1]]): void {
		this.reservations.delete(request);
		super.settle(request, ...cost);
	}
}

export class TrackedFairUse extends FairUse {
	private readonly reservations: Set<Reservation>;

	constructor() {
		const reservations = new Set<Reservation>();
		super(reservations);
		this.reservations = reservations;
	}

	override reserve(request: Reservation): void {
		this.reservations.add(request);
		super.reserve(request);
	}

	override settle(...[request, cost, usage]: Parameters<FairUse['settle']>): void {
		this.reservations.delete(request);
		super.settle(request, cost, usage);
	}
}

export class TrackedWindow extends Window {
	private readonly reservations: Set<object>;

	constructor() {
		const reservations = new Set<object>();
		super(reservations);
		this.reservations = reservations;
	}

	override reserve(request: object): void {
		this.reservations.add(request);
		super.reserve(request);
	}

	override settle(...[request, used, reported]: Parameters<Window['settle']>): void {
		this.reservations.delete(request);
		super.settle(request, used, reported);
	}
}

/** A first attempt in flight. */
export const reservationOf = (size: Pick<Reservation, 'tool' | 'phone' | 'lookups'>): Reservation => ({
	...size,
	kind: 'first',
	generation: 0,
	sentAt: 0,
});
