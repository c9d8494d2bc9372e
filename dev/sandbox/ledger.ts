import type { Phone } from '../../nodes/IdentityResolution/api/tool';

export interface LedgerEntry {
	/** Counts from 1; clearing the ledger does not reset it. */
	number: number;
	/** Epoch ms, by the clock of the sandbox. */
	time: number;
	tool: string;
	/** HTTP status; 0 if the connection was reset before the service did anything. */
	status: number;
	code: string | null;
	/** Canonical keys of the request's identifiers, in order. */
	keys: readonly string[];
	phone: Phone;
	tokens: number;
	records: number;
	/** Keys of the charged identifiers: the hits, in order. */
	charged: readonly string[];
	/** `lost`: the client did not receive a usable answer. */
	fate: 'answered' | 'lost';
}

export interface Charge {
	tool: string;
	key: string;
	times: number;
	tokens: number;
}

export interface LedgerSummary {
	requests: number;
	byTool: Record<string, Record<string, number>>;
	lost: number;
	tokensCharged: number;
	phoneTokensCharged: number;
	recordsUsed: number;
	identifiersCharged: number;
	chargedMoreThanOnce: Charge[];
	/** The highest number of concurrent requests; counted by the server, 0 in process. */
	maxInFlight: number;
}

/** Records every request and every charge for tests. It does not affect any answer. */
export class Ledger {
	private entries: LedgerEntry[] = [];
	private charged = new Map<string, Charge>();
	private phoneTokens = 0;
	private serial = 0;
	private inFlight = 0;
	private maxInFlight = 0;

	get next(): number {
		return this.serial + 1;
	}

	record(request: Omit<LedgerEntry, 'number'>): LedgerEntry {
		const entry: LedgerEntry = { number: ++this.serial, ...request };
		this.entries.push(entry);
		return entry;
	}

	/** `tokens` include the price of the phone; `phoneTokens` are from the separate allowance. */
	charge(tool: string, key: string, tokens: number, phoneTokens: number): void {
		const name = `${tool} ${key}`;
		const known = this.charged.get(name);
		if (known) {
			known.times++;
			known.tokens += tokens;
		} else this.charged.set(name, { tool, key, times: 1, tokens });
		this.phoneTokens += phoneTokens;
	}

	/** Counts a request as in flight until `leave`. */
	arrive(): void {
		this.inFlight++;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
	}

	leave(): void {
		this.inFlight--;
	}

	requests(): readonly LedgerEntry[] {
		return this.entries;
	}

	charges(): Charge[] {
		return [...this.charged.values()].map((charge) => ({ ...charge }));
	}

	summary(): LedgerSummary {
		// A tool can have any name, even that of an inherited property.
		const byTool = new Map<string, Record<number, number>>();
		for (const { tool, status } of this.entries) {
			const statuses = byTool.get(tool) ?? {};
			byTool.set(tool, { ...statuses, [status]: (statuses[status] ?? 0) + 1 });
		}
		const charges = this.charges();
		return {
			requests: this.entries.length,
			byTool: Object.fromEntries(byTool),
			lost: this.entries.filter(({ fate }) => fate === 'lost').length,
			tokensCharged: this.entries.reduce((sum, { tokens }) => sum + tokens, 0),
			phoneTokensCharged: this.phoneTokens,
			recordsUsed: this.entries.reduce((sum, { records }) => sum + records, 0),
			identifiersCharged: charges.length,
			chargedMoreThanOnce: charges.filter(({ times }) => times > 1),
			maxInFlight: this.maxInFlight,
		};
	}

	/** Clears requests and charges, but not the account's balance, windows or usage. */
	clear(): void {
		this.entries = [];
		this.charged.clear();
		this.phoneTokens = 0;
		this.maxInFlight = this.inFlight;
	}
}
