/** Something that a table has to show, and what it showed. */
export interface Target {
	/** What must hold, as a sentence without a full stop. */
	what: string;
	/** At most, at least, none: as text. */
	bound: string;
	measured: string;
	held: boolean;
}

/** A table of the benchmark, as one run has measured it. */
export interface BenchTable {
	/** As the command line and the documentation name it: `1`, `5b`. */
	id: string;
	title: string;
	/** What was done, in a few sentences. */
	work: string;
	head: readonly string[];
	/** Cells as text, those of the first column are names. */
	rows: ReadonlyArray<readonly string[]>;
	targets: readonly Target[];
	/** Sentences that a reader needs beside the numbers. */
	notes: readonly string[];
	charts: readonly Chart[];
}

/** A picture of some of a table's numbers. */
export interface Chart {
	/** File name without folder and ending, in words joined by hyphens. */
	file: string;
	title: string;
	/** What the numbers count: `seconds`, `ms of CPU per lookup`. */
	unit: string;
	/** Bars stand for things that are compared; lines for what changes with a number. */
	shape: 'bars' | 'lines';
	scale: 'linear' | 'log';
	/** Names of the bars, or the numbers along the lines. */
	along: readonly string[];
	/** A value for each of `along`; null where there is none. */
	series: ReadonlyArray<{ name: string; values: ReadonlyArray<number | null> }>;
}
