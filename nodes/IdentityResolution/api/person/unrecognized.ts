import { profileAddress } from '../identifiers/linkedin';
import { field, firstOf, isNothing, isObject, toText, type JsonObject } from '../json';
import { readErrorBlock } from '../replies/envelope';
import { cellsOf, type Answer } from '../replies/reading';
import { resultKey, searchResultsOf, shownTotalOf } from '../replies/searchResults';
import type { Phone, Tool } from '../tool';
import { isFilled, type Cells } from './columns';
import { addressesIn, isPlainEmail } from './emails';
import { isReduced, REDUCED, type ResultColumns } from './results';
import { hasUnreadablePhone, looksLikePhone } from './usualNames';

/** A field in the results of a tool, by its path with dots. */
interface Leaf {
	path: string;
	value: string | number | boolean;
}

/** Fields that describe others, or that repeat the request. */
const DESCRIBING =
	/(?:^|[._])(?:risk|risk_score|grade|type|status|_?score|confidence|count|total|index|input|query|requested|identifier|validated_at|last_validated_at|updated_at|created_at)$/i;

/** Levels and fields that are searched, more than any result of one person has. */
const DEEPEST_LEAF = 6;
const MOST_LEAVES = 500;

/** The fields with data at any level, without those that describe others. Entries of a list share its path. */
function leavesIn(results: unknown): Leaf[] {
	const leaves: Leaf[] = [];
	const visit = (value: unknown, path: string, depth: number): void => {
		if (leaves.length >= MOST_LEAVES || depth > DEEPEST_LEAF || isNothing(value)) return;
		if (Array.isArray(value)) for (const entry of value.slice(0, MOST_LEAVES)) visit(entry, path, depth + 1);
		else if (isObject(value)) {
			for (const [name, part] of Object.entries(value))
				visit(part, path === '' ? name : `${path}.${name}`, depth + 1);
		} else if (!DESCRIBING.test(path))
			leaves.push({ path: path === '' ? 'results' : path, value: value as Leaf['value'] });
	};
	visit(isReduced(results) ? field(results, REDUCED.unread) : results, '', 0);
	return leaves;
}

/**
 * Returns the fields of a hit that no column shows, if the hit fills none of the columns that it is bought for; and
 * those that may be the phone, if one was requested and none was found, or further emails (contract: Silent points, 7).
 */
export function unrecognizedFields(tool: Tool, answer: Answer, phone: Phone): string[] {
	const { columns, requestFields } = tool;
	const { results } = answer;
	const cells = cellsOf(tool, answer);
	if (columns.fillable.length === 0) return [];
	if (!hasBought(columns, cells)) {
		const echoes = new Set<string>(Object.values(requestFields));
		const shown = new Set<unknown>(Object.values(cells));
		return namesOf(leavesIn(results).filter(({ path, value }) => !echoes.has(path) && !shown.has(value)));
	}
	if (phone === 'with' && !isFilled(cells.mobile_phone) && !hasUnreadablePhone(results))
		return fieldsLike('phone', results, []);
	// Only a list or an object has further emails.
	const parts = columns.boughtFor === undefined || !isObject(results) ? [] : Object.values(results);
	return parts.some((part) => typeof part === 'object' && part !== null)
		? fieldsLike('email', results, addressesIn(cells))
		: [];
}

const hasBought = ({ boughtFor, fillable }: ResultColumns, cells: Cells): boolean =>
	(boughtFor ?? fillable).some((column) => isFilled(cells[column]));

const namesOf = (leaves: readonly Leaf[]): string[] => [...new Set(leaves.map(({ path }) => path))];

/** What a field may contain that a column lacks. */
export type LooksLike = 'email' | 'profile' | 'phone';

const OF_COMPANY = /company|employer|organi[sz]ation/i;

const LOOKS_LIKE: Readonly<Record<LooksLike, (leaf: Leaf) => boolean>> = {
	email: ({ path, value }) => isPlainEmail(String(value)) && !OF_COMPANY.test(path),
	profile: ({ path, value }) =>
		/linkedin\.com\/in\//i.test(String(value)) && profileAddress(String(value)) !== null && !OF_COMPANY.test(path),
	phone: ({ path, value }) => looksLikePhone(path, value),
};

/** The fields of a hit that look like what is wanted. @param known values that columns show, or that were sent */
export function fieldsLike(looks: LooksLike, results: unknown, known: readonly string[]): string[] {
	const lower = new Set(known.map((value) => value.toLowerCase()));
	return namesOf(
		leavesIn(results).filter(
			(leaf) => LOOKS_LIKE[looks](leaf) && !lower.has((toText(leaf.value) ?? '').toLowerCase()),
		),
	);
}

/** Fields without a column that are kept, and characters of each. */
const MOST_FIELDS = 20;
const LONGEST = 320;

/** Returns an answer with only what the columns of its tool and the reason of its row need. */
export function reduceAnswer(tool: Tool, answer: Answer): Answer {
	const { results, error } = answer;
	const reduced = unlinked({
		results: tool.search ? reducedPage(tool, results) : reducedResults(tool, results, cellsOf(tool, answer)),
		...(error !== undefined && { error: readErrorBlock({ error }) ?? {} }),
	});
	return { ...answer, cells: undefined, metadata: null, ...reduced };
}

/** Returns the columns of results, and some of the fields that `unrecognizedFields` or `fieldsLike` may name. */
export function reducedResults(
	{ columns }: Pick<Tool, 'columns'>,
	results: unknown,
	cells = columns.read(results),
): JsonObject {
	const filled = Object.entries(cells).filter(([, cell]) => isFilled(cell));
	const shown = new Set<unknown>([...Object.values(cells), ...addressesIn(cells)]);
	const isBought = hasBought(columns, cells);
	const unread = new Map<string, Leaf['value']>();
	for (const leaf of leavesIn(results)) {
		const mayBeWanted = () => Object.values(LOOKS_LIKE).some((looks) => looks(leaf));
		if (!shown.has(leaf.value) && (!isBought || mayBeWanted())) unread.set(leaf.path, leaf.value);
	}
	const kept = [...unread]
		.slice(0, MOST_FIELDS)
		.map(([path, value]) => [firstOf(path, LONGEST), typeof value === 'string' ? firstOf(value, LONGEST) : value]);
	return { [REDUCED.columns]: Object.fromEntries(filled), [REDUCED.unread]: Object.fromEntries(kept) as JsonObject };
}

/** Keeps the results of a search apart, and their total. */
function reducedPage(tool: Tool, page: unknown): JsonObject {
	const total = shownTotalOf(page);
	const results = searchResultsOf(page)?.map((result) =>
		typeof result === 'string' ? result : { ...reducedResults(tool, result), id: resultKey(result) },
	);
	return { ...(results !== undefined && { results }), ...(total !== null && { total }) };
}

/** Copies JSON, because V8 keeps a whole text in memory as long as a part of it is used. */
const unlinked = <T>(json: T): T => JSON.parse(JSON.stringify(json)) as T;
