/** First in, first out. */
export class Fifo<T> {
	private items: T[] = [];
	/** Everything before it has been taken: shifting a long array costs its length each time. */
	private head = 0;

	get length(): number {
		return this.items.length - this.head;
	}

	get first(): T | null {
		return this.items[this.head] ?? null;
	}

	push(item: T): void {
		this.items.push(item);
	}

	/** Takes from the front as long as it fits, at most so many. */
	takeWhile(fits: (item: T) => boolean, most: number): T[] {
		const from = this.head;
		while (this.head - from < most && this.head < this.items.length && fits(this.items[this.head])) this.head += 1;
		const taken = this.items.slice(from, this.head);
		if (this.length === 0) this.clear();
		return taken;
	}

	/** Takes everything. */
	clear(): T[] {
		const rest = this.items.slice(this.head);
		this.items = [];
		this.head = 0;
		return rest;
	}
}
