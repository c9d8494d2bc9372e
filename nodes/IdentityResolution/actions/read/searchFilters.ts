import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { cellText, inOneSpelling } from '../../api/identifiers/identifier';
import { isNotText, onlyEntry } from '../../api/identifiers/readCell';
import { isExplicitYes } from '../../api/values/yesNo';
import { isObject, type JsonObject } from '../../api/values/json';
import { isPlaceholder } from '../../api/values/nothing';
import type { Tool } from '../../api/tool';
import { doneRoute, type Route } from '../../run/route';
import { searchRoute } from '../../run/searchRoute';
import type { By } from '../spec/operation';
import { acceptsSeveral, FILTERS, LIMIT, LIMIT_OF_AGENT } from '../spec/searchFields';
import { readNextPage } from './nextPage';
import { blankRoute, invalidField, invalidRoute, type RowFields } from './parameterReader';
import { previousReader } from './previousColumns';
import type { ReadContext } from './readContext';

/**
 * Returns the route of a row that is a search.
 * @param json of the whole row
 */
export function routeForSearch(
	tool: Tool,
	by: Extract<By, { is: 'filters' }>,
	values: RowFields['values'],
	json: IDataObject,
	context: ReadContext,
): Route {
	const { columnPrefix, maxTokens, caller, parameters } = context;
	const body: JsonObject = {};
	const added = isObject(values[FILTERS]) ? values[FILTERS] : {};
	const chosen = by.filters.filter(({ name }) => Object.hasOwn(added, name));
	for (const filter of [by.query, ...chosen]) {
		const { name, displayName } = filter;
		const [path, cell] =
			filter === by.query ? [name, values[name]] : [`${FILTERS}.${name}`, added[name]];
		const reading = readFilter(filter, cell);
		if ('why' in reading) return invalidRoute(reading.why);
		if (reading.value !== null) body[requestField(name)] = reading.value;
		// Without the filter of this row, the search would return unrelated results, which are
		// charged. A model has to fill every argument, so that an empty one is no mistake.
		else if (caller !== 'agent' && parameters.isExpression(path) && !acceptsSeveral(name))
			return blankRoute(`${displayName} is empty`);
	}
	const fields = Object.keys(body);
	const isPerRow =
		caller === 'agent' ||
		[by.query.name, FILTERS].some((name) => parameters.isExpression(name));
	if (fields.length === 0 && isPerRow) return blankRoute('Query and Filters are empty');
	if (fields.length === 0)
		return invalidRoute('Query and Filters are empty. Fill in one of them');
	// Nearly everybody would match, and each result may be charged.
	if (fields.every((field) => field.startsWith('exclude_')))
		return invalidRoute(
			'Only exclusions are set. Add Query or a filter that results must match',
		);
	const limit = isExplicitYes(values.returnAll) ? Infinity : readLimit(values.limit, context);
	if (limit === undefined)
		return invalidField('limit', 'Limit must be a whole number of 1 or more', parameters);
	const offset = readNextPage(previousReader(columnPrefix)(json)('next_page'), body);
	const why = `The row already has its ${limit} results. Raise Limit to get more`;
	if (offset >= limit) return doneRoute({ is: 'skipped', why, by: 'complete' });
	return searchRoute({ tool, filters: body, limit, offset, maxTokens });
}

/**
 * Returns the most results of a row; undefined if the limit is invalid. A blank cell, or an empty
 * argument of a model, is not the default of the panel, because each result may be charged.
 */
function readLimit(value: unknown, { caller, parameters }: ReadContext): number | undefined {
	const text = cellText(value) ?? '';
	const isEmptyArgument = caller === 'agent' && (text === '' || isPlaceholder(text));
	if (isEmptyArgument) return LIMIT_OF_AGENT;
	if (text === '' && parameters.isExpression('limit')) return undefined;
	return LIMIT.schema.safeParse(value).data;
}

/** Returns a parameter in snake case, as the service names it. */
const requestField = (name: string) =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Characters of one text of a filter. */
const LONGEST = 1_000;

/** Reads one text, or several as a list or separated by commas. */
function readFilter(
	{ name, displayName, options }: INodeProperties,
	cell: unknown,
): { value: string | string[] | null } | { why: string } {
	const several = acceptsSeveral(name);
	const choices = options?.map((option) => option.name);
	const cells: unknown[] = Array.isArray(cell) && several ? cell : [onlyEntry(cell)];
	const texts = cells.map(cellText);
	if (!texts.every((text) => text !== null)) return { why: `${displayName} ${isNotText(cell)}` };
	// Names of industries contain commas: an entry of a list stays whole.
	const given =
		several && !Array.isArray(cell) ? texts.flatMap((text) => text.split(',')) : texts;
	if (given.some(({ length }) => length > LONGEST))
		return { why: `${displayName} has more than ${LONGEST} characters` };
	const read = given.map(inOneSpelling).filter((text) => text !== '' && !isPlaceholder(text));
	if (choices && read.some((value) => !choices.includes(value)))
		return { why: `${displayName} must be one of ${choices.join(', ')}` };
	if (read.length === 0) return { value: null };
	return { value: several ? read : read[0] };
}
