import { cellText, quoted } from '../../api/identifiers/identifier';
import { isEmpty, isObject, partsOf, toJson, type JsonObject } from '../../api/values/json';
import { withoutDepths } from '../../api/values/memory';
import { routeByBody, type Route } from '../../run/route';
import { customTool, isToolName } from '../tool/call.operation';
import {
	blankRoute,
	invalidField,
	invalidRoute,
	type ParameterReader,
	type RowFields,
} from './parameterReader';

/** Returns the route of a row of *Custom Tool: Call*. */
export function routeForBody(
	{ toolName, body }: RowFields['values'],
	parameters: ParameterReader,
): Route {
	const tool = cellText(toolName);
	if (tool === '') return blankRoute('Tool Name is empty');
	if (tool === null || !isToolName(tool)) {
		const given = tool === null ? 'Tool Name' : quoted(tool);
		const why = `${given} is not the name of a tool: it may only contain a-z, 0-9 and _`;
		return invalidField('toolName', why, parameters);
	}
	const json = readJson(body);
	if (json === null) return invalidRoute('Body is not a JSON object');
	if (isRounded(json))
		return invalidRoute('Body has a number with too many digits. Put it in quotes');
	return routeByBody(customTool(tool), json);
}

/** Whether a number may have lost digits in JavaScript, so that it would be that of another row. */
const isRounded = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? partsOf(value).some(isRounded)
		: Number.isInteger(value) && !Number.isSafeInteger(value);

function readJson(value: unknown): JsonObject | null {
	if (isEmpty(value)) return {};
	try {
		// Parsed from JSON, so that dates and the like are rejected as they would be sent.
		const parsed: unknown = JSON.parse(
			typeof value === 'string' ? value : (toJson(value) ?? ''),
		);
		return isObject(parsed) && withoutDepths(parsed) === parsed ? parsed : null;
	} catch {
		return null;
	}
}
