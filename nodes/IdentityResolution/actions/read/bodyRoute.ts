import { readBody } from '../../api/identifiers/body';
import { cellText, quoted } from '../../api/identifiers/identifier';
import { isEmpty, isObject, toJson, type JsonObject } from '../../api/json';
import { customTool, isToolName } from '../../api/customTool';
import { lookupOf, doneRoute, singleLookup, type Route } from '../../run/lookup';
import { invalidExpression, invalidRoute, type RowReader } from './parameterReader';

/** Returns the route of a row that names its tool. */
export function routeForBody(readParameter: RowReader): Route {
	const name = readParameter('toolName');
	const body = readParameter('body');
	if (name.is === 'thrown') return invalidExpression('Tool Name', name.why);
	if (body.is === 'thrown') return invalidExpression('Body', body.why);
	return routeForTool(cellText(name.value), readJson(body.value));
}

/** @param name null for a value that is no text */
function routeForTool(name: string | null, body: JsonObject | null): Route {
	if (name === '') return doneRoute({ is: 'skipped', why: 'Tool Name is empty', by: 'blank' });
	if (name === null || !isToolName(name)) {
		const given = name === null ? 'Tool Name' : quoted(name);
		return invalidRoute(`${given} is not the name of a tool: it may only contain a-z, 0-9 and _`);
	}
	if (body === null) return invalidRoute('Body is not a JSON object');
	return singleLookup(lookupOf(customTool(name), readBody(body), 'without'));
}

function readJson(value: unknown): JsonObject | null {
	if (isEmpty(value)) return {};
	// Parsed from JSON, so that dates and the like are rejected as they would be sent.
	const parsed = parseJson(typeof value === 'string' ? value : toJson(value));
	return isObject(parsed) && toJson(parsed) !== null ? parsed : null;
}

function parseJson(text: string | null): unknown {
	try {
		return text === null ? null : JSON.parse(text);
	} catch {
		return null;
	}
}
