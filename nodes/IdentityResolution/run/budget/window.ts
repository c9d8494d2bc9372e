/** What replies told of a window while a request was under way: what its own reply tells may be older than that. */
interface SinceReserved {
	/** The least that any of them told. */
	lowest: number;
	/** Records taken by those that did not tell. */
	unreported: number;
}

/**
 * What is left of one Fair Use window, counted down. Requests are named by any object of their own. Replies overtake each
 * other, and what is counted is never more than what is left, as long as nobody else takes from the window.
 */
export class Window {
	/** What may still be taken from it; Infinity where that is not known. */
	remaining: number;
	/** Epoch ms; null where that is not known. */
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

	/** @param told what the reply says of the window @param used what it took from it */
	settle(request: object, used: number, told: { remaining: number | null; resetsAt: number | null }): void {
		const { lowest, unreported } = this.inFlight.get(request) ?? { lowest: this.remaining, unreported: 0 };
		this.inFlight.delete(request);
		this.opensAt = told.resetsAt ?? this.opensAt;
		if (told.remaining === null) {
			this.remaining -= used;
			for (const meanwhile of this.inFlight.values()) {
				meanwhile.unreported += used;
				meanwhile.lowest -= used;
			}
			return;
		}
		this.remaining = Math.min(told.remaining - unreported, lowest);
		for (const meanwhile of this.inFlight.values()) meanwhile.lowest = Math.min(meanwhile.lowest, this.remaining);
	}

	/** What the account says of it, while nothing is under way. */
	update({ remaining, resetsAt }: { remaining: number | null; resetsAt: number | null }): void {
		this.remaining = remaining ?? unknown(this.recordReserve);
		this.opensAt = resetsAt;
	}
}

// A window that is not told of might have nothing but the reserve.
const unknown = (reserve: number) => (reserve > 0 ? 0 : Infinity);
