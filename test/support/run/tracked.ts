import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import { TokenBudget, type Reservation } from '../../../nodes/IdentityResolution/run/budget/tokenBudget';

/** In a run, the budget has the set of requests in flight. */
export class TrackedTokenBudget extends TokenBudget {
	private readonly reservations: Set<Reservation>;

	constructor(maxTokens: number, balance = Infinity) {
		const reservations = new Set<Reservation>();
		super({ maxTokens, balance }, new Prices(), reservations);
		this.reservations = reservations;
	}

	reserve(request: Reservation): void {
		this.reservations.add(request);
	}

	override spend(request: Reservation, ...cost: [Parameters<TokenBudget['spend']>[1]]): void {
		this.reservations.delete(request);
		super.spend(request, ...cost);
	}
}

/** A first attempt in flight. */
export const reservationOf = (size: Pick<Reservation, 'tool' | 'phone' | 'lookups'>): Reservation => ({
	...size,
	kind: 'first',
	generation: 0,
	sentAt: 0,
});
