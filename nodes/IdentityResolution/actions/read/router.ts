import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { readEmail } from '../../api/identifiers/email';
import {
	cellText,
	inOneSpelling,
	invalid,
	quoted,
	type Identifier,
	type IdentifierReading,
} from '../../api/identifiers/identifier';
import { readName } from '../../api/identifiers/name';
import { isNotText, onlyEntry } from '../../api/identifiers/readCell';
import { searchKey } from '../../api/identifiers/body';
import {
	isEmpty,
	isExplicitYes,
	isObject,
	isPlaceholder,
	toJson,
	toNumber,
	toText,
	type JsonObject,
} from '../../api/json';
import { addressesInRow } from '../../api/person/emails';
import type { PersonIdentifiers } from '../../api/person/sources';
import type { Tool } from '../../api/tool';
import { doneRoute, lookupOf, routeByBody, singleLookup, type Route, type Step } from '../../run/lookup';
import type { Outcome } from '../../run/outcome';
import { Resolver } from '../../run/resolve/resolver';
import { offsetAfter, searchRoute } from '../../run/searchRoute';
import { SOURCES } from '../person/resolve.operation';
import { BY_EMAIL_OR_HASH, BY_LINKEDIN, NAME_FIELDS, type IdentifierField } from '../spec/identifierFields';
import type { LookupOperation } from '../spec/operation';
import { FILTERS, LIMIT, type Filter } from '../spec/searchFields';
import { customTool, isToolName } from '../tool/call.operation';
import type { EarlierAnswers } from './earlierAnswers';
import type { InputProblem, InputReader } from './inputReader';
import { blankRoute, failedRoute, invalidRoute, type RowFields } from './parameterReader';
import { keysOf, otherProfile, previousColumns } from './previousColumns';
import type { Settings } from './settings';

/** What routes depend on besides the cells of their row. */
export interface RouteSettings
	extends
		Pick<Settings, 'columnPrefix' | 'maxTokens' | 'minGrade' | 'wants'>,
		Pick<EarlierAnswers, 'answers' | 'cache' | 'suppression'> {
	inputs: InputReader;
	/** Whether a parameter is an expression, which may be empty by mistake. */
	isExpression(parameter: string): boolean;
}

type Values = RowFields['values'];

/** Returns the route of a row from its fields. @param json of the whole row */
type Router = (fields: RowFields, json: IDataObject) => Route;

/** Returns the router of an operation. Called once per run. */
export function routerFor({ by, tools: [tool] }: LookupOperation, settings: RouteSettings): Router {
	// Any readable field identifies a person.
	if (by.is === 'person') return routerForPerson(settings);
	return (fields, json) => {
		const failed = failedRoute(fields);
		if (failed !== null) return failed;
		const { values } = fields;
		switch (by.is) {
			case 'identifier':
				return routeForCell(tool, by.field, values, settings);
			case 'name':
				return routeForName(tool, values, settings);
			case 'filters':
				return routeForSearch(tool, by.filters, values, json, settings);
			case 'body':
				return routeForBody(values);
			case 'nothing':
				return invalidRoute(by.why);
		}
	};
}

function routeForCell(tool: Tool, field: IdentifierField, values: Values, { inputs }: RouteSettings): Route {
	const { name, displayName } = field.parameter;
	const reading = inputs.read(field, values[name]);
	if (reading.is === 'blank') return blankRoute(`${displayName} is empty`);
	if (reading.is === 'invalid') return inputs.invalid([reading.problem]);
	const withPhone = tool.onlyPhone ?? (tool.phoneFlag !== undefined && isExplicitYes(values.includeMobilePhone));
	return singleLookup(lookupOf(tool, reading.identifier, withPhone ? 'with' : 'without'));
}

export function routerForPerson({ inputs, ...settings }: RouteSettings): Router {
	const resolver = new Resolver({ ...settings, sources: SOURCES });
	return (fields, json) => {
		const { identifiers, problems } = readIdentifiers(fields, inputs);
		const given = Object.values(identifiers).flat();
		if (given.length === 0) return problems.length > 0 ? inputs.invalid(problems) : blankRoute(NOBODY);
		const route = resolver.route(identifiers, () => addressesInRow(json));
		const ignored = problems.map(({ brief, why }) => brief ?? why).join(', ');
		const person = keysOf(given);
		return (steps, prices, closed) => {
			const next = route(steps, prices, closed);
			if ('lookup' in next) return next;
			const notes = [ignored === '' ? null : `Ignored: ${ignored}`, otherProfile(identifiers.linkedin, steps)];
			const remark = notes.filter(Boolean).join('. ');
			return { outcome: remark === '' ? { ...next.outcome, person } : { ...next.outcome, person, remark } };
		};
	};
}

const NOBODY = `${BY_LINKEDIN.parameter.displayName} and ${BY_EMAIL_OR_HASH.parameter.displayName} are empty`;

/** Reads all identifiers of a row. An email also gives its MD5; if emails are hashed, it gives only that. */
export function readIdentifiers({ values, failures }: RowFields, inputs: InputReader) {
	const problems: InputProblem[] = [...failures];
	const read = (field: IdentifierField): Identifier[] => {
		const reading = inputs.read(field, values[field.parameter.name]);
		if (reading.is === 'invalid') problems.push(reading.problem);
		return reading.is === 'identifier' ? [reading.identifier] : [];
	};
	const linkedin = read(BY_LINKEDIN);
	const hem = read(BY_EMAIL_OR_HASH);
	const email = hem.flatMap(({ value }) => {
		const reading = readEmail(String(value));
		return reading.is === 'identifier' && inputs.emails === 'plain' ? [reading.identifier] : [];
	});
	const identifiers: PersonIdentifiers = { linkedin, email, hem };
	return { identifiers, problems };
}

