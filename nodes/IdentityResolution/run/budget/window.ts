/** Reports of other replies while a request was in flight. Its own reply may be older than these. */
interface SinceReserved {
	/** The lowest remaining amount. */
	lowest: number;
	/** Records used by requests whose replies did not report the window. */
	unreported: number;
}

/**
 * Counts down one Fair Use window. Replies may arrive out of order. The count never exceeds the real amount unless
 * another client uses the window.
 */
export class Window {
	/** Infinity if unknown. */
	remaining = Infinity;
	/** Epoch ms; null if unknown. */
	opensAt: number | null = null;
	private readonly reservedBy = new WeakMap<object, SinceReserved>();

	/** @param inFlight requests, including those of other windows */
	constructor(private readonly inFlight: ReadonlySet<object>) {}

	reserve(request: object): void {
		this.reservedBy.set(request, { lowest: Infinity, unreported: 0 });
	}

	isReservedBy(request: object): boolean {
		return this.reservedBy.has(request);
	}

	/** Counts a finished request. @param used records @param reported the window in its reply; null if unreported */
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

	/** Applies the account's report, made while no request was in flight. */
	update({ remaining, resetsAt }: { remaining: number | null; resetsAt: number | null }): void {
		this.remaining = remaining ?? Infinity;
		this.opensAt = resetsAt;
	}
}
