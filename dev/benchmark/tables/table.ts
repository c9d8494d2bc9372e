import type { Template } from '../ground/template';
import type { BenchTable, Target } from '../report/result';

/** What a table is measured on, and where it tells how far it is. */
export interface Bench {
	template: Template;
	say(line: string): void;
}

/** Measures one table. */
export type Measurement = (bench: Bench) => Promise<BenchTable>;

/** @param most what may not be exceeded */
export const atMost = (what: string, measured: number, most: number, shown: (value: number) => string): Target => ({
	what,
	bound: `at most ${shown(most)}`,
	measured: shown(measured),
	held: measured <= most,
});

export const atLeast = (what: string, measured: number, least: number, shown: (value: number) => string): Target => ({
	what,
	bound: `at least ${shown(least)}`,
	measured: shown(measured),
	held: measured >= least,
});
