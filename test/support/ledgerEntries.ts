import type { LedgerEntry } from '../../dev/sandbox/ledger';

type Unnumbered = Omit<LedgerEntry, 'number'>;

/** A request that was answered, about nobody and free, where nothing else is said. */
export const unnumbered = (set: Partial<Unnumbered> = {}): Unnumbered => ({
	time: 0,
	tool: 'linkedin_to_best_personal_email_usa',
	status: 200,
	code: null,
	keys: [],
	phone: 'without',
	tokens: 0,
	records: 0,
	charged: [],
	fate: 'answered',
	...set,
});

/** The same as a ledger has it. */
export const ledgerEntry = ({ number = 1, ...set }: Partial<LedgerEntry> = {}): LedgerEntry => ({
	number,
	...unnumbered(set),
});

/** One that used so many records, at a token each. */
export const chargedEntry = (keys: readonly string[], records: number, set: Partial<LedgerEntry> = {}): LedgerEntry =>
	ledgerEntry({ keys, tokens: records, records, charged: keys.slice(0, records), ...set });
