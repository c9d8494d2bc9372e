import type { IExecuteFunctions } from 'n8n-workflow';
import { ParameterReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';

const ROWS = [{ a: 'first' }, { a: 'second' }, { a: 'third' }];

/** A node with these parameters, whose engine records each evaluated parameter and row. */
function nodeWith(parameters: object) {
	const evaluated: string[] = [];
	const host = {
		getNode: () => ({ parameters }),
		getNodeParameter: (parameter: string, row: number) => {
			evaluated.push(`${parameter} ${row}`);
			if (parameter === 'broken') throw new Error('no such node');
			return parameter === 'column' ? ROWS[row].a : `${parameter} of ${row}`;
		},
	} as unknown as IExecuteFunctions;
	return {
		parameters: new ParameterReader(
			host,
			ROWS.map((json) => ({ json })),
		),
		evaluated,
	};
}

const EXPRESSION = '={{ $json.a + 1 }}';

it.each<[string, string, unknown, unknown[], string[]]>([
	['a constant once', 'text', 'ada', ['text of 0', 'text of 0', 'text of 0'], ['text 0']],
	['a parameter with its default value once', 'text', undefined, ['text of 0', 'text of 0', 'text of 0'], ['text 0']],
	[
		'a plain column from the item, after the engine confirmed the first row',
		'column',
		'={{ $json.a }}',
		['first', 'second', 'third'],
		['column 0'],
	],
	[
		'a plain column that the engine reads differently for each row',
		'text',
		'={{ $json.a }}',
		['text of 0', 'text of 1', 'text of 2'],
		['text 0', 'text 0', 'text 1', 'text 2'],
	],
	[
		'any other expression for each row',
		'text',
		EXPRESSION,
		['text of 0', 'text of 1', 'text of 2'],
		['text 0', 'text 1', 'text 2'],
	],
	[
		'an object with an expression for each row',
		'text',
		{ in: [EXPRESSION] },
		['text of 0', 'text of 1', 'text of 2'],
		['text 0', 'text 1', 'text 2'],
	],
	[
		'an object without any expression once',
		'text',
		{ in: ['a = b', { of: 'ada' }] },
		['text of 0', 'text of 0', 'text of 0'],
		['text 0'],
	],
])('ParameterReader evaluates %s', (_what, parameter, raw, values, evaluations) => {
	const { parameters, evaluated } = nodeWith({ [parameter]: raw });
	expect(ROWS.map((_, row) => parameters.row(row)(parameter))).toEqual(
		values.map((value) => ({ is: 'value', value })),
	);
	expect(evaluated).toEqual(evaluations);
});

it('ParameterReader returns why an expression failed, and does not throw', () => {
	const { parameters } = nodeWith({ broken: EXPRESSION });
	expect(parameters.row(0)('broken')).toEqual({ is: 'thrown', why: 'no such node' });
});

it('ParameterReader yields to other work after every hundred evaluations', async () => {
	const { parameters } = nodeWith({ text: EXPRESSION });
	let turns = 0;
	const ticker = setInterval(() => (turns += 1), 0);
	const turnsAfter = async (evaluations: number) => {
		for (let count = 0; count < evaluations; count++) parameters.row(0)('text');
		const before = turns;
		await parameters.yieldTurn();
		return turns - before;
	};
	try {
		expect(await turnsAfter(99)).toBe(0);
		expect(await turnsAfter(1)).toBeGreaterThan(0);
		expect(await turnsAfter(99)).toBe(0);
	} finally {
		clearInterval(ticker);
	}
});

it.each<[string, unknown, boolean]>([
	['a constant', 'ada', true],
	['a default value', undefined, true],
	['no value', null, true],
	['an expression for each row', '={{ $json.email }}', false],
	['an expression for the first item', "={{ $('Form').first().json.email }}", true],
	['an expression for the last item', "={{ $('Form').last( ).json.email }}", true],
	['the first item and this row', "={{ $('Form').first().json.email + $json.id }}", false],
	['the first item and the number of this row', "={{ $('Form').first().json[$itemIndex] }}", false],
	['the first item and the item of this row', "={{ $('Form').first().json.a + $('Other').item.json.b }}", false],
	['an expression in an object', { in: [null, '={{ $json.email }}'] }, false],
	['a text with an equals sign', 'a =b', true],
])('ParameterReader knows whether a parameter is the same for all rows: %s', (_what, raw, expected) => {
	expect(nodeWith({ text: raw }).parameters.isFixed('text')).toBe(expected);
});

it('ParameterReader returns why an expression failed, even if no error was thrown', () => {
	const host = {
		getNode: () => ({ parameters: { text: EXPRESSION } }),
		getNodeParameter: () => {
			throw 'a text' as unknown as Error;
		},
	} as unknown as IExecuteFunctions;
	expect(new ParameterReader(host, []).row(0)('text')).toEqual({ is: 'thrown', why: 'a text' });
});
