import { sidesOf } from './columns';
import type { BenchTable, Target } from './result';

/** A table as plain text, for a terminal. Without an end of line at its end. */
export function plainTextOf({ id, title, work, head, rows, targets, notes }: BenchTable): string {
	const below = [targets.map(targetOf), notes.map((note) => `- ${note}`)];
	const parts = [
		`Table ${id}: ${title}\n${work}`,
		gridOf(head, rows),
		...below.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')),
	];
	return parts.join('\n\n');
}

function gridOf(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const sides = sidesOf(head, rows);
	const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column].length)));
	const line = (cells: readonly string[]) =>
		cells
			.map((cell, column) =>
				sides[column] === 'right' ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
			)
			.join('  ')
			.trimEnd();
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const targetOf = ({ what, bound, measured, held }: Target) =>
	`${held ? 'held  ' : 'MISSED'}  ${what}: ${measured} (${bound})`;
