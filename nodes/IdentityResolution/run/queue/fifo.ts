/** First in, first out. */
export class Fifo<T> {
	private items: T[] = [];
	/** Index of the first item. To shift a long array would copy it each time. */
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

	/** Removes the first items that fit, up to the maximum. */
	takeWhile(fits: (item: T) => boolean, max: number): T[] {
		const from = this.head;
		while (this.head - from < max && this.head < this.items.length && fits(this.items[this.head])) this.head += 1;
		const taken = this.items.slice(from, this.head);
		if (this.length === 0) this.clear();
		return taken;
	}

	/** Removes all items. */
	clear(): T[] {
		const rest = this.items.slice(this.head);
		this.items = [];
		this.head = 0;
		return rest;
	}
}
