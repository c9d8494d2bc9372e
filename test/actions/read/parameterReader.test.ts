import type { IExecuteFunctions } from 'n8n-workflow';
import { ParameterReader, plainColumn } from '../../../nodes/IdentityResolution/actions/read/parameterReader';

it.each([
	['={{ $json.email }}', 'email'],
	['={{$json.email}}', 'email'],
	["={{ $json['E-mail address'] }}", 'E-mail address'],
	['={{  $json[ "a" ]  }}', 'a'],
	['={{ $json["it\'s"] }}', "it's"],
	['={{ $json["@"] }}', '@'],
	['={{ $json.$a }}', '$a'],
	['={{ $json._ }}', '_'],
	['={{ $json[""] }}', ''],
])('plainColumn reads %s as the column %s', (expression, name) => expect(plainColumn(expression)).toBe(name));

it.each([
	'email',
	'={{ $json.email.trim() }}',
	'={{ $json.person.email }}',
	'={{ $json["a\\nb"] }}',
	'={{ $json[0] }}',
	'={{ $json.a }} ',
	'= {{ $json.a }}',
	'={{ $json.a }}{{ $json.b }}',
	'={{ $json["a"]["b"] }}',
	'={{ $input.item.json.a }}',
	'={{ $json["a\'] }}',
	'={{ $json.constructor }}',
	'={{ $json["__proto__"] }}',
	7,
	null,
])('plainColumn returns null for %j', (expression) => expect(plainColumn(expression)).toBeNull());

const ROWS = ['first', 'second', 'third'].map((a) => ({ json: { a } }));

/** A node with these parameters, whose engine records each evaluated parameter and row. */
function nodeWith(parameters: object, thrown: unknown = null) {
	const evaluated: string[] = [];
	const host = {
		getNode: () => ({ parameters }),
		getNodeParameter: (parameter: string, row: number) => {
			evaluated.push(`${parameter} ${row}`);
			if (thrown !== null) throw thrown as Error;
			return parameter === 'column' ? ROWS[row].json.a : `${parameter} of ${row}`;
		},
	} as unknown as IExecuteFunctions;
	return { parameters: new ParameterReader(host, ROWS), evaluated };
}

const EXPRESSION = '={{ $json.a + 1 }}';
const ONCE = ['text of 0', 'text of 0', 'text of 0'];
const EACH = ['text of 0', 'text of 1', 'text of 2'];
const EACH_ROW = ['text 0', 'text 1', 'text 2'];

it.each<[string, string, unknown, unknown[], string[]]>([
	['a constant once', 'text', 'ada', ONCE, ['text 0']],
	['a parameter with its default value once', 'text', undefined, ONCE, ['text 0']],
	['an object without any expression once', 'text', { in: ['a = b', { of: 'ada' }] }, ONCE, ['text 0']],
	['a plain column once, to confirm it', 'column', '={{ $json.a }}', ['first', 'second', 'third'], ['column 0']],
	['a column that the engine reads differently', 'text', '={{ $json.a }}', EACH, ['text 0', ...EACH_ROW]],
	['any other expression for each row', 'text', EXPRESSION, EACH, EACH_ROW],
	['an object with an expression for each row', 'text', { in: [EXPRESSION] }, EACH, EACH_ROW],
])('ParameterReader evaluates %s', (_what, parameter, raw, values, evaluations) => {
	const { parameters, evaluated } = nodeWith({ [parameter]: raw });
	expect(ROWS.map((_, row) => parameters.row(row)(parameter))).toEqual(
		values.map((value) => ({ is: 'value', value })),
	);
	expect(evaluated).toEqual(evaluations);
});

it.each([new Error('no such node'), 'no such node'])(
	'ParameterReader returns why an expression failed, and does not throw: %j',
	(thrown) => {
		const { parameters } = nodeWith({ text: EXPRESSION }, thrown);
		expect(parameters.row(0)('text')).toEqual({ is: 'thrown', why: 'no such node' });
	},
);

it.each<[unknown, boolean]>([
	['ada', false],
	[undefined, false],
	[null, false],
	['a =b', false],
	['={{ $json.email }}', true],
	["={{ $('Form').first().json.email }}", false],
	["={{ $('Form').last( ).json.email }}", false],
	["={{ $('Form').first().json.email + $json.id }}", true],
	["={{ $('Form').first().json[$itemIndex] }}", true],
	["={{ $('Form').first().json.a + $('Other').item.json.b }}", true],
	[{ in: [null, '={{ $json.email }}'] }, true],
])('ParameterReader knows whether a parameter may differ between rows: %j', (raw, expected) => {
	expect(nodeWith({ text: raw }).parameters.readsRow('text')).toBe(expected);
});
