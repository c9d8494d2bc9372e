import { routerFor } from '../../../nodes/IdentityResolution/actions/read/router';
import { call } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { Prices } from '../../../nodes/IdentityResolution/run/budget';
import { ROUTE_SETTINGS, rowWith } from '../../support/actions/routeSettings';

/** The first step of a row with this tool name and body. */
function firstStep(toolName: unknown, body: unknown) {
	return routerFor(call, ROUTE_SETTINGS)(rowWith({ toolName, body }))([], new Prices());
}

it.each<[unknown, object]>([
	[{ email: 'ada@example.com' }, { email: 'ada@example.com' }],
	['{ "email": "ada@example.com" }', { email: 'ada@example.com' }],
	[{ at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
	['', {}],
	[null, {}],
])('routeForBody sends %j as %j', (body, value) => {
	expect(firstStep(' some_tool_2 ', body)).toMatchObject({
		lookup: { tool: { name: 'some_tool_2' }, identifier: { kind: 'body', value }, phone: 'without' },
	});
});

const NO_NAME = 'is not the name of a tool: it may only contain a-z, 0-9 and _';
it.each<[string, unknown, unknown, string]>([
	['a name with other characters', '../get_account', {}, `"../get_account" ${NO_NAME}`],
	['a name that is not a text', {}, {}, `Tool Name ${NO_NAME}`],
	['a list as body', 'some_tool', [1], 'Body is not a JSON object'],
	['a number as body', 'some_tool', 5, 'Body is not a JSON object'],
	['broken JSON', 'some_tool', '{', 'Body is not a JSON object'],
	['a date as body', 'a', new Date(0), 'Body is not a JSON object'],
])('routeForBody rejects %s', (_what, toolName, body, why) => {
	expect(firstStep(toolName, body)).toEqual({ outcome: { is: 'invalid', why } });
});

it('routeForBody skips an empty name', () => {
	expect(firstStep(' ', {})).toEqual({ outcome: { is: 'skipped', why: 'Tool Name is empty', by: 'blank' } });
});
