/** First in, first out. */
export class Fifo<T> {
	private items: T[] = [];
	/** Index of the first item. `shift` would copy a long array each time. */
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

	/** Removes and returns the first items that match, at most `max`. */
	takeWhile(matches: (item: T) => boolean, max: number): T[] {
		const from = this.head;
		while (this.head - from < max && this.head < this.items.length && matches(this.items[this.head]))
			this.head += 1;
		const removed = this.items.slice(from, this.head);
		if (this.length === 0) this.clear();
		return removed;
	}

	/** Removes and returns all items. */
	clear(): T[] {
		const rest = this.items.slice(this.head);
		this.items = [];
		this.head = 0;
		return rest;
	}
}
