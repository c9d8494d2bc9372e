import { coldCost } from '../cold/coldCost';
import { concurrency } from './concurrency';
import { effort } from './effort';
import { emails } from './emails';
import { faults } from './faults';
import { rows } from './rows';
import { singles } from './singles';
import { stop } from './stop';
import type { Measurement } from './table';

/** A table, what it is called while it is measured, and how it is measured. */
export interface NamedTable {
	id: string;
	title: string;
	measure: Measurement;
}

/** All tables, in order. */
export const TABLES: readonly NamedTable[] = [
	{ id: '1', title: 'LinkedIn profiles to personal e-mails', measure: emails },
	{ id: '2', title: 'E-mails to profiles, one by one', measure: singles },
	{ id: '3', title: 'one by one, at different widths', measure: concurrency },
	{ id: '4', title: 'small and large sheets', measure: rows },
	{ id: '5', title: 'when things go wrong', measure: faults },
	{ id: '5b', title: 'Stop in the middle', measure: stop },
	{ id: '6', title: 'what has to be set up', measure: effort },
	{ id: '7', title: 'cold cost', measure: async ({ template }) => await coldCost(template.n8n) },
];
