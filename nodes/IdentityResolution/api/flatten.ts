import { DEEPEST, isEmpty, isObject, toJson } from './json';
import type { Cell } from './person/columns';

/** Levels of objects that become columns of their own; deeper ones become JSON. */
const LEVELS = 3;
const MAX_CELLS = 100;
const REST = 'other_fields';

/**
 * Returns the results of an unknown tool as flat cells, for example `company_name` for the name of a company. Lists of
 * plain values are joined with commas; other lists become JSON. Of two equal names, the second gets a number. At most
 * 100 cells: the last one contains all others as JSON.
 * @param reserved names of other columns: a field of that name becomes `result_<name>`
 */
export function flatten(results: unknown, reserved: ReadonlySet<string>): Record<string, Cell> {
	const cells = (isObject(results) ? cellsOf(results, '', 1) : [['results', textOf(results)] as const]).map(
		([name, cell]) => [reserved.has(name) ? `result_${name}` : name, cell] as const,
	);
	const filled = withDistinctNames(cells.filter(([, cell]) => cell !== null));
	if (filled.length <= MAX_CELLS) return Object.fromEntries(filled);
	const rest = Object.fromEntries(filled.slice(MAX_CELLS - 1));
	return Object.fromEntries(withDistinctNames([...filled.slice(0, MAX_CELLS - 1), [REST, toJson(rest)]]));
}

function withDistinctNames(cells: ReadonlyArray<readonly [string, Cell]>): Array<readonly [string, Cell]> {
	const names = new Set<string>();
	return cells.map(([given, cell]) => {
		let name = given;
		for (let number = 2; names.has(name); number++) name = `${given}_${number}`;
		names.add(name);
		return [name, cell] as const;
	});
}

function cellsOf(object: Record<string, unknown>, prefix: string, level: number): Array<readonly [string, Cell]> {
	return Object.entries(object).flatMap(([name, value]) => {
		const column = prefix + name;
		return isObject(value) && level < LEVELS
			? cellsOf(value, `${column}_`, level + 1)
			: [[column, textOf(value)] as const];
	});
}

function textOf(value: unknown): Cell {
	if (Array.isArray(value)) return listOf(value);
	if (isEmpty(value)) return null;
	if (typeof value === 'number') return Number.isFinite(value) ? value : null;
	return typeof value === 'object' ? toJson(value) : String(value);
}

function listOf(values: readonly unknown[]): string | null {
	const entries = values.flat(DEEPEST).filter((entry) => !isEmpty(entry));
	if (entries.length === 0) return null;
	return entries.some((entry) => typeof entry === 'object') ? toJson(values) : entries.map(String).join(', ');
}
