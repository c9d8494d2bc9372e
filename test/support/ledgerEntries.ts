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
