import { readBody } from '../../api/identifiers/body';
import { cellText } from '../../api/identifiers/identifier';
import { isEmpty, isObject, toJson, type JsonObject } from '../../api/json';
import { customTool } from '../../api/tools/anyTool';
import { lookupOf, doneRoute, singleLookup, type Route } from '../../run/lookup';
import { invalidExpression } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { readToolName, TOOL_NAME } from './toolName';
import type { LookupOperation } from '../operation';

/** Shown below the field, because its default hides the placeholder. */
const BODY_EXAMPLE = 'e.g. { "linkedin_url": "https://www.linkedin.com/in/ada-example" }';

export const call: LookupOperation = {
	kind: 'lookup',
	resource: 'tool',
	operation: 'call',
	name: 'Call',
	action: 'Call any service tool by name',
	description:
		'Call a tool that has no operation, with a JSON body. Returns its answer unchanged. A hit may be charged.',
	builderHint: 'Only for a tool of the service without an operation of its own. It adds no columns',
	...singleTool(null),
	identifiers: [],
	keepsAnswers: 'never',
	fields: [
		TOOL_NAME,
		{
			displayName: 'Body',
			name: 'body',
			type: 'json',
			default: '{}',
			placeholder: BODY_EXAMPLE,
			hint: BODY_EXAMPLE,
			description: 'What to send to the tool, as a JSON object',
		},
	],
	createRouter: () => (readParameter) => {
		const name = readParameter('toolName');
		const body = readParameter('body');
		if (name.is === 'thrown') return invalidExpression('Tool Name', name.why);
		if (body.is === 'thrown') return invalidExpression('Body', body.why);
		return routeForTool(cellText(name.value), readJson(body.value));
	},
};

function routeForTool(given: string | null, body: JsonObject | null): Route {
	const name = readToolName(given);
	if (name.is === 'refused') return name.route;
	if (body === null) return doneRoute({ is: 'invalid', why: 'Body is not a JSON object' });
	return singleLookup(lookupOf(customTool(name.value), readBody(body), 'without'));
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
