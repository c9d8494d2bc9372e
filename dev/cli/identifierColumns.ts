import { PREFIX } from './columns';
import { UserError } from './flags';
import { IDENTIFIERS, kindOf, type Kind } from './identifiers';
import type { Sheet } from './readSheet';

export type IdentifierColumns = Partial<Record<Kind, string>>;

const LISTED = 8;
const SAMPLE = 20;

export function identifierColumns(
	sheet: Sheet,
	requested: readonly string[],
	kinds: readonly Kind[],
): IdentifierColumns {
	return requested.length > 0 ? assigned(sheet, requested, kinds) : detected(sheet, kinds);
}

function assigned(sheet: Sheet, requested: readonly string[], kinds: readonly Kind[]): IdentifierColumns {
	const chosen: IdentifierColumns = {};
	for (const name of requested) {
		const column = findColumn(sheet, name, kinds);
		const held = heldBy(sheet, column);
		const kind =
			kinds.length === 1
				? kinds[0]
				: (kinds.find((one) => one === held) ?? kinds.find((one) => IDENTIFIERS[one].named.test(column)));
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
	if (Object.keys(chosen).length === 0) throw new UserError(`${likelyFor(sheet, kinds)} Name one with --column.`);
	return chosen;
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
	const columns = sheet.columns.filter((name) => !name.startsWith(PREFIX));
	const held = columns.filter((name) => heldBy(sheet, name) === kind);
	if (!sheet.hasTitles) return { named: held, likely: held };
	const named = columns.filter(
		(name) => IDENTIFIERS[kind].named.test(name) && [kind, undefined].includes(heldBy(sheet, name)),
	);
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
	const kinds = cells.map(kindOf);
	return kinds.find((kind) => kinds.filter((one) => one === kind).length * 2 > kinds.length);
}

const likelyFor = (sheet: Sheet, kinds: readonly Kind[]): string =>
	listed([...new Set(kinds.flatMap((kind) => candidates(sheet, kind).likely))], kinds);

const listed = (columns: readonly string[], kinds: readonly Kind[]): string =>
	columns.length > 0
		? `Columns that may hold ${wordsFor(kinds)}: ${quoted(columns)}.`
		: `No column looks like it holds ${wordsFor(kinds)}.`;

const wordsFor = (kinds: readonly Kind[]) =>
	new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(kinds.map((kind) => IDENTIFIERS[kind].words));

function quoted(columns: readonly string[]): string {
	const names = columns.slice(0, LISTED).map((name) => `"${name}"`);
	const more = columns.length - names.length;
	return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
