import type { LedgerEntry } from '../../dev/sandbox/ledger';

type Unnumbered = Omit<LedgerEntry, 'number'>;

/** A free request without keys that was answered, unless other values are given. */
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

/** The same with the number that a ledger adds. */
export const ledgerEntry = ({ number = 1, ...set }: Partial<LedgerEntry> = {}): LedgerEntry => ({
	number,
	...unnumbered(set),
});

/** An entry that charged the first `records` keys, one token each. */
export const chargedEntry = (keys: readonly string[], records: number, set: Partial<LedgerEntry> = {}): LedgerEntry =>
	ledgerEntry({ keys, tokens: records, records, charged: keys.slice(0, records), ...set });
