import type { IExecuteFunctions } from 'n8n-workflow';
import { findByEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByEmail.operation';
import { findByHashedEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByHashedEmail.operation';
import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import { labelOf, readNames, readSettings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { call } from '../../../nodes/IdentityResolution/actions/tool/call.operation';

/** Reads the settings of an operation whose panel has these values; a function is an expression that may fail. */
const read = (operation: LookupOperation, values: Record<string, unknown> = {}) =>
	readSettings(
		{
			getNode: () => ({ parameters: asWritten(values) }),
			getNodeParameter: (name: string, _row: number, fallback: unknown) => {
				const value = values[name];
				return typeof value === 'function' ? (value as () => unknown)() : (value ?? fallback);
			},
		} as unknown as IExecuteFunctions,
		operation,
	);
/** The parameters of a node, with names such as `options.maxTokens` in their collection. */
function asWritten(values: Record<string, unknown>): Record<string, unknown> {
	const parameters: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(values)) {
		const written = typeof value === 'function' ? '={{ $json.setting }}' : value;
		const [collection, option] = name.split('.');
		parameters[collection] =
			option === undefined ? written : { ...(parameters[collection] as object), [option]: written };
	}
	return parameters;
}

const settingsOf = (operation: LookupOperation, values: Record<string, unknown>) => read(operation, values).settings;
const problemsOf = (operation: LookupOperation, values: Record<string, unknown>) => read(operation, values).problems;

describe('readSettings', () => {
	it('returns the defaults of the panel if nothing is set', () => {
		expect(read(findBest)).toEqual({
			problems: [],
			settings: {
				output: 'simplified',
				fields: [],
				columns: 'all',
				includeInputFields: true,
				wants: [],
				columnPrefix: 'enriched_',
				concurrency: 20,
				dryRun: false,
				hashEmail: false,
				includeLookupDetails: false,
				knownAnswers: false,
				maxAge: Infinity,
				maxRunTime: Infinity,
				maxTokens: Infinity,
				maxWait: 60_000,
				minGrade: 'any',
				onLimit: 'keep',
				onNotFound: 'keep',
			},
		});
	});

	it.each([
		[true, true],
		['yes', true],
		[false, false],
		['false', false],
		[undefined, false],
	])('reads Use Known Answers %j as %j', (value, knownAnswers) => {
		expect(settingsOf(findBest, { 'options.knownAnswers': value }).knownAnswers).toBe(knownAnswers);
	});

	it.each<[unknown, number, string[]]>([
		[1, 86_400_000, []],
		['90', 90 * 86_400_000, []],
		[0.5, 43_200_000, []],
		[36_500, 36_500 * 86_400_000, []],
		[0, Infinity, []],
		['', Infinity, []],
		[-1, Infinity, ['Max Age must be a number from 0 to 36500']],
		[36_501, Infinity, ['Max Age must be a number from 0 to 36500']],
		['a month', Infinity, ['Max Age must be a number from 0 to 36500']],
	])('reads a Max Age of %j days as %d ms', (days, maxAge, problems) => {
		const reading = read(findBest, { 'options.knownAnswers': true, 'options.maxAge': days });
		expect(reading.settings.maxAge).toBe(maxAge);
		expect(reading.problems).toEqual(problems);
	});

	it('reads which tools and grades Resolve accepts, and ignores both for other operations', () => {
		const values = { want: ['workEmail'], 'options.minGrade': 'B' };
		expect(settingsOf(resolve, values)).toMatchObject({ minGrade: 'B' });
		expect(settingsOf(findBest, values)).toMatchObject({ minGrade: 'any' });
		expect(problemsOf(resolve, { ...values, 'options.minGrade': 'D' })).toEqual([
			'Minimum Grade must be one of A, B, C, any',
		]);
	});

	it('reads all options, with minutes and seconds as ms', () => {
		const options = {
			'options.columnPrefix': 'x_',
			'options.concurrency': 2,
			'options.dryRun': true,
			'options.includeLookupDetails': true,
			'options.maxRunTime': 2,
			'options.maxTokens': 500,
			'options.maxWait': 1.5,
			'options.onLimit': 'output',
			'options.onNotFound': 'drop',
			includeInputFields: false,
		};
		expect(settingsOf(findBest, options)).toMatchObject({
			columnPrefix: 'x_',
			concurrency: 2,
			dryRun: true,
			includeLookupDetails: true,
			maxRunTime: 120_000,
			maxTokens: 500,
			maxWait: 1_500,
			onLimit: 'output',
			onNotFound: 'drop',
			includeInputFields: false,
		});
	});

	it.each<[string, unknown, number]>([
		['concurrency', 1, 1],
		['concurrency', '50', 50],
		['concurrency', '', 20],
		['concurrency', '  ', 20],
		['concurrency', null, 20],
		['maxTokens', 1e12, 1e12],
		['maxTokens', 0, Infinity],
		['maxWait', 0, 0],
	])('reads %s %j as %d', (name, value, number) => {
		expect(read(findBest, { [`options.${name}`]: value })).toMatchObject({
			settings: { [name]: number },
			problems: [],
		});
	});

	it.each<[string, unknown, number, string]>([
		['concurrency', 0, 20, 'Concurrency must be a whole number from 1 to 50'],
		['concurrency', 51, 20, 'Concurrency must be a whole number from 1 to 50'],
		['concurrency', 1.5, 20, 'Concurrency must be a whole number from 1 to 50'],
		['maxWait', -1, 60_000, 'Max Wait must be a number from 0 to 604800'],
		['maxWait', 'soon', 60_000, 'Max Wait must be a number from 0 to 604800'],
		['maxTokens', -1, Infinity, 'Max Tokens must be a whole number of 0 or more'],
		['maxTokens', [], Infinity, 'Max Tokens must be a whole number of 0 or more'],
	])('rejects %s %j and keeps the default', (name, value, preset, problem) => {
		expect(read(findBest, { [`options.${name}`]: value })).toMatchObject({
			settings: { [name]: preset },
			problems: [problem],
		});
	});

	it.each<[unknown, string]>([
		['mine_', 'mine_'],
		['', ''],
		[5, '5'],
		[false, 'false'],
	])('reads Column Prefix %j as %j', (value, columnPrefix) => {
		expect(settingsOf(findBest, { 'options.columnPrefix': value })).toMatchObject({ columnPrefix });
	});

	it.each([
		['options.onNotFound', ['keep', 'drop', 'output', 'error', '', ' ']],
		['options.onLimit', ['keep', 'output', 'error']],
		['output', ['simplified', 'raw']],
	])('accepts each choice of %s', (parameter, choices) => {
		for (const choice of choices) expect(problemsOf(findBest, { [parameter]: choice })).toEqual([]);
		expect(problemsOf(findBest, { [parameter]: 'other' })).toHaveLength(1);
	});

	it('reports each problem by display name, and keeps the default', () => {
		const failing = () => {
			throw new Error('no such node');
		};
		const { settings, problems } = read(findBest, {
			'options.dryRun': failing,
			'options.columnPrefix': {},
			'options.concurrency': 0,
		});
		expect(problems).toEqual([
			'Column Prefix must be text',
			'Concurrency must be a whole number from 1 to 50',
			'Dry Run could not be evaluated: no such node',
		]);
		expect(settings).toMatchObject({ dryRun: false, columnPrefix: 'enriched_', concurrency: 20 });
	});

	it('reports an expression that returns nothing, except for the prefix', () => {
		const nothing = () => undefined;
		expect(
			problemsOf(findBest, {
				'options.dryRun': nothing,
				'options.maxTokens': nothing,
				'options.columnPrefix': () => '',
				'options.concurrency': '',
			}),
		).toEqual(['Dry Run is empty. Correct its expression', 'Max Tokens is empty. Correct its expression']);
	});

	it('hashes emails only for an operation that can', () => {
		const hashed = { 'options.hashEmail': true };
		const hashing = [findByHashedEmail, resolve].map((operation) => settingsOf(operation, hashed).hashEmail);
		expect(hashing).toEqual([true, true]);
		const others = [findByEmail, findBest].map((operation) => settingsOf(operation, hashed).hashEmail);
		expect(others).toEqual([false, false]);
	});

	it('returns a tool without columns raw', () => {
		expect(settingsOf(call, { output: 'simplified' }).output).toBe('raw');
	});
});

describe('the wanted parts', () => {
	it.each<[unknown, unknown, string[]]>([
		[['workEmail', 'personalEmail'], ['personalEmail', 'workEmail'], []],
		['workEmail', ['workEmail'], []],
		[[], [], [expect.stringMatching(/^Want must be one or more of .*personalEmail/) as string]],
		[['fax'], [], [expect.stringMatching(/^Want must be one or more of .*personalEmail/) as string]],
	])('are %j: %j', (want, wants, problems) => {
		const reading = read(resolve, { want });
		expect([...reading.settings.wants].sort()).toEqual(wants);
		expect(reading.problems).toEqual(problems);
	});

	it('choose the columns of a simplified output, unless all are chosen', () => {
		const want = ['personalEmail'];
		expect(settingsOf(resolve, { want }).columns).toBe('wanted');
		expect(settingsOf(resolve, { want, output: 'everything' }).columns).toBe('all');
		expect(settingsOf(resolve, { want, output: 'raw' }).columns).toBe('all');
		expect(problemsOf(findBest, { output: 'everything' })).toEqual([
			'Output must be one of raw, selected, simplified',
		]);
	});
});

describe('Selected Fields', () => {
	it.each<[unknown, unknown, string[]]>([
		[['personal_email'], ['personal_email'], []],
		[['personal_email', 'title'], ['title', 'personal_email'], []],
		[[], [], ['Fields is empty. Choose at least one column, or set Output to Simplified']],
		[['title'], ['title'], [expect.stringMatching(/^Fields must be one or more of .*personal_email/) as string]],
		[['fax'], [], [expect.stringMatching(/^Fields must be one or more of .*personal_email/) as string]],
	])('%j are read as %j', (fields, columns, problems) => {
		const reading = read(findBest, { output: 'selected', fields });
		expect([...reading.settings.fields].sort()).toEqual([...(columns as string[])].sort());
		expect(reading.problems).toEqual(problems);
	});

	it('are ignored with another output', () => {
		expect(read(findBest, { output: 'simplified', fields: ['fax'] })).toMatchObject({
			problems: [],
			settings: { fields: [] },
		});
	});
});

it.each([
	['want', 'Want'],
	['output', 'Output'],
	['fields', 'Fields'],
	['includeInputFields', 'Include Input Fields'],
	['options.skipWhen', 'Skip When'],
	['options.maxTokens', 'Max Tokens'],
	['unknown', 'unknown'],
])('labelOf names %s as the panel does: %s', (parameter, label) => {
	expect(labelOf(parameter)).toBe(label);
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
