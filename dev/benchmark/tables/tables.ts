import { coldCost } from '../cold/coldCost';
import { concurrency } from './concurrency';
import { effort } from './effort';
import { emails } from './emails';
import { faults } from './faults';
import { rows } from './rows';
import { singles } from './singles';
import { stop } from './stop';
import type { Measurement } from './table';

/** A table, and how it is measured. */
export interface NamedTable {
	id: string;
	measure: Measurement;
}

/** All tables, in order. */
export const TABLES: readonly NamedTable[] = [
	{ id: '1', measure: emails },
	{ id: '2', measure: singles },
	{ id: '3', measure: concurrency },
	{ id: '4', measure: rows },
	{ id: '5', measure: faults },
	{ id: '5b', measure: stop },
	{ id: '6', measure: effort },
	{ id: '7', measure: async ({ template }) => await coldCost(template.n8n) },
];
