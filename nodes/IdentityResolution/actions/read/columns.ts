import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { field, isObject } from '../../api/values/json';
import type { InputProblem } from './inputReader';

/**
 * The names that lead to a value of a row, from the outside in, such as `['properties', 'email']`.
 */
export type Path = readonly string[];

/** A column that a parameter names although no row has it. */
export interface MissingColumn {
	/** The display name of the parameter. */
	label: string;
	path: Path;
}

/** A name behind a dot, or in quotation marks and brackets. */
const DOTTED = /\??\.[A-Za-z_$][\w$]*/;
const BRACKETED = /(?:\?\.)?\[\s*(?:"[^"\\]*"|'[^'\\]*')\s*\]/;
const NAMED = `(?:${DOTTED.source}|${BRACKETED.source})`;
const NAMES = new RegExp(NAMED, 'g');
/** The names behind `$json`, and the parenthesis of a call. */
const REFERENCES = new RegExp(`\\$json(${NAMED}+)(\\s*\\()?`, 'g');

/**
 * Returns the paths that an expression reads from a row; none for a fixed value. The name of a
 * method is none.
 */
export function pathsIn(parameter: unknown): Path[] {
	if (typeof parameter !== 'string' || !parameter.startsWith('=')) return [];
	const paths = Array.from(parameter.matchAll(REFERENCES), ([, names, call]) => {
		const path = (names.match(NAMES) ?? []).map(nameIn);
		return call === undefined ? path : path.slice(0, -1);
	});
	return paths.filter((path) => path.length > 0);
}

const nameIn = (named: string): string =>
	named.replace(/^\??\.?(?:\[\s*["'])?/, '').replace(/["']\s*\]$/, '');

/** The texts of a parameter: a collection has several. */
const textsOf = (parameter: unknown): string[] => {
	if (typeof parameter === 'string') return [parameter];
	return typeof parameter === 'object' && parameter !== null
		? Object.values(parameter).flatMap(textsOf)
		: [];
};

/** Returns the value at a path; undefined if a row does not have it. */
export const valueAt = (json: IDataObject, path: Path): unknown =>
	path.reduce<unknown>((value, name) => field(value, name), json);

/** Returns the paths of a row, at most one level deep. */
export const pathsOf = (json: IDataObject): Path[] =>
	Object.entries(json).flatMap(([column, value]) => [
		[column],
		...(isObject(value) ? Object.keys(value).map((inner) => [column, inner]) : []),
	]);

/** Returns why a run must not start: a field with an expression that n8n takes for a fixed text. */
export function fixedExpressionProblem(
	parameters: INodeParameters,
	fields: ReadonlyArray<Pick<INodeProperties, 'name' | 'displayName'>>,
): InputProblem | undefined {
	const label = fields.find(({ name }) =>
		textsOf(parameters[name]).some(isFixedExpression),
	)?.displayName;
	if (label === undefined) return undefined;
	const remedy = 'Switch the field from Fixed to Expression, or drag a column into it';
	return { why: `${label} has an expression in braces, but is set to Fixed`, remedy };
}

const isFixedExpression = (text: string): boolean =>
	!text.startsWith('=') && /\{\{[^{}]*\$[^{}]*\}\}/.test(text);

/**
 * Whether a row has a value at a path, or an empty one. Methods and properties of a text count as
 * present.
 */
function has(json: IDataObject, path: Path): boolean {
	let value: unknown = json;
	for (const name of path) {
		if (value === null || value === undefined) return false;
		if (!isObject(value)) return true;
		if (!Object.hasOwn(value, name)) return false;
		value = value[name];
	}
	return true;
}

/** Returns the columns that fields name and no row has. */
export const missingColumns = (
	parameters: INodeParameters,
	items: readonly INodeExecutionData[],
	fields: ReadonlyArray<Pick<INodeProperties, 'name' | 'displayName'>>,
): MissingColumn[] =>
	fields.flatMap(({ name, displayName: label }) =>
		textsOf(parameters[name])
			.flatMap(pathsIn)
			.filter((path) => !items.some(({ json }) => has(json, path)))
			.map((path) => ({ label, path })),
	);

/**
 * Returns why a run must not start: a column that no row has, although rows have one of nearly the
 * same name. A column that is nowhere else may be one that the source leaves out, because it is
 * empty.
 */
export function columnProblem(
	parameters: INodeParameters,
	items: readonly INodeExecutionData[],
	fields: ReadonlyArray<Pick<INodeProperties, 'name' | 'displayName'>>,
): InputProblem | undefined {
	for (const { label, path } of missingColumns(parameters, items, fields)) {
		const near = nearestPath(path, items);
		// An expression may name several columns, of which each row has one.
		const isNamed =
			near !== undefined &&
			textsOf(parameters)
				.flatMap(pathsIn)
				.some((one) => shown(one) === shown(near));
		if (near === undefined || isNamed) continue;
		const remedy =
			markRemedy(items) ?? `The rows have ${quoted(shown(near))}: drag it into the field`;
		return {
			why: `No row has the column ${quoted(shown(path))}, which ${label} names`,
			remedy,
		};
	}
	return undefined;
}

export const shown = (path: Path): string => path.join('.');

/**
 * Rows in which the node searches, and of how many of them one must have the column: a stranger may
 * add any.
 */
const MAX_ROWS = 1_000;
const ONE_OF = 10;

/**
 * Returns the path of which most rows have a value, of those whose name differs only by case,
 * blanks, `_` and `-`.
 */
export function nearestPath(path: Path, items: readonly INodeExecutionData[]): Path | undefined {
	const counts = new Map<string, { near: Path; rows: number }>();
	const rows = items.slice(0, MAX_ROWS);
	for (const { json } of rows)
		for (const near of pathsLike(path, json)) {
			const counted = counts.get(shown(near)) ?? { near, rows: 0 };
			counted.rows += 1;
			counts.set(shown(near), counted);
		}
	const [most] = [...counts.values()].sort((one, other) => other.rows - one.rows);
	return most !== undefined && most.rows * ONE_OF >= rows.length ? most.near : undefined;
}

/** Returns the paths of a row, at most one level deep, whose name is nearly that of a path. */
function pathsLike(path: Path, json: IDataObject): Path[] {
	const last = bare(path.at(-1) ?? '');
	const whole = bare(path.join(''));
	const isOfRow = path.length === 1 || !isAboutOthers(path[0]);
	const found: Path[] = [];
	for (const [column, value] of Object.entries(json)) {
		const name = bare(column);
		if (name === whole || (isOfRow && name === last)) found.push([column]);
		if (!isObject(value)) continue;
		const isSameParent = path.length > 1 && name === bare(path[0]);
		if (!isSameParent && (!isOfRow || isAboutOthers(column))) continue;
		for (const inner of Object.keys(value))
			if (bare(inner) === last) found.push([column, inner]);
	}
	return found;
}

/** A name without what people write in different ways: case, blanks, `_` and `-`. */
export const bare = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/**
 * Parts of the names of columns about somebody or something else, whose email is not that of the
 * person.
 */
const OTHERS = [
	'company',
	'account',
	'organization',
	'organisation',
	'employer',
	'owner',
	'manager',
	'creator',
	'created',
	'updated',
	'modified',
	'author',
	'assign',
	'userid',
	'agent',
	'parent',
	'referr',
	'sender',
	'recipient',
	'team',
	'deal',
];
export const isAboutOthers = (column: string): boolean => {
	const name = bare(column);
	return OTHERS.some((other) => name.includes(other));
};

/**
 * Returns a remedy if the rows come from a CSV file with a byte order mark before its first column;
 * else null.
 */
export const markRemedy = (items: readonly INodeExecutionData[]): string | null =>
	items.some(({ json }) => Object.keys(json)[0]?.startsWith('\uFEFF'))
		? 'The first column starts with an invisible mark. In Extract from File, switch on Exclude Byte Order Mark (BOM)'
		: null;
