import type { EmailEncoding } from '../../api/identifiers/email';
import type { Settings } from './settings';
import type { AnswerCache, AnswerStore, Suppression } from '../../run/answerStore';
import { lookupOf, routeByBody, singleLookup, type Route } from '../../run/lookup';
import type { LookupOperation } from '../spec/operation';
import { routeForSearch } from './searchRouter';
import type { InputReader } from './inputReader';
import { blankRoute, failedRoute, invalidRoute, type RowFields } from './parameterReader';
import { routeForPerson } from './personRoute';
import type { Tool } from '../../api/tool';
import { NAME_FIELDS, type IdentifierField } from '../spec/identifierFields';
import { type JsonObject, isEmpty, isExplicitYes, isObject, isPlaceholder, toJson } from '../../api/json';
import { ASSUMED_RESULTS } from '../../api/identifiers/body';
import { cellText, invalid, quoted, type Identifier, type IdentifierReading } from '../../api/identifiers/identifier';
import { isNotText, onlyEntry } from '../../api/identifiers/readCell';
import { readName } from '../../api/identifiers/name';
import type { Outcome } from '../../run/outcome';
import { searchRoute } from '../../run/searchRoute';
import { customTool, isToolName } from '../tool/call.operation';

/** Returns the routes of an operation with one tool and one identifier per row. */
const routeForCell =
	(tool: Tool, field: IdentifierField, { inputs }: { inputs: InputReader }) =>
	({ values }: RowFields): Route => {
		const { name, displayName } = field.parameter;
		const reading = inputs.read(field, values[name]);
		if (reading.is === 'blank') return blankRoute(`${displayName} is empty`);
		if (reading.is === 'invalid') return inputs.invalid([reading.problem]);
		const withPhone = tool.onlyPhone ?? (tool.phoneFlag !== undefined && isExplicitYes(values.includeMobilePhone));
		return singleLookup(lookupOf(tool, reading.identifier, withPhone ? 'with' : 'without'));
	};

/** What routes depend on besides the cells of their row. */
export interface RouteSettings extends Pick<Settings, 'wants' | 'minGrade' | 'maxTokens'> {
	emails: EmailEncoding;
	inputs: InputReader;
	answers: Pick<AnswerStore, 'emailsOf'>;
	/** Answers from before the run, and suppressed people. */
	cache: AnswerCache;
	suppression: Suppression;
}

/** What a route may read of its row. */
export interface RowInput extends RowFields {
	/** All email addresses in the row. */
	readonly addresses: () => readonly string[];
	/** Whether a parameter is an expression, which may be empty by mistake. */
	isExpression(parameter: string): boolean;
	/** What an earlier run wrote into one of our columns. */
	previousCell(column: string): unknown;
}

export type Router = (row: RowInput) => Route;

/** Returns the router of an operation. Called once per run. */
export function routerFor(operation: LookupOperation, settings: RouteSettings): Router {
	const router = routerBy(operation, settings);
	// Any readable field identifies a person.
	return operation.by.is === 'person' ? router : (row) => failedRoute(row) ?? router(row);
}

function routerBy({ by, tools: [tool] }: LookupOperation, settings: RouteSettings): Router {
	switch (by.is) {
		case 'identifier':
			return routeForCell(tool, by.field, settings);
		case 'person':
			return routeForPerson(settings);
		case 'name':
			return routeForName(tool, settings);
		case 'filters':
			return routeForSearch(tool, by.filters, settings);
		case 'body':
			return routeForBody;
		case 'nothing':
			return () => invalidRoute(by.why);
	}
}

/** Returns the routes of an operation that looks up a person, or searches for people, by name and company. */
const routeForName =
	(tool: Tool, { maxTokens }: { maxTokens: number }) =>
	({ values }: RowFields): Route => {
		const reading = readNameCells(values);
		if (reading.is === 'blank') return blankRoute('Name and company are empty');
		if (reading.is === 'invalid') return invalidRoute(reading.why);
		return tool.search
			? routeForNameSearch(tool, reading.identifier, maxTokens)
			: singleLookup(lookupOf(tool, reading.identifier, 'without'));
	};

function routeForNameSearch(tool: Tool, { value }: Identifier, maxTokens: number): Route {
	const filters = isObject(value) ? value : {};
	const search = searchRoute({ tool, filters, limit: Infinity, offset: 0, maxTokens });
	if (maxTokens === Infinity) return search;
	return (steps, prices) => {
		const needed = Math.ceil(ASSUMED_RESULTS * prices.listedOrAssumed(tool, 'without').tokens);
		return steps.length === 0 && maxTokens < needed ? { outcome: tooFewTokens(needed) } : search(steps, prices);
	};
}

/** Such a search would be deferred in every run. */
const tooFewTokens = (needed: number): Outcome => ({
	is: 'invalid',
	why: `A search may return ${ASSUMED_RESULTS} people. Set Max Tokens to ${needed} or more`,
});

function readNameCells(values: RowFields['values']): IdentifierReading {
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

function routeForBody({ values: { toolName, body } }: RowFields): Route {
	const tool = cellText(toolName);
	if (tool === '') return blankRoute('Tool Name is empty');
	if (tool === null || !isToolName(tool)) {
		const given = tool === null ? 'Tool Name' : quoted(tool);
		return invalidRoute(`${given} is not the name of a tool: it may only contain a-z, 0-9 and _`);
	}
	const json = readJson(body);
	if (json === null) return invalidRoute('Body is not a JSON object');
	return routeByBody(customTool(tool), json);
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
