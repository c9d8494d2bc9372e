/** What other replies reported while a request was in flight. Its own reply may be older. */
interface SinceReserved {
	/** The lowest remaining amount that they reported. */
	lowest: number;
	/** Records used by requests whose replies reported nothing. */
	unreported: number;
}

/**
 * The remaining amount of one Fair Use window, counted down. Requests are identified by any object. Replies can
 * overtake each other. The count is never above the real amount, unless another client uses the same window.
 */
export class Window {
	/** The remaining amount, including the reserve; Infinity if unknown. */
	remaining: number;
	/** Epoch ms; null if unknown. */
	opensAt: number | null = null;
	private readonly reservedBy = new WeakMap<object, SinceReserved>();

	/**
	 * @param recordReserve the amount to leave untouched
	 * @param inFlight all requests in flight, those that do not use this window included
	 */
	constructor(
		readonly recordReserve: number,
		private readonly inFlight: ReadonlySet<object>,
	) {
		this.remaining = unknown(recordReserve);
	}

	get free(): number {
		return this.remaining - this.recordReserve;
	}

	reserve(request: object): void {
		this.reservedBy.set(request, { lowest: Infinity, unreported: 0 });
	}

	isReservedBy(request: object): boolean {
		return this.reservedBy.has(request);
	}

	/**
	 * Counts a request that is no longer in flight.
	 * @param used what the request used
	 * @param reported what its reply says about the window
	 */
	settle(request: object, used: number, reported: { remaining: number | null; resetsAt: number | null }): void {
		const { lowest, unreported } = this.reservedBy.get(request) ?? { lowest: this.remaining, unreported: 0 };
		this.opensAt = reported.resetsAt ?? this.opensAt;
		if (reported.remaining === null) this.remaining -= used;
		else this.remaining = Math.min(reported.remaining - unreported, lowest);
		for (const other of this.inFlight) {
			const since = this.reservedBy.get(other);
			if (since === undefined) continue;
			if (reported.remaining !== null) since.lowest = Math.min(since.lowest, this.remaining);
			else {
				since.unreported += used;
				since.lowest -= used;
			}
		}
	}

	/** Sets what the account reports while no request is in flight. */
	update({ remaining, resetsAt }: { remaining: number | null; resetsAt: number | null }): void {
		this.remaining = remaining ?? unknown(this.recordReserve);
		this.opensAt = resetsAt;
	}
}

// An unreported window may contain no more than the reserve.
const unknown = (reserve: number) => (reserve > 0 ? 0 : Infinity);
