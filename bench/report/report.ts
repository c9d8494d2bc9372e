import type { Machine } from './machine';
import type { BenchTable } from './result';

/** A run of the benchmark. */
export interface Report {
	machine: Machine;
	/** Milliseconds that the sandbox takes for an answer, in every table that says nothing else. */
	latencyMs: number;
	tables: readonly BenchTable[];
}
