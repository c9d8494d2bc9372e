import { firstOf, setField, type JsonObject } from '../json';
import { readErrorBlock } from '../replies/refusal';
import type { Answer } from '../replies/reading';
import { KEY_FIELDS, resultKey, searchResultsOf, shownTotalOf } from '../replies/searchResults';
import type { Tool } from '../tool';
import { unreadFields } from './contribution';
import { readSmallParts } from './parts';

/** Fields without a column that are kept by name, and characters of each. */
const MOST_FIELDS = 20;
const LONGEST = 320;

/** Returns an answer with only what the columns of its tool and the reason of its row need. */
export const reduceAnswer = (tool: Tool, { metadata: _metadata, error, ...answer }: Answer): Answer =>
	unlinked({
		...answer,
		metadata: null,
		results: tool.search ? reduceSearch(tool, answer.results) : reduceResults(tool, answer.results),
		...(error !== undefined && { error: readErrorBlock({ error }) ?? {} }),
	});

/** Returns the parts of results that fill columns, and some of the fields that no column shows. */
function reduceResults(tool: Tool, results: unknown): JsonObject {
	const parts = readSmallParts(tool.columns, results);
	const unread: JsonObject = {};
	for (const { path, value } of unreadFields(tool, results).slice(0, MOST_FIELDS)) {
		const kept = typeof value === 'string' ? firstOf(value, LONGEST) : value;
		// In nested lists, which are never read as a phone.
		if (!Object.hasOwn(parts, path)) setField(unread, firstOf(path, LONGEST), [[kept]]);
	}
	// No column reads a field without a name, and it is not part of the path.
	return Object.keys(unread).length === 0 ? parts : { ...parts, '': unread };
}

/** Keeps the results of a search apart, and their total. */
function reduceSearch(tool: Tool, page: unknown): JsonObject {
	const total = shownTotalOf(page);
	const results = searchResultsOf(page)?.map((result) => {
		if (typeof result === 'string') return result;
		const reduced = reduceResults(tool, result);
		if (!KEY_FIELDS.some((name) => Object.hasOwn(reduced, name))) reduced.id = resultKey(result);
		return reduced;
	});
	return { ...(results !== undefined && { results }), ...(total !== null && { total }) };
}

/** Copies an answer, because V8 keeps a whole text in memory as long as a part of it is used. */
const unlinked = (answer: Answer): Answer => JSON.parse(JSON.stringify(answer)) as Answer;
