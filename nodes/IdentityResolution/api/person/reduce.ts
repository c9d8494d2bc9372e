import { firstOf, setField, type JsonObject } from '../json';
import { readErrorBlock } from '../replies/envelope';
import type { Answer } from '../replies/reading';
import { resultKey, searchResultsOf, shownTotalOf } from '../replies/searchResults';
import type { Tool } from '../tool';
import { isFilled } from './columns';
import { unreadFields } from './unrecognized';
import { REDUCED_COLUMNS } from './results';

/** Fields without a column that are kept, and characters of each. */
const MOST_FIELDS = 20;
const LONGEST = 320;

/** Returns an answer with only what the columns of its tool and the reason of its row need. */
export function reduceAnswer(tool: Tool, { error, cells: _cells, ...answer }: Answer): Answer {
	const reduced = unlinked({
		results: tool.search ? reducedPage(tool, answer.results) : reducedResults(tool, answer.results),
		...(error !== undefined && { error: readErrorBlock({ error }) ?? {} }),
	});
	return { ...answer, metadata: null, ...reduced };
}

/** Returns the columns of results, and some of the fields that no column shows. */
export function reducedResults({ columns }: Pick<Tool, 'columns'>, results: unknown): JsonObject {
	const cells = columns.read(results);
	const filled = Object.entries(cells).filter(([, cell]) => isFilled(cell));
	const reduced: JsonObject = { [REDUCED_COLUMNS]: Object.fromEntries(filled) };
	for (const { path, value } of unreadFields(columns, cells, results).slice(0, MOST_FIELDS))
		setField(reduced, firstOf(path, LONGEST), typeof value === 'string' ? firstOf(value, LONGEST) : value);
	return reduced;
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
