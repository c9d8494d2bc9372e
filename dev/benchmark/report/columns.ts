/** How a column is aligned. */
export type Side = 'left' | 'right';

const NUMBER = /^[-+~<>≤≥]?\s*\d/;
const NOTHING = /^-?$/;

/** The first column holds names; of the others, those stand at the right that hold numbers in at least half of their filled cells. */
export function sidesOf(head: readonly string[], rows: ReadonlyArray<readonly string[]>): Side[] {
	return head.map((_, column) => {
		const cells = rows.map((row) => row[column]).filter((cell) => !NOTHING.test(cell));
		const numbers = cells.filter((cell) => NUMBER.test(cell)).length;
		return column > 0 && numbers * 2 >= cells.length ? 'right' : 'left';
	});
}
