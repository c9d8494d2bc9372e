import type { Cell, Cells, Column } from './columns';

/** What one tool returned about a person, as simplified columns. */
export interface Contribution {
	tool: string;
	cells: Cells;
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
