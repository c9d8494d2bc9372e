import { routerFor } from '../../../nodes/IdentityResolution/actions/read/router';
import { call } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { ROUTE_SETTINGS } from '../../support/actions/routeSettings';
import type { ParameterReading } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import { NO_INPUT } from '../../support/actions/rowInput';

const value = (given: unknown): ParameterReading => ({ is: 'value', value: given });
const THROWN: ParameterReading = { is: 'thrown', why: 'no such node' };

/** The first step of a row with this tool name and body. */
function firstStep(toolName: ParameterReading, body: ParameterReading) {
	const parameters: Record<string, ParameterReading> = { toolName, body };
	const route = routerFor(call, ROUTE_SETTINGS)((parameter) => parameters[parameter], NO_INPUT);
	return route([], new Prices());
}

describe('call', () => {
	it.each<[string, unknown, object]>([
		['an object', { email: 'ada@example.com' }, { email: 'ada@example.com' }],
		['JSON text', '{ "email": "ada@example.com" }', { email: 'ada@example.com' }],
		['an object with a date, as JSON', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
		['nothing for an empty text', '', {}],
		['nothing for null', null, {}],
	])('sends as body %s', (_what, body, sent) => {
		expect(firstStep(value(' some_tool_2 '), value(body))).toMatchObject({
			lookup: { tool: { name: 'some_tool_2' }, identifier: { kind: 'body', value: sent }, phone: 'without' },
		});
	});

	it.each<[string, ParameterReading, ParameterReading, object]>([
		['skips an empty name', value(' '), value({}), { is: 'skipped', why: 'Tool Name is empty', by: 'blank' }],
		[
			'rejects a name with other characters',
			value('../get_account'),
			value({}),
			{ is: 'invalid', why: '"../get_account" is not the name of a tool: it may only contain a-z, 0-9 and _' },
		],
		[
			'rejects a name that is not a text',
			value({}),
			value({}),
			{ is: 'invalid', why: 'Tool Name is not the name of a tool: it may only contain a-z, 0-9 and _' },
		],
		['rejects a list as body', value('some_tool'), value([1]), { is: 'invalid', why: 'Body is not a JSON object' }],
		['rejects a number as body', value('some_tool'), value(5), { is: 'invalid', why: 'Body is not a JSON object' }],
		['rejects broken JSON', value('some_tool'), value('{'), { is: 'invalid', why: 'Body is not a JSON object' }],
		['rejects a date as body', value('a'), value(new Date(0)), { is: 'invalid', why: 'Body is not a JSON object' }],
		[
			'reports a failing name',
			THROWN,
			THROWN,
			{ is: 'invalid', why: 'The expression in Tool Name could not be evaluated: no such node' },
		],
		[
			'reports a failing body',
			value('some_tool'),
			THROWN,
			{ is: 'invalid', why: 'The expression in Body could not be evaluated: no such node' },
		],
	])('%s', (_what, toolName, body, outcome) => {
		expect(firstStep(toolName, body)).toEqual({ outcome });
	});
});