function routeForName(tool: Tool, values: Values, { maxTokens }: RouteSettings): Route {
	const reading = readNameCells(values);
	if (reading.is === 'blank') return blankRoute('Name and company are empty');
	if (reading.is === 'invalid') return invalidRoute(reading.why);
	const { value } = reading.identifier;
	return tool.search && isObject(value)
		? searchRoute({ tool, filters: value, limit: Infinity, offset: 0, maxTokens })
		: singleLookup(lookupOf(tool, reading.identifier, 'without'));
}

function readNameCells(values: Values): IdentifierReading {
	const cells: Record<string, string> = {};
	for (const { name, displayName } of NAME_FIELDS) {
		const value = onlyEntry(values[name]);
		const text = cellText(value);
		if (text === null) return invalid(`${displayName} ${isNotText(value)}`);
		cells[name] = isPlaceholder(text) ? '' : text;
	}
	const { fullName: name, firstName, lastName, company, companyDomain } = cells;
	return readName({ name, firstName, lastName, company, companyDomain });
}

function routeForBody({ toolName, body }: Values): Route {
	const tool = cellText(toolName);
	if (tool === '') return blankRoute('Tool Name is empty');
	if (tool === null || !isToolName(tool)) {
		const given = tool === null ? 'Tool Name' : quoted(tool);
		return invalidRoute(`${given} is not the name of a tool: it may only contain a-z, 0-9 and _`);
	}
	const json = readJson(body);
	return json === null ? invalidRoute('Body is not a JSON object') : routeByBody(customTool(tool), json);
}

function readJson(value: unknown): JsonObject | null {
	if (isEmpty(value)) return {};
	try {
		// Parsed from JSON, so that dates and the like are rejected as they would be sent.
		const parsed: unknown = JSON.parse(typeof value === 'string' ? value : (toJson(value) ?? ''));
		return isObject(parsed) && toJson(parsed) !== null ? parsed : null;
	} catch {
		return null;
	}
}

function routeForSearch(
	tool: Tool,
	filters: readonly Filter[],
	values: Values,
	json: IDataObject,
	{ columnPrefix, isExpression, maxTokens }: RouteSettings,
): Route {
	const body: JsonObject = {};
	for (const [filter, parameter, cell] of filtersIn(values, filters)) {
		const reading = readFilter(filter, cell);
		if ('why' in reading) return invalidRoute(reading.why);
		if (reading.value !== null) body[filter.field] = reading.value;
		// Without the filter of this row, the search would return unrelated results, which are charged.
		else if (isExpression(parameter) && !filter.several) return blankRoute(`${filter.label} is empty`);
	}
	const fields = Object.keys(body);
	if (fields.length === 0) return blankRoute('Query and Filters are empty');
	// Nearly everybody would match, and each result is charged.
	if (fields.every((field) => field.startsWith('exclude_')))
		return invalidRoute('Only exclusions are set. Add Query or a filter that results must match');
	const limit = readLimit(values);
	if (limit === null) return invalidRoute('Limit must be a whole number of 1 or more');
	const offset = readNextPage(previousColumns(json, columnPrefix)(NEXT_PAGE), body);
	const why = `The row already has its ${limit} results. Raise Limit to get more`;
	if (offset >= limit) return doneRoute({ is: 'skipped', why, by: 'complete' });
	return searchRoute({ tool, filters: body, limit, offset, maxTokens });
}

const QUERY = { field: 'query', label: 'Query', several: false };

type FilterCell = [filter: Omit<Filter, 'parameter'>, parameter: string, cell: unknown];

/** Query, and the filters that the user added. */
function filtersIn(values: Values, filters: readonly Filter[]): FilterCell[] {
	const added = values[FILTERS];
	const cells = filters.flatMap((filter): FilterCell[] => {
		const { name } = filter.parameter;
		const isAdded = isObject(added) && Object.hasOwn(added, name);
		return isAdded ? [[filter, `${FILTERS}.${name}`, added[name]]] : [];
	});
	return [[QUERY, QUERY.field, values[QUERY.field]], ...cells];
}

function readFilter(
	{ label, choices, several }: Omit<Filter, 'parameter'>,
	cell: unknown,
): { value: string | string[] | null } | { why: string } {
	const given = textsIn(cell, several);
	if (given === null) return { why: `${label} ${isNotText(cell)}` };
	if (given.some(({ length }) => length > LONGEST)) return { why: `${label} has more than ${LONGEST} characters` };
	const values = given.map(inOneSpelling).filter((text) => text !== '' && !isPlaceholder(text));
	if (choices && values.some((value) => !choices.includes(value)))
		return { why: `${label} must be one of ${choices.join(', ')}` };
	if (values.length === 0) return { value: null };
	return { value: several ? values : values[0] };
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
function readLimit({ returnAll, limit }: Values): number | null {
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
	if (offset === 0) return isEmpty(before) ? null : '';
	const { limit: _limit, offset: _offset, ...filters } = last.lookup.identifier.value as JsonObject;
	return `${offset}-${checksumOf(filters)}`;
}

/** Reads the offset at which a row continues the same search; 0 if its column is about another one. */
export function readNextPage(cell: unknown, filters: JsonObject): number {
	const [, offset, checksum] = /^(\d{1,9})-([0-9a-f]{8})$/.exec(toText(cell)?.trim() ?? '') ?? [];
	return checksum === checksumOf(filters) ? Number(offset) : 0;
}

const checksumOf = (filters: JsonObject) => createHash('sha256').update(searchKey(filters)).digest('hex').slice(0, 8);
