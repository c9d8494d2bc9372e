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
	private readonly inFlight = new Map<object, SinceReserved>();

	/** @param recordReserve what is to be left in it */
	constructor(readonly recordReserve: number) {
		this.remaining = unknown(recordReserve);
	}

	get free(): number {
		return this.remaining - this.recordReserve;
	}

	reserve(request: object): void {
		this.inFlight.set(request, { lowest: Infinity, unreported: 0 });
	}

	/** @param used what the request used @param reported what its reply says about the window */
	settle(request: object, used: number, reported: { remaining: number | null; resetsAt: number | null }): void {
		const { lowest, unreported } = this.inFlight.get(request) ?? { lowest: this.remaining, unreported: 0 };
		this.inFlight.delete(request);
		this.opensAt = reported.resetsAt ?? this.opensAt;
		if (reported.remaining === null) {
			this.remaining -= used;
			for (const meanwhile of this.inFlight.values()) {
				meanwhile.unreported += used;
				meanwhile.lowest -= used;
			}
			return;
		}
		this.remaining = Math.min(reported.remaining - unreported, lowest);
		for (const meanwhile of this.inFlight.values()) meanwhile.lowest = Math.min(meanwhile.lowest, this.remaining);
	}

	/** Sets what the account reports while no request is in flight. */
	update({ remaining, resetsAt }: { remaining: number | null; resetsAt: number | null }): void {
		this.remaining = remaining ?? unknown(this.recordReserve);
		this.opensAt = resetsAt;
	}
}

// An unreported window may contain no more than the reserve.
const unknown = (reserve: number) => (reserve > 0 ? 0 : Infinity);
