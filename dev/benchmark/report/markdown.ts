import { pictureOf } from './charts';
import { sidesOf, type Side } from './columns';
import type { Report } from './report';
import type { BenchTable, Chart, Target } from './result';

const INTRODUCTION = `# Benchmark

\`npm run bench\` measures this and writes this file and its pictures. Do not edit them by hand: the next run overwrites them.`;

/** The whole text of docs/benchmark.md. */
export function markdownOf(report: Report): string {
	const parts = [
		INTRODUCTION,
		summaryOf(report.tables),
		machineOf(report),
		legendOf(report),
		...report.tables.flatMap(sectionOf),
	];
	return `${parts.join('\n\n')}\n`;
}

function summaryOf(tables: readonly BenchTable[]): string {
	const targets = tables.flatMap(({ targets: own }) => own);
	const missed = tables.filter(({ targets: own }) => own.some(({ held }) => !held));
	const held = `${targets.filter((target) => target.held).length} of ${targets.length} targets held`;
	if (missed.length === 0) return `${held}.`;
	return `${held}. Missed in ${missed.length === 1 ? 'table' : 'tables'} ${missed.map(({ id }) => id).join(', ')}.`;
}

function machineOf({ machine: { cpu, cores, memory, kernel, node, versions, day }, latencyMs }: Report): string {
	return grid(
		['Measured', day],
		[
			['Processor', `${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}`],
			['Memory', `${(memory / 2 ** 30).toFixed(1)} GiB`],
			['Kernel', kernel],
			['n8n', `${versions.n8n}, on Node.js ${versions.nodeOfN8n}`],
			['This package', versions.ours],
			['Node.js of the benchmark', node],
			['Sandbox', `answers after ${latencyMs} ms, where a table says nothing else`],
		],
		['left', 'left'],
	);
}

const legendOf = ({ legend }: Report) =>
	`## Who is compared\n\n${legend.map(({ name, what }) => `- **${name}**: ${inOneLine(what)}`).join('\n')}`;

function sectionOf({ id, title, work, head, rows, targets, notes, charts }: BenchTable): string[] {
	const parts = [`## Table ${id}: ${title}`, work, grid(head, rows, sidesOf(head, rows))];
	if (targets.length > 0) parts.push(targetsOf(targets));
	if (notes.length > 0) parts.push(notes.map((note) => `- ${inOneLine(note)}`).join('\n'));
	return [...parts, ...charts.map(imageOf)];
}

const targetsOf = (targets: readonly Target[]) =>
	grid(
		['Must hold', 'Bound', 'Measured', 'Result'],
		targets.map(({ what, bound, measured, held }) => [what, bound, measured, held ? 'held' : '**missed**']),
		['left', 'right', 'right', 'left'],
	);

function imageOf(chart: Chart): string {
	const { title, unit, shape, scale } = chart;
	const drawn = `${shape === 'bars' ? 'Bar chart' : 'Line chart'}${scale === 'log' ? ' with a logarithmic scale' : ''}`;
	const alt = `${drawn}: ${title}, in ${unit}. The table above has the numbers.`;
	return `![${inOneLine(alt).replace(/[[\]]/g, '\\$&')}](images/${pictureOf(chart)})`;
}

function grid(head: readonly string[], rows: ReadonlyArray<readonly string[]>, sides: readonly Side[]): string {
	const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(' | ')} |`;
	const rule = `|${sides.map((side) => (side === 'right' ? '---:' : '---')).join('|')}|`;
	return [line(head), rule, ...rows.map(line)].join('\n');
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const cellOf = (text: string) => inOneLine(text).replaceAll('|', '\\|');
