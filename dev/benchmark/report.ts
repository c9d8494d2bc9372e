import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';

export interface Target {
	what: string;
	/** Which row or column of the table, if a target is set for several of them. */
	where?: string;
	bound: string;
	measured: string;
	held: boolean;
}

export interface BenchTable {
	/** As `--only` and the documents name it. */
	id: string;
	title: string;
	work: string;
	head: readonly string[];
	/** Cells as text; the first ones are names. */
	rows: ReadonlyArray<readonly string[]>;
	targets: readonly Target[];
	notes: readonly string[];
}

const PROJECT = join(__dirname, '..', '..');
const INTRODUCTION = `# Benchmark

\`npm run verify -- bench\` writes this page.`;

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export const whole = (count: number): string => Math.round(count).toLocaleString('en-US');

/** Formats ms as seconds with three significant digits. */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(ms < 9_995 ? 2 : ms < 99_950 ? 1 : 0)} s`;

export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;

const checkBy =
	(words: string, holds: (measured: number, bound: number) => boolean) =>
	(what: string, measured: number, bound: number, shown = times): Target => ({
		what,
		bound: `${words} ${shown(bound)}`,
		measured: shown(measured),
		held: holds(measured, bound),
	});

export const atMost = checkBy('at most', (measured, bound) => measured <= bound);
export const atLeast = checkBy('at least', (measured, bound) => measured >= bound);

/** Returns a Markdown section. */
export const sectionOf = ({ id, title, work, head, rows, notes }: BenchTable): string =>
	[`## Table ${id}: ${title}`, work, grid(head, rows), ...listOf(notes)].join('\n\n');

/** Returns the missed targets of a table, in a sentence each. */
export const missedOf = ({ id, targets }: BenchTable): string[] =>
	targets.filter(({ held }) => !held).map((one) => `Table ${id}: ${nameOf(one)} (${one.bound}): ${one.measured}.`);

/** Returns a Markdown list; nothing if it is empty. */
const listOf = (lines: readonly string[]): string[] =>
	lines.length > 0 ? [lines.map((line) => `- ${line}`).join('\n')] : [];

const nameOf = ({ what, where }: Target): string => (where === undefined ? what : `${what}, ${where}`);

export function writeReport(tables: readonly BenchTable[], contenders: readonly string[], n8n: string): void {
	const targets = tables.flatMap(({ targets: own }) => own);
	const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
	const missed = tables.flatMap(missedOf);
	const machine = `${cpus().at(0)?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores`;
	const parts = [
		INTRODUCTION,
		`Measured on ${new Date().toISOString().slice(0, 10)}: package ${version} in ${n8n}, on ${machine}.`,
		'## Contenders',
		...listOf(contenders),
		'## Targets',
		`${targets.length - missed.length} of ${targets.length} targets held.${missed.length > 0 ? ' Missed:' : ''}`,
		...listOf(missed),
		...tables.map(sectionOf),
	];
	writeFileSync(join(PROJECT, 'docs', 'benchmark.md'), `${parts.join('\n\n')}\n`);
}

const grid = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string => {
	const [titles, ...lines] = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
	return [titles, `|---|${'---:|'.repeat(head.length - 1)}`, ...lines].join('\n');
};
