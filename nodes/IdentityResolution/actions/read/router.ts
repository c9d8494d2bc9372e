import type { EmailEncoding } from '../../api/identifiers/email';
import type { Settings } from './settings';
import type { AnswerCache, AnswerStore, Suppression } from '../../run/answerStore';
import { doneRoute, lookupOf, routeByBody, singleLookup, type Route } from '../../run/lookup';
import type { LookupOperation } from '../spec/operation';
import { routeForSearch } from './searchRouter';
import type { InputReader } from './inputReader';
import { type RowReader, invalidExpression, invalidRoute } from './parameterReader';
import { routeForName, routeForNameSearch } from './nameRoute';
import { routeForPerson } from './personRoute';
import type { Tool } from '../../api/tool';
import { INCLUDE_MOBILE_PHONE, type IdentifierField } from '../spec/identifierFields';
import { type JsonObject, isEmpty, isExplicitYes, isObject, toJson } from '../../api/json';
import { cellText, quoted } from '../../api/identifiers/identifier';
import { customTool, isToolName } from '../tool/call.operation';

/** Returns the routes of an operation with one tool and one identifier per row. */
export const routeForCell =
	(tool: Tool, field: IdentifierField, { inputs }: { inputs: InputReader }) =>
	(readParameter: RowReader): Route => {
		const reading = inputs.read(readParameter, field);
		const label = field.parameter.displayName;
		if (reading.is === 'thrown') return invalidExpression(label, reading.why);
		if (reading.is === 'blank') return doneRoute({ is: 'skipped', why: `${label} is empty`, by: 'blank' });
		if (reading.is === 'invalid') return inputs.invalid([inputs.problemOf(field, reading)]);
		if (tool.onlyPhone) return singleLookup(lookupOf(tool, reading.identifier, 'with'));
		if (tool.phoneFlag === undefined) return singleLookup(lookupOf(tool, reading.identifier, 'without'));
		const phone = readParameter(INCLUDE_MOBILE_PHONE.name);
		if (phone.is === 'thrown') return invalidExpression(INCLUDE_MOBILE_PHONE.displayName, phone.why);
		return singleLookup(lookupOf(tool, reading.identifier, isExplicitYes(phone.value) ? 'with' : 'without'));
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

/** What a route may read of its row besides the parameters. */
export interface RowInput {
	/** All email addresses in the row. */
	addresses(): readonly string[];
	/** Whether a parameter is an expression, which may be empty by mistake. */
	isExpression(parameter: string): boolean;
	/** What an earlier run wrote into one of our columns. */
	previousCell(column: string): unknown;
}

/** Creates the route of a row. */
export type Router = (readParameter: RowReader, row: RowInput) => Route;

/** Returns the router of an operation. Called once per run. */
export function routerFor({ by, tools: [tool] }: LookupOperation, settings: RouteSettings): Router {
	switch (by.is) {
		case 'identifier':
			return routeForCell(tool, by.field, settings);
		case 'person':
			return routeForPerson(settings);
		case 'name':
			return tool.search ? routeForNameSearch(tool, settings) : routeForName(tool);
		case 'filters':
			return routeForSearch(tool, by.filters, settings);
		case 'body':
			return routeForBody;
		case 'nothing':
			return () => invalidRoute(by.why);
	}
}

/** Returns the route of a row that names its tool. */
export function routeForBody(readParameter: RowReader): Route {
	const name = readParameter('toolName');
	const body = readParameter('body');
	if (name.is === 'thrown') return invalidExpression('Tool Name', name.why);
	if (body.is === 'thrown') return invalidExpression('Body', body.why);
	const tool = cellText(name.value);
	if (tool === '') return doneRoute({ is: 'skipped', why: 'Tool Name is empty', by: 'blank' });
	if (tool === null || !isToolName(tool)) {
		const given = tool === null ? 'Tool Name' : quoted(tool);
		return invalidRoute(`${given} is not the name of a tool: it may only contain a-z, 0-9 and _`);
	}
	const json = readJson(body.value);
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
