import type { Phone } from '../../nodes/IdentityResolution/api/request';

/** One request as it came and as it was answered. */
export interface LedgerEntry {
	/** Counts from 1, also after the ledger was cleared. */
	number: number;
	/** Epoch ms, by the clock of the sandbox. */
	time: number;
	tool: string;
	/** HTTP status; 0 where the connection was reset before the service did anything. */
	status: number;
	/** The error code of the answer, also of a partial batch. */
	code: string | null;
	/** Canonical keys of what was asked, in order. */
	keys: readonly string[];
	/** Whether a mobile phone was asked for. */
	phone: Phone;
	/** Tokens that this request was charged. */
	tokens: number;
	/** Records that it used: one for each hit. */
	records: number;
	/** Keys that were charged: the hits, in order. */
	charged: readonly string[];
	/** `lost`: the client never got a usable answer. */
	fate: 'answered' | 'lost';
}

/** What one identifier was charged for with one tool. */
export interface Charge {
	tool: string;
	key: string;
	times: number;
	tokens: number;
}

export interface LedgerSummary {
	requests: number;
	/** Requests by tool, then by HTTP status. */
	byTool: Record<string, Record<string, number>>;
	lost: number;
	tokensCharged: number;
	phoneTokensCharged: number;
	recordsUsed: number;
	identifiersCharged: number;
	chargedMoreThanOnce: Charge[];
	/** The most requests that were being answered at one time; kept by the server, 0 in process. */
	maxInFlight: number;
}

/** What the sandbox remembers of every request and every charge, for tests to read. It changes nothing that is answered. */
export class Ledger {
	private entries: LedgerEntry[] = [];
	private charged = new Map<string, Charge>();
	private repeated = new Set<Charge>();
	private counts = new Map<string, Map<number, number>>();
	private totals = { lost: 0, tokens: 0, phoneTokens: 0, records: 0 };
	private serial = 0;
	private inFlight = 0;
	private maxInFlight = 0;

	/** The number that the next request gets. */
	get next(): number {
		return this.serial + 1;
	}

	record(request: Omit<LedgerEntry, 'number'>): LedgerEntry {
		const entry: LedgerEntry = { number: ++this.serial, ...request };
		this.entries.push(entry);
		let statuses = this.counts.get(entry.tool);
		if (!statuses) this.counts.set(entry.tool, (statuses = new Map<number, number>()));
		statuses.set(entry.status, (statuses.get(entry.status) ?? 0) + 1);
		this.totals.tokens += entry.tokens;
		this.totals.records += entry.records;
		if (entry.fate === 'lost') this.totals.lost++;
		return entry;
	}

	/** Tokens include those for the phone; `phoneTokens` come from the separate allowance. */
	charge(tool: string, key: string, tokens: number, phoneTokens: number): void {
		const name = `${tool} ${key}`;
		const known = this.charged.get(name);
		if (known) {
			known.times++;
			known.tokens += tokens;
			this.repeated.add(known);
		} else this.charged.set(name, { tool, key, times: 1, tokens });
		this.totals.phoneTokens += phoneTokens;
	}

	/** The client went away, or was cut off, before it had the answer. */
	lose(entry: LedgerEntry): void {
		if (entry.fate === 'lost') return;
		entry.fate = 'lost';
		this.totals.lost++;
	}

	/** A request has arrived at the server; it stays in flight until `leave`. */
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
		const byTool = [...this.counts].map(([tool, statuses]): [string, Record<string, number>] => [
			tool,
			Object.fromEntries(statuses),
		]);
		return {
			requests: this.entries.length,
			byTool: Object.fromEntries(byTool),
			lost: this.totals.lost,
			tokensCharged: this.totals.tokens,
			phoneTokensCharged: this.totals.phoneTokens,
			recordsUsed: this.totals.records,
			identifiersCharged: this.charged.size,
			chargedMoreThanOnce: [...this.repeated].map((charge) => ({ ...charge })),
			maxInFlight: this.maxInFlight,
		};
	}

	/** Forgets requests and charges, but not the account's balance, windows or usage. */
	clear(): void {
		this.entries = [];
		this.charged.clear();
		this.repeated.clear();
		this.counts.clear();
		this.totals = { lost: 0, tokens: 0, phoneTokens: 0, records: 0 };
		this.maxInFlight = this.inFlight;
	}
}
