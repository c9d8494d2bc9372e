import type { LedgerEntry } from '../../dev/sandbox/ledger';

type Unnumbered = Omit<LedgerEntry, 'number'>;

/** An entry of an answered, free request without keys, with the given changes. */
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

/** The same entry with the number that a ledger adds. */
export const ledgerEntry = ({ number = 1, ...set }: Partial<LedgerEntry> = {}): LedgerEntry => ({
	number,
	...unnumbered(set),
});

/** An entry that charges one token for each of the first `records` keys. */
export const chargedEntry = (keys: readonly string[], records: number, set: Partial<LedgerEntry> = {}): LedgerEntry =>
	ledgerEntry({ keys, tokens: records, records, charged: keys.slice(0, records), ...set });
