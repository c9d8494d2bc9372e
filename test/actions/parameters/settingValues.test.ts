import {
	labelOf,
	readChoice,
	readNames,
	readNumber,
	readText,
	type Problems,
} from '../../../nodes/IdentityResolution/actions/parameters/settingValues';
import type { NumberSetting } from '../../../nodes/IdentityResolution/actions/panel/limitFields';

/** What a reader returns, and the problems it reports. */
function reading<T>(read: (problems: Problems) => T): [T, ...Problems] {
	const problems: Problems = [];
	return [read(problems), ...problems];
}

describe('labelOf', () => {
	it.each([
		['want', 'Want'],
		['output', 'Output'],
		['fields', 'Fields'],
		['includeInputFields', 'Include Input Fields'],
		['options.skipWhen', 'Skip When'],
		['limits.maxTokens', 'Max Tokens'],
		['unknown', 'unknown'],
	])('names %s as the panel does: %s', (parameter, label) => {
		expect(labelOf(parameter)).toBe(label);
	});
});

describe('readNumber', () => {
	it.each<[NumberSetting['name'], unknown, number]>([
		['batchSize', 1, 1],
		['batchSize', 100, 100],
		['batchSize', '50', 50],
		['timeout', 1.5, 1.5],
		['maxTokens', 1e12, 1e12],
		['maxTokens', 0, 0],
		['concurrency', '', 20],
		['concurrency', '  ', 20],
		['concurrency', null, 20],
		['concurrency', undefined, 20],
	])('reads %s %j as %d', (name, value, number) => {
		expect(reading((problems) => readNumber(value, name, problems))).toEqual([number]);
	});

	it.each<[NumberSetting['name'], unknown, number, string]>([
		['batchSize', 0, 100, 'Batch Size must be a whole number from 1 to 100'],
		['batchSize', 101, 100, 'Batch Size must be a whole number from 1 to 100'],
		['batchSize', 1.5, 100, 'Batch Size must be a whole number from 1 to 100'],
		['timeout', 0.5, 60, 'Timeout must be a number from 1 to 3600'],
		['timeout', 'soon', 60, 'Timeout must be a number from 1 to 3600'],
		['maxTokens', -1, 0, 'Max Tokens must be a whole number of 0 or more'],
		['maxTokens', [], 0, 'Max Tokens must be a whole number of 0 or more'],
	])('rejects %s %j and returns the default', (name, value, number, problem) => {
		expect(reading((problems) => readNumber(value, name, problems))).toEqual([number, problem]);
	});
});

describe('readChoice', () => {
	it.each([
		['defer', 'defer'],
		['', 'wait'],
		[' ', 'wait'],
		[null, 'wait'],
		[undefined, 'wait'],
	])('reads %j as %s', (value, choice) => {
		expect(reading((problems) => readChoice(value, 'limits.onLimit', ['wait', 'defer'], problems))).toEqual([
			choice,
		]);
	});

	it('rejects another value and returns the first choice', () => {
		expect(reading((problems) => readChoice('never', 'limits.onLimit', ['wait', 'defer'], problems))).toEqual([
			'wait',
			'On Limit must be one of wait, defer',
		]);
	});
});

it.each([
	[
		['c', 'a'],
		['a', 'c'],
	],
	['c, a', ['a', 'c']],
	['', []],
	['a,,', ['a']],
	[[], []],
	[null, []],
	[undefined, []],
	['a, d', null],
	[['a', 'd'], null],
	[['a', 1], null],
	[{ a: true }, null],
	[5, null],
])('readNames reads %j as %j of a, b and c, in that order', (value, names) => {
	expect(readNames(value, ['a', 'b', 'c'])).toEqual(names);
});

describe('readText', () => {
	it.each<[unknown, string]>([
		['mine_', 'mine_'],
		['', ''],
		[5, '5'],
		[false, 'false'],
		[null, 'other_'],
		[undefined, 'other_'],
	])('reads %j as %j', (value, text) => {
		expect(reading((problems) => readText(value, 'options.columnPrefix', 'other_', problems))).toEqual([text]);
	});

	it.each([[{}], [['a']]])('rejects %j', (value) => {
		expect(reading((problems) => readText(value, 'options.columnPrefix', 'other_', problems))).toEqual([
			'other_',
			'Column Prefix must be text',
		]);
	});
});
