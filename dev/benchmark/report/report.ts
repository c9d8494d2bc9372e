import type { Machine } from './machine';
import type { BenchTable } from './result';

/** Somebody who is compared, and what that is. */
export interface Explained {
	name: string;
	/** A sentence or two. */
	what: string;
}

/** A run of the benchmark. */
export interface Report {
	machine: Machine;
	/** Who is compared, by the names that stand in the tables. */
	legend: readonly Explained[];
	/** Milliseconds that the sandbox takes for an answer, in every table that says nothing else. */
	latencyMs: number;
	tables: readonly BenchTable[];
}
