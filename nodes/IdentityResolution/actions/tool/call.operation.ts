import { readBody } from '../../api/identifiers/body';
import { cellText, quoted } from '../../api/identifiers/identifier';
import { isEmpty, isObject, toJson, type JsonObject } from '../../api/json';
import { customTool, isToolName } from '../../api/tools/anyTool';
import { lookupOf, doneRoute, singleLookup, type Route } from '../../run/lookup';
import { invalidExpression, invalidRoute } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
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
		{
			displayName: 'Tool Name',
			name: 'toolName',
			type: 'string',
			default: '',
			placeholder: 'e.g. linkedin_to_business_email',
			description: 'Name of the tool: lower-case letters, digits and underscores. An empty value skips the row.',
		},
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
