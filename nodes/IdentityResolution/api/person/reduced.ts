// Reduces answers to what rows show of them, so that a run keeps little memory.
import { readErrorBlock } from '../replies/envelope';
import { cellsOf, type Answer } from '../replies/reading';
import { resultKey, searchResultsOf, shownTotalOf } from '../replies/searchResults';
import type { Tool } from '../tool';
import { firstOf, isFilled, type JsonObject } from '../values/json';
import { REDUCED } from './resultReader';
import {
	groupOf,
	leavesIn,
	missingIn,
	shownAs,
	shownIn,
	unreadIn,
	type Leaf,
} from './unrecognized';

/** Fields without a column that are kept, and characters of each. */
const MOST_FIELDS = 20;
const LONGEST = 320;

/** Returns an answer with only what the columns of its tool and the reason of its row need. */
export function reduceAnswer(tool: Tool, answer: Answer): Answer {
	const { results, error } = answer;
	const reduced = unlinked({
		results: tool.search
			? reducedPage(tool, results)
			: reducedResults(tool, results, cellsOf(tool, answer)),
		...(error !== undefined && { error: readErrorBlock({ error }) ?? {} }),
	});
	return { ...answer, cells: undefined, metadata: null, ...reduced };
}

/**
 * Returns the columns of results, and some of the fields that `unrecognizedFields` or `fieldsLike`
 * may name.
 */
export function reducedResults(
	tool: Pick<Tool, 'columns' | 'requestFields'>,
	results: unknown,
	cells = tool.columns.read(results),
): JsonObject {
	const filled = Object.entries(cells).filter(([, cell]) => isFilled(cell));
	const shown = shownIn(cells);
	const isUnread = unreadIn(tool, cells, missingIn(tool, cells, true));
	// *Resolve* also names what looks like a want of its row.
	const mayBeWanted = (leaf: Leaf) =>
		!shown.has(shownAs(leaf.value)) && groupOf(leaf) !== 'person';
	const leaves = [...leavesIn(results)];
	const unread = new Map<string, Leaf['value']>();
	// Those that every operation names come first, because only some are kept.
	for (const { path, value } of [...leaves.filter(isUnread), ...leaves.filter(mayBeWanted)])
		if (!unread.has(path)) unread.set(path, value);
	const kept = [...unread]
		.slice(0, MOST_FIELDS)
		.map(([path, value]) => [
			firstOf(path, LONGEST),
			typeof value === 'string' ? firstOf(value, LONGEST) : value,
		]);
	return {
		[REDUCED.columns]: Object.fromEntries(filled),
		[REDUCED.unread]: Object.fromEntries(kept) as JsonObject,
	};
}

/** Keeps the results of a search apart, and their total. */
function reducedPage(tool: Tool, page: unknown): JsonObject {
	const total = shownTotalOf(page);
	const results = searchResultsOf(page)?.map((result) =>
		typeof result === 'string'
			? result
			: { ...reducedResults(tool, result), id: resultKey(result) },
	);
	return { ...(results !== undefined && { results }), ...(total !== null && { total }) };
}

/** Copies JSON, because V8 keeps a whole text in memory as long as a part of it is used. */
const unlinked = <T>(json: T): T => JSON.parse(JSON.stringify(json)) as T;
