/** What replies told of a window while a request was under way: what its own reply tells may be older than that. */
interface Meanwhile {
	/** The least that any of them told. */
	least: number;
	/** Records taken by those that did not tell. */
	silent: number;
}

/**
 * What is left of one Fair Use window, counted down. Requests are named by any object of their own. Replies overtake each
 * other, and what is counted is never more than what is left, as long as nobody else takes from the window.
 */
export class Window {
	/** What may still be taken from it; Infinity where that is not known. */
	left: number;
	/** Epoch ms; null where that is not known. */
	opensAt: number | null = null;
	private readonly underWay = new Map<object, Meanwhile>();

	/** @param reserve what is to be left in it */
	constructor(readonly reserve: number) {
		this.left = unknown(reserve);
	}

	get free(): number {
		return this.left - this.reserve;
	}

	begin(request: object): void {
		this.underWay.set(request, { least: Infinity, silent: 0 });
	}

	/** @param told what the reply says of the window @param used what it took from it */
	end(request: object, used: number, told: { remaining: number | null; resetsAt: number | null }): void {
		const { least, silent } = this.underWay.get(request) ?? { least: this.left, silent: 0 };
		this.underWay.delete(request);
		this.opensAt = told.resetsAt ?? this.opensAt;
		if (told.remaining === null) {
			this.left -= used;
			for (const meanwhile of this.underWay.values()) {
				meanwhile.silent += used;
				meanwhile.least -= used;
			}
			return;
		}
		this.left = Math.min(told.remaining - silent, least);
		for (const meanwhile of this.underWay.values()) meanwhile.least = Math.min(meanwhile.least, this.left);
	}

	/** What the account says of it, while nothing is under way. */
	learn({ remaining, resetsAt }: { remaining: number | null; resetsAt: number | null }): void {
		this.left = remaining ?? unknown(this.reserve);
		this.opensAt = resetsAt;
	}
}

// A window that is not told of might have nothing but the reserve.
const unknown = (reserve: number) => (reserve > 0 ? 0 : Infinity);
