import { cellText } from '../../api/identifiers/identifier';
import { isPlaceholder } from '../../api/identifiers/readCell';
import { toNumber, type JsonObject } from '../../api/json';
import type { Tool } from '../../api/tool';
import { doneRoute, type Route } from '../../run/lookup';
import type { Outcome } from '../../run/outcome';
import { searchRoute } from '../../run/search/searchRoute';
import type { RowInput } from '../../run/resolve/resolver';
import { isExplicitYes } from '../parameters/booleans';
import { invalidExpression } from '../parameters/lookupRoute';
import type { RouteSettings } from '../operation';
import type { RowReader } from '../parameters/parameterReader';
import type { Filter } from './filters';
import { NEXT_PAGE, readNextPage } from './searchContent';
import { FILTERS, filterName, LIMIT, RETURN_ALL } from './searchFields';

/** Returns the routes of an operation that searches by filters, page by page. */
export const routeForSearch =
	(tool: Tool, filters: readonly Filter[]) =>
	({ hitRate }: RouteSettings) =>
	(readParameter: RowReader, row: RowInput): Route => {
		const body: JsonObject = {};
		for (const filter of [QUERY, ...filters]) {
			const reading = readFilter(filter, readParameter);
			if ('route' in reading) return reading.route;
			if (reading.value !== null) body[filter.field] = reading.value;
		}
		const fields = Object.keys(body);
		if (fields.length === 0) return doneRoute({ is: 'skipped', why: 'Query and Filters are empty', by: 'blank' });
		if (fields.every((field) => field.startsWith('exclude_'))) return doneRoute(ONLY_EXCLUSIONS);
		const limit = readLimit(readParameter);
		if (typeof limit !== 'number') return limit;
		const offset = readNextPage(row.previousCell(NEXT_PAGE), body);
		if (offset >= limit)
			return doneRoute({
				is: 'skipped',
				why: `The row already has its ${limit} results. Raise Limit to get more`,
				by: 'complete',
			});
		return searchRoute({ tool, filters: body, limit, offset, hitRate });
	};

/** Nearly everybody would match, and each result is charged. */
const ONLY_EXCLUSIONS: Outcome = {
	is: 'invalid',
	why: 'Only exclusions are set. Add Query or a filter that results must match',
};

const QUERY: Filter = { field: 'query', label: 'Query', description: '' };

type FilterReading = { value: string | string[] | null } | { route: Route };

function readFilter(filter: Filter, readParameter: RowReader): FilterReading {
	const { label, choices, several } = filter;
	const name = filterName(filter);
	const reading = readParameter(filter === QUERY ? name : `${FILTERS}.${name}`);
	if (reading.is === 'thrown') return { route: invalidExpression(label, reading.why) };
	const texts = textsIn(reading.value, several);
	if (texts === null) return { route: doneRoute({ is: 'invalid', why: `${label} is not text` }) };
	const values = texts.filter((text) => text !== '' && !isPlaceholder(text));
	const unknown = choices && values.find((value) => !choices.includes(value));
	if (unknown !== undefined) {
		const why = `${label} must be one of ${(choices ?? []).join(', ')}`;
		return { route: doneRoute({ is: 'invalid', why }) };
	}
	if (several) return { value: values.length === 0 ? null : values };
	return { value: values[0] ?? null };
}

/** The texts of a filter: one, or several as a list or separated by commas; null if one is an object. */
function textsIn(value: unknown, several: Filter['several']): string[] | null {
	const cells: unknown[] = Array.isArray(value) && several ? value : [value];
	const texts = cells.map(cellText);
	if (!texts.every((text) => text !== null)) return null;
	return several ? texts.flatMap((text) => text.split(',').map((one) => one.trim())) : texts;
}

function readLimit(readParameter: RowReader): number | Route {
	const all = readParameter(RETURN_ALL.name);
	if (all.is === 'thrown') return invalidExpression(RETURN_ALL.displayName, all.why);
	if (isExplicitYes(all.value)) return Infinity;
	const given = readParameter(LIMIT.name);
	if (given.is === 'thrown') return invalidExpression(LIMIT.displayName, given.why);
	const limit = given.value === null || given.value === '' ? Number(LIMIT.default) : (toNumber(given.value) ?? NaN);
	return Number.isInteger(limit) && limit >= 1
		? limit
		: doneRoute({ is: 'invalid', why: 'Limit must be a whole number of 1 or more' });
}
