import type { Cell, Cells, Column } from './columns';
import { addressBook, addressesIn, hasHashes, type AddressBook } from './emails';

/** What one tool returned about a person, as simplified columns. */
export interface Contribution {
	tool: string;
	cells: Cells;
}

/** A contribution with its answer, which can be read again with addresses in place of hashes. */
export interface RawContribution extends Contribution {
	readWith(addresses: AddressBook): Cells;
}

/** Replaces the hashes of addresses that the row or any contribution has. @param addresses of the row */
export function withAddresses(
	contributions: readonly RawContribution[],
	addresses: () => readonly string[],
): readonly Contribution[] {
	if (!contributions.some(({ cells }) => hasHashes(cells))) return contributions;
	const book = addressBook(() => [...addresses(), ...contributions.flatMap(({ cells }) => addressesIn(cells))]);
	return contributions.map((one) => (hasHashes(one.cells) ? { tool: one.tool, cells: one.readWith(book) } : one));
}

/** The value of a column, and the tools that returned it. */
export interface Value {
	column: Column;
	value: Cell;
	tools: readonly string[];
}

/** A column in which tools differ, and the tool whose value is used. */
export interface Disagreement {
	column: Column;
	kept: string;
}
