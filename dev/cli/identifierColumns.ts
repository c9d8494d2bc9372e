import { isSha } from '../../nodes/IdentityResolution/api/identifiers/email';
import { PREFIX } from './columns';
import { OPERATIONS, SHEET_OPERATIONS, UserError } from './flags';
import { IDENTIFIERS, KINDS, kindsOf, type Kind } from './identifiers';
import type { Sheet } from './readSheet';
import { countOf } from './report';

export type IdentifierColumns = Partial<Record<Kind, string>>;

const BY_NAME = 'The node finds people by name and company, too; this command does not.';
const LISTED = 8;
const SAMPLE = 20;

export function identifierColumns(
	sheet: Sheet,
	requested: readonly string[],
	kinds: readonly Kind[],
): IdentifierColumns {
	const chosen = requested.length > 0 ? assigned(sheet, requested, kinds) : detected(sheet, kinds);
	// A column may hold several kinds.
	for (const kind of kinds.filter((one) => chosen[one] === undefined)) {
		const column = Object.values(chosen).find((one) => countsIn(sheet, one).has(kind));
		if (column !== undefined) chosen[kind] = column;
	}
	return chosen;
}

/** Returns what the user should know about a column before it is looked up by these kinds, one sentence each. */
export function remarksOn(sheet: Sheet, column: string, kinds: readonly Kind[]): string[] {
	const place = sheet.columns.indexOf(column);
	const several = sheet.rows.filter((row) => kindsOf(row[place]).length > 1).length;
	const remark = `"${column}" has ${countOf(several, 'cell')} with several identifiers, not sent: keep one of them`;
	return [otherOperation(sheet, column, kinds) ?? [], several === 0 ? [] : remark].flat();
}

/** Names an operation that looks up all cells of a column; undefined if one that takes these kinds does. */
function otherOperation(sheet: Sheet, column: string, kinds: readonly Kind[]): string | undefined {
	const counts = [...countsIn(sheet, column)];
	const held = counts.map(([kind]) => kind);
	if (held.every((kind) => kinds.includes(kind))) return undefined;
	const operation = OPERATIONS.find((name) =>
		held.every((kind) => SHEET_OPERATIONS[name].takes.some((taken) => taken === kind)),
	);
	const cells = counts.map(([kind, count]) => `${count} ${wordsOf(kind, count)}`);
	return `"${column}" holds ${listOf('conjunction', ...cells)}: use --operation ${operation} --column "${column}"`;
}

function assigned(sheet: Sheet, requested: readonly string[], kinds: readonly Kind[]): IdentifierColumns {
	const chosen: IdentifierColumns = {};
	for (const name of requested) {
		const column = findColumn(sheet, name, kinds);
		const held = heldBy(sheet, column);
		const kind =
			kinds.length === 1
				? kinds[0]
				: (kinds.find((one) => one === held) ??
					kinds.find((one) => IDENTIFIERS[one].named.test(column)) ??
					kinds.find((one) => countsIn(sheet, column).has(one)));
		if (kind === undefined) throw new UserError(`The column "${column}" holds no ${wordsFor(kinds)}.`);
		if (chosen[kind] !== undefined)
			throw new UserError(
				`"${chosen[kind]}" and "${column}" would both be ${wordsFor([kind])}. Name one of them.`,
			);
		chosen[kind] = column;
	}
	return chosen;
}

function detected(sheet: Sheet, kinds: readonly Kind[]): IdentifierColumns {
	const chosen: IdentifierColumns = {};
	for (const kind of kinds) {
		const { named, likely } = candidates(sheet, kind);
		// Emails under another name may be those of account owners.
		if (named.length === 0) continue;
		if (likely.length > 1) throw new UserError(`${listed(likely, [kind])} Name one with --column.`);
		chosen[kind] = likely[0];
	}
	if (Object.keys(chosen).length > 0) return chosen;
	const advice = adviceFor(sheet, kinds);
	if (advice !== undefined) throw new UserError(`This operation takes ${wordsFor(kinds)}, but ${advice}.`);
	const likely = likelyColumns(sheet, kinds);
	if (likely.length === 1 && hasOwnInMostRows(sheet, likely[0])) return assigned(sheet, likely, kinds);
	throw new UserError(`${likelyFor(sheet, kinds)} Name the column with --column.`);
}

/** Names the operation for the column with the most identifiers; for one with a usual name, if there is any. */
function adviceFor(sheet: Sheet, kinds: readonly Kind[]): string | undefined {
	const likely = likelyColumns(sheet, kinds);
	const named = KINDS.flatMap((kind) => candidates(sheet, kind).named);
	const total = (column: string) => [...countsIn(sheet, column).values()].reduce((sum, count) => sum + count, 0);
	const [most] = (likely.length > 0 ? likely : ownColumns(sheet))
		.map((column) => ({ column, isNamed: Number(named.includes(column)), cells: total(column) }))
		.filter(({ cells }) => cells > 0)
		.sort((one, other) => other.isNamed - one.isNamed || other.cells - one.cells);
	return most && otherOperation(sheet, most.column, kinds);
}

