import { FairUse } from '../../nodes/IdentityResolution/run/budget/fairUse';
import { Prices } from '../../nodes/IdentityResolution/run/budget/prices';
import type { Reservation } from '../../nodes/IdentityResolution/run/budget/reservation';
import { TokenBudget } from '../../nodes/IdentityResolution/run/budget/tokenBudget';
import { Window } from '../../nodes/IdentityResolution/run/budget/window';

// In a run, the budget keeps the set of requests in flight for all of these. Here each keeps its own.

export class TrackedTokenBudget extends TokenBudget {
	private readonly sent: Set<Reservation>;

	constructor(maxTokens: number) {
		const sent = new Set<Reservation>();
		super(maxTokens, new Prices(), sent);
		this.sent = sent;
	}

	reserve(request: Reservation): void {
		this.sent.add(request);
	}

	override settle(request: Reservation, ...cost: [Parameters<TokenBudget['settle']>[1]]): void {
		this.sent.delete(request);
		super.settle(request, ...cost);
	}
}

export class TrackedFairUse extends FairUse {
	private readonly sent: Set<Reservation>;

	constructor(reserve: number) {
		const sent = new Set<Reservation>();
		super(reserve, sent);
		this.sent = sent;
	}

	override reserve(request: Reservation): void {
		this.sent.add(request);
		super.reserve(request);
	}

	override settle(...[request, cost, usage]: Parameters<FairUse['settle']>): void {
		this.sent.delete(request);
		super.settle(request, cost, usage);
	}
}

export class TrackedWindow extends Window {
	private readonly sent: Set<object>;

	constructor(reserve: number) {
		const sent = new Set<object>();
		super(reserve, sent);
		this.sent = sent;
	}

	override reserve(request: object): void {
		this.sent.add(request);
		super.reserve(request);
	}

	override settle(...[request, used, reported]: Parameters<Window['settle']>): void {
		this.sent.delete(request);
		super.settle(request, used, reported);
	}
}

/** A first attempt in flight. */
export const reservationOf = (size: Pick<Reservation, 'tool' | 'phone' | 'lookups'>): Reservation => ({
	...size,
	attempt: 'first',
	generation: 0,
	sentAt: 0,
});
