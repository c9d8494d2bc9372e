import type { Ledger, LedgerEntry } from '../sandbox/ledger';
import type { Blocks } from './contacts';

/** Tells the requests in the sandbox's ledger apart by run. */
export class RunLedgers {
	private readonly byBlock = new Map<number, LedgerEntry[]>();
	/** Requests that named nobody: looks at the account. */
	nameless = 0;
	/** Requests about people whom no run under way had. */
	strays = 0;

	constructor(
		private readonly ledger: Ledger,
		private readonly blocks: Blocks,
	) {}

	/** A run begins to ask about the people of a block. */
	open(block: number): void {
		this.byBlock.set(block, []);
	}

	/** @returns its requests, in the order in which they came; what becomes of the last of them may still be told */
	close(block: number): LedgerEntry[] {
		this.drain();
		const entries = this.byBlock.get(block) ?? [];
		this.byBlock.delete(block);
		return entries;
	}

	/** The ledger keeps every request until it is cleared, and would grow over a soak. */
	drain(): void {
		for (const entry of this.ledger.requests()) {
			const [key] = entry.keys;
			const block = key === undefined ? undefined : this.blocks.blockOf(key);
			const entries = block === undefined ? undefined : this.byBlock.get(block);
			if (entries !== undefined) entries.push(entry);
			else if (key === undefined) this.nameless += 1;
			else this.strays += 1;
		}
		this.ledger.clear();
	}
}