/** Returns the column of that name, or the only one that differs from it in case and outer blanks. */
function findColumn(sheet: Sheet, requested: string, kinds: readonly Kind[]): string {
	if (sheet.columns.includes(requested)) return requested;
	const plain = (name: string) => name.trim().toLowerCase();
	const [first, ...others] = sheet.columns.filter((name) => plain(name) === plain(requested));
	if (first === undefined) throw new UserError(`There is no column "${requested}". ${likelyFor(sheet, kinds)}`);
	if (others.length === 0) return first;
	throw new UserError(`Several columns are called "${requested}" in another case: ${quoted([first, ...others])}.`);
}

/** Returns the columns whose names say that they hold identifiers of a kind, and all that may. */
function candidates(sheet: Sheet, kind: Kind): { named: string[]; likely: string[] } {
	const columns = ownColumns(sheet);
	const held = columns.filter((name) => heldBy(sheet, name) === kind);
	if (!sheet.hasTitles) return { named: held, likely: held };
	const usual = columns.filter(
		(name) => IDENTIFIERS[kind].named.test(name) && [kind, undefined].includes(heldBy(sheet, name)),
	);
	const named = usual.length > 0 ? usual : held.filter((name) => IDENTIFIERS[kind].vague?.test(name));
	const sure = named.filter((name) => held.includes(name));
	return { named, likely: sure.length > 0 ? sure : [...named, ...held] };
}

function heldBy({ columns, rows }: Sheet, column: string): Kind | undefined {
	const place = columns.indexOf(column);
	const cells: string[] = [];
	for (const row of rows) {
		if (row[place].trim() !== '') cells.push(row[place]);
		if (cells.length === SAMPLE) break;
	}
	const kinds = cells.map((cell) => kindsOf(cell)[0]);
	return kinds.find((kind) => kinds.filter((one) => one === kind).length * 2 > kinds.length);
}

/** Returns how many cells of a column are of each kind. */
function countsIn({ columns, rows }: Sheet, column: string): Map<Kind, number> {
	const place = columns.indexOf(column);
	const counts = new Map<Kind, number>();
	for (const row of rows) {
		const [kind] = kindsOf(row[place]);
		if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
	}
	return counts;
}

/** Whether most cells differ. Account owners have many rows each. */
function hasOwnInMostRows({ columns, rows }: Sheet, column: string): boolean {
	const cells = rows.map((row) => row[columns.indexOf(column)].trim()).filter((cell) => cell !== '');
	return new Set(cells).size * 2 > cells.length;
}

const ownColumns = ({ columns }: Sheet) => columns.filter((name) => !name.startsWith(PREFIX));

const likelyColumns = (sheet: Sheet, kinds: readonly Kind[]): string[] => [
	...new Set(kinds.flatMap((kind) => candidates(sheet, kind).likely)),
];

function likelyFor(sheet: Sheet, kinds: readonly Kind[]): string {
	const likely = likelyColumns(sheet, kinds);
	if (likely.length > 0) return listed(likely, kinds);
	const titles = `The titles are ${quoted(sheet.columns)}; delete lines above the real ones, if there are any.`;
	const sha = sheet.columns.find((_name, place) => sheet.rows.some((row) => isSha(row[place].trim())));
	const sentences = [
		`No column looks like it holds ${wordsFor(kinds)}.`,
		sheet.hasTitles && titles,
		sha !== undefined && `"${sha}" holds SHA hashes, which the service does not support.`,
		sheet.columns.some((name) => /compan/i.test(name)) && BY_NAME,
	];
	return sentences.filter(Boolean).join(' ');
}

const listed = (columns: readonly string[], kinds: readonly Kind[]): string =>
	`Columns that may hold ${wordsFor(kinds)}: ${quoted(columns)}.`;

const wordsOf = (kind: Kind, count: number): string =>
	count === 1 ? IDENTIFIERS[kind].words.replace(/(?<=sh)es$|s$/, '') : IDENTIFIERS[kind].words;

const wordsFor = (kinds: readonly Kind[]) => listOf('disjunction', ...kinds.map((kind) => IDENTIFIERS[kind].words));

const listOf = (type: 'conjunction' | 'disjunction', ...words: string[]) =>
	new Intl.ListFormat('en-GB', { type }).format(words);

function quoted(columns: readonly string[]): string {
	const names = columns.slice(0, LISTED).map((name) => `"${name}"`);
	const more = columns.length - names.length;
	return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
