import { cellText, inOneSpelling } from '../../api/identifiers/identifier';
import { isNotText, onlyEntry } from '../../api/identifiers/readCell';
import { type JsonObject, isEmpty, isExplicitYes, isObject, isPlaceholder, toNumber, toText } from '../../api/json';
import type { Tool } from '../../api/tool';
import { type Route, type Step, doneRoute } from '../../run/lookup';
import type { Outcome } from '../../run/outcome';
import { offsetAfter, searchRoute } from '../../run/searchRoute';
import { blankRoute, invalidRoute, type RowFields } from './parameterReader';
import type { RowInput } from './router';
import { filterName, FILTERS, LIMIT, type Filter } from '../spec/searchFields';
import { createHash } from 'node:crypto';
import { searchKey } from '../../api/identifiers/body';

/** Returns the routes of an operation that searches by filters, page by page. */
export const routeForSearch =
	(tool: Tool, filters: readonly Filter[], { maxTokens }: { maxTokens: number }) =>
	(row: RowInput): Route => {
		const body: JsonObject = {};
		for (const [filter, parameter, cell] of filtersIn(row, filters)) {
			const reading = readFilter(filter, cell);
			if ('why' in reading) return invalidRoute(reading.why);
			if (reading.value !== null) body[filter.field] = reading.value;
			// Without the filter of this row, the search would return unrelated results, which are charged.
			else if (row.isExpression(parameter) && !filter.several) return blankRoute(`${filter.label} is empty`);
		}
		const fields = Object.keys(body);
		if (fields.length === 0) return blankRoute('Query and Filters are empty');
		// Nearly everybody would match, and each result is charged.
		if (fields.every((field) => field.startsWith('exclude_')))
			return invalidRoute('Only exclusions are set. Add Query or a filter that results must match');
		const limit = readLimit(row);
		if (limit === null) return invalidRoute('Limit must be a whole number of 1 or more');
		const offset = readNextPage(row.previousCell(NEXT_PAGE), body);
		if (offset >= limit)
			return doneRoute({
				is: 'skipped',
				why: `The row already has its ${limit} results. Raise Limit to get more`,
				by: 'complete',
			});
		return searchRoute({ tool, filters: body, limit, offset, maxTokens });
	};

const QUERY: Filter = { field: 'query', label: 'Query', description: '' };

type FilterCells = Array<[filter: Filter, parameter: string, cell: unknown]>;

/** Query, and the filters that the user added. */
function filtersIn({ values }: RowFields, filters: readonly Filter[]): FilterCells {
	const added = values[FILTERS];
	const cells = filters.flatMap((filter): FilterCells => {
		const name = filterName(filter);
		const isAdded = isObject(added) && Object.hasOwn(added, name);
		return isAdded ? [[filter, `${FILTERS}.${name}`, added[name]]] : [];
	});
	return [[QUERY, QUERY.field, values[QUERY.field]], ...cells];
}

function readFilter(
	{ label, choices, several }: Filter,
	cell: unknown,
): { value: string | string[] | null } | { why: string } {
	const given = textsIn(cell, several);
	if (given === null) return { why: `${label} ${isNotText(cell)}` };
	if (given.some(({ length }) => length > LONGEST)) return { why: `${label} has more than ${LONGEST} characters` };
	const texts = given.map(inOneSpelling);
	const values = texts.filter((text) => text !== '' && !isPlaceholder(text));
	if (choices && values.some((value) => !choices.includes(value)))
		return { why: `${label} must be one of ${choices.join(', ')}` };
	if (several) return { value: values.length === 0 ? null : values };
	return { value: values[0] ?? null };
}

/** Characters of one text of a filter. */
const LONGEST = 1_000;

/** The texts of a filter: one, or several as a list or separated by commas; null if one is an object. */
function textsIn(value: unknown, several: Filter['several']): string[] | null {
	const cells: unknown[] = Array.isArray(value) && several ? value : [onlyEntry(value)];
	const texts = cells.map(cellText);
	if (!texts.every((text) => text !== null)) return null;
	return several ? texts.flatMap((text) => text.split(',').map((one) => one.trim())) : texts;
}

/** Returns the most results to return; null if the limit is not a whole number of 1 or more. */
function readLimit({ values: { returnAll, limit } }: RowFields): number | null {
	if (isExplicitYes(returnAll)) return Infinity;
	const most = isEmpty(limit) ? Number(LIMIT.default) : toNumber(limit);
	return most !== null && Number.isInteger(most) && most >= 1 ? most : null;
}

/** The column with the page from which a later run continues a search that a limit has cut. */
export const NEXT_PAGE = 'next_page';

/** The `next_page` column: the offset, and a checksum of the filters, because the row may be edited. */
export function nextPageOf(outcome: Outcome, steps: readonly Step[], before: unknown): string | null {
	const last = steps.at(-1);
	if (last === undefined || outcome.is === 'planned') return null;
	// The column stays, so that a later run does not start the search again.
	if (outcome.is === 'skipped' && outcome.by === 'complete') return null;
	const offset = outcome.is === 'found' ? 0 : offsetAfter(steps);
	if (offset > 0) return `${offset}-${checksumOf(filtersOf(last.lookup.identifier.value))}`;
	return isEmpty(before) ? null : '';
}

/** Reads the offset at which a row continues the same search; 0 if its column is about another one. */
export function readNextPage(cell: unknown, filters: JsonObject): number {
	const [, offset, checksum] = /^(\d{1,9})-([0-9a-f]{8})$/.exec(toText(cell)?.trim() ?? '') ?? [];
	return checksum === checksumOf(filters) ? Number(offset) : 0;
}

function filtersOf(value: string | JsonObject): JsonObject {
	if (!isObject(value)) return {};
	const { limit: _limit, offset: _offset, ...filters } = value;
	return filters;
}

const checksumOf = (filters: JsonObject) => createHash('sha256').update(searchKey(filters)).digest('hex').slice(0, 8);
