import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ParameterReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { findByEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByEmail.operation';
import { findByHashedEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByHashedEmail.operation';
import type { Job } from '../../../nodes/IdentityResolution/actions/read/job';
import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import {
	readNames,
	readSettings,
	settingsCheck,
	inputFieldProblem,
} from '../../../nodes/IdentityResolution/actions/read/settings';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { call } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { SETTINGS } from '../../support/run/settledRows';

interface Circumstances {
	caller?: Job['caller'];
	mode?: string;
	timeout?: number;
}

/** Reads the settings of an operation whose panel has these values; a function is an expression that may fail. */
const read = (
	operation: LookupOperation,
	values: Record<string, unknown> = {},
	{ caller = 'workflow', mode = 'trigger', timeout }: Circumstances = {},
) => {
	const host = {
		// Older hosts lack the method.
		...(timeout !== undefined && { getWorkflowSettings: () => ({ executionTimeout: timeout }) }),
		getMode: () => mode,
		getNode: () => ({ parameters: asWritten(values) }),
		getNodeParameter: (name: string, _row: number, fallback: unknown) => {
			const value = values[name];
			return typeof value === 'function' ? (value as () => unknown)() : (value ?? fallback);
		},
	} as unknown as IExecuteFunctions;
	return readSettings({ host, caller }, operation);
};

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

const DAY = 86_400_000;
const NOTHING = () => undefined;
const FAILING = () => {
	throw new Error('no such node');
};

describe('readSettings', () => {
	it('returns the defaults of the panel if nothing is set', () => {
		expect(read(findBest)).toEqual({ problems: [], settings: { ...SETTINGS, ...DEFAULTS } });
	});
	const DEFAULTS = {
		wants: ['personalEmail'],
		concurrency: 20,
		maxRunTime: Infinity,
		maxTokens: Infinity,
		maxWait: 120_000,
	};

	it.each<[option: string, given: unknown, setting: unknown]>([
		['columnPrefix', 'x_', 'x_'],
		['columnPrefix', '', ''],
		['columnPrefix', () => '', ''],
		['columnPrefix', 5, '5'],
		['columnPrefix', false, 'false'],
		['concurrency', 1, 1],
		['concurrency', '50', 50],
		['concurrency', '  ', 20],
		['concurrency', null, 20],
		['dryRun', true, true],
		['includeLookupDetails', true, true],
		['knownAnswers', 'yes', true],
		['knownAnswers', 'false', false],
		['maxAge', '90', 90 * DAY],
		['maxAge', 0.5, DAY / 2],
		['maxAge', 36_500, 36_500 * DAY],
		['maxAge', 0, Infinity],
		['maxRunTime', 2, 120_000],
		['maxTokens', 1e12, 1e12],
		['maxTokens', 0, Infinity],
		['maxWait', 0, 0],
		['maxWait', 1.5, 1_500],
		...['keep', 'output', 'error'].map((choice): [string, unknown, unknown] => ['onLimit', choice, choice]),
		...['keep', 'drop', 'output', 'error'].map((choice): [string, unknown, unknown] => [
			'onNotFound',
			choice,
			choice,
		]),
		['onNotFound', ' ', 'keep'],
	])('reads %s %j as %j', (option, given, setting) => {
		const { settings, problems } = read(findBest, { [`options.${option}`]: given });
		expect([settings[option as keyof typeof settings], problems]).toEqual([setting, []]);
	});

	it.each<[Circumstances, maxWait: number, maxRunTime: number]>([
		[{ caller: 'agent' }, 20, Infinity],
		[{ mode: 'webhook' }, 20, Infinity],
		[{ mode: 'manual', timeout: 300 }, 120, 270],
		[{ timeout: 20 }, 120, 1],
		[{ timeout: -1 }, 120, Infinity],
	])('in a run of %j waits up to %d s, and ends after %d s, unless this is set', (how, maxWait, maxRunTime) => {
		const unset = { maxWait: maxWait * 1_000, maxRunTime: maxRunTime * 1_000 };
		expect(read(findBest, { 'options.maxWait': ' ', 'options.maxRunTime': '' }, how).settings).toMatchObject(unset);
		const set = { 'options.maxWait': 120, 'options.maxRunTime': 0 };
		expect(read(findBest, set, how).settings).toMatchObject({ maxWait: 120_000, maxRunTime: Infinity });
	});

	const RANGES = {
		concurrency: 'Concurrency must be a whole number from 1 to 50',
		maxAge: 'Max Age must be a number from 0 to 36500',
		maxTokens: 'Max Tokens must be a whole number of 0 or more',
		maxWait: 'Max Wait must be a number from 0 to 604800',
	};

	it.each<[option: string, given: unknown, problem: string]>([
		...[0, 51, 1.5].map((given): [string, unknown, string] => ['concurrency', given, RANGES.concurrency]),
		...[-1, 36_501, 'a month'].map((given): [string, unknown, string] => ['maxAge', given, RANGES.maxAge]),
		...[-1, []].map((given): [string, unknown, string] => ['maxTokens', given, RANGES.maxTokens]),
		...[-1, 'soon'].map((given): [string, unknown, string] => ['maxWait', given, RANGES.maxWait]),
		['columnPrefix', {}, 'Column Prefix must be text'],
		['onNotFound', 'other', 'On Not Found must be one of drop, keep, output, error'],
		['onLimit', 'other', 'On Limit must be one of keep, output, error'],
		['dryRun', NOTHING, 'Dry Run is empty. Correct its expression'],
		['maxTokens', NOTHING, 'Max Tokens is empty. Correct its expression'],
		['maxTokens', () => 0, 'Max Tokens is 0: nothing is left to spend. For no limit, use a very large number'],
		[
			'maxTokens',
			() => '-139',
			'Max Tokens is -139: nothing is left to spend. For no limit, use a very large number',
		],
		['maxRunTime', () => 0, 'Max Run Time is 0, which means no limit. For that, use a very large number'],
		['dryRun', FAILING, 'Dry Run could not be evaluated: no such node'],
	])('rejects %s %j and keeps the default', (option, given, problem) => {
		const { settings, problems } = read(findBest, { [`options.${option}`]: given });
		expect(problems).toEqual([problem]);
		expect(settings).toEqual(read(findBest).settings);
	});

	it('reports every problem', () => {
		const { problems } = read(findBest, { 'options.columnPrefix': {}, 'options.concurrency': 0 });
		expect(problems).toEqual(['Column Prefix must be text', RANGES.concurrency]);
		const whole = read(findBest, { options: '={{ $json }}' });
		expect(whole.problems).toEqual(['Options is one expression. Set each option by itself']);
	});

	const IDS = { inputFields: 'selected' };
	const SELECTED = ['title', 'personal_email'];
	it.each<[string, LookupOperation, Record<string, unknown>, object]>([
		['input fields', findBest, { ...IDS, selectedInputFields: ' id , ,b' }, { selectedInputFields: ['id', 'b'] }],
		['dragged input fields', findBest, { ...IDS, selectedInputFields: ['id '] }, { selectedInputFields: ['id'] }],
		['none with None', findBest, { inputFields: 'none', selectedInputFields: 'id' }, { selectedInputFields: [] }],
		['Minimum Grade', findBest, { 'options.minGrade': 'aOrB' }, { minGrade: 'aOrB' }],
		['Minimum Grade for Resolve', resolve, { want: 'workEmail', 'options.minGrade': 'any' }, { minGrade: 'any' }],
		['no Minimum Grade without grades', findByHashedEmail, { 'options.minGrade': 'aOrB' }, { minGrade: 'any' }],
		['Hash Email for Resolve', resolve, { want: ['workEmail'], 'options.hashEmail': true }, { hashEmail: true }],
		['Hash Email for hashed emails', findByHashedEmail, { 'options.hashEmail': true }, { hashEmail: true }],
		['no Hash Email for plain emails', findByEmail, { 'options.hashEmail': true }, { hashEmail: false }],
		['a tool without columns as raw', call, { output: 'simplified' }, { output: 'raw' }],
		['Raw', findBest, { output: 'raw' }, { output: 'raw' }],
		['wanted columns', resolve, { want: ['workEmail'] }, { output: 'simplified', minGrade: 'anyExceptD' }],
		['all columns', resolve, { want: ['workEmail'], output: 'everything' }, { output: 'everything' }],
		['Raw of Resolve', resolve, { want: ['workEmail'], output: 'raw' }, { output: 'raw' }],
		['no Fields with another output', findBest, { output: 'simplified', fields: ['fax'] }, { fields: [] }],
		['one want as text', resolve, { want: 'workEmail' }, { wants: ['workEmail'] }],
		['selected columns', findBest, { output: 'selected', fields: SELECTED }, { fields: SELECTED }],
	])('reads %s', (_what, operation, values, settings) => {
		expect(read(operation, values)).toMatchObject({ settings, problems: [] });
	});

	const WANTS = expect.stringMatching(/^Want (?:must be|is empty. Choose) one or more of .*personalEmail/) as string;
	const COLUMNS = expect.stringMatching(/^Fields must be one or more of .*personal_email/) as string;
	const GRADES = 'Minimum Grade must be one of aOrB, any, anyExceptD';
	const OUTPUTS = 'Output must be one of everything, raw, selected, simplified';
	const NO_INPUT_FIELDS = 'Selected Input Fields is empty. Name at least one field, or set Input Fields to None';
	const NO_FIELDS = 'Fields is empty. Choose at least one column, or set Output to Simplified';

	it.each<[string, LookupOperation, Record<string, unknown>, string]>([
		['an unknown grade', resolve, { want: ['workEmail'], 'options.minGrade': 'D' }, GRADES],
		['no want', resolve, { want: [] }, WANTS],
		['an empty expression as want', resolve, { want: NOTHING }, WANTS],
		['an unknown want', resolve, { want: ['fax'] }, WANTS],
		['an unknown output', findBest, { output: 'wanted' }, OUTPUTS],
		['no selected input fields', findBest, { ...IDS, selectedInputFields: ' , ' }, NO_INPUT_FIELDS],
		['no fields', findBest, { output: 'selected', fields: [] }, NO_FIELDS],
		['fields of other operations alone', findBest, { output: 'selected', fields: ['title'] }, COLUMNS],
		['an unknown field', findBest, { output: 'selected', fields: ['fax'] }, COLUMNS],
	])('rejects %s', (_what, operation, values, problem) => {
		expect(read(operation, values).problems).toEqual([problem]);
	});
});

it.each([
	['c, a,', ['a', 'c']],
	['', []],
	[null, []],
	['a, d', null],
	[['a', 1], null],
	[{ a: true }, null],
	[5, null],
])('readNames reads %j as %j of a, b and c, in that order', (value, names) => {
	expect(readNames(value, ['a', 'b', 'c'])).toEqual(names);
});

describe('settingsCheck', () => {
	const OTHER = 'Max Tokens differs between rows. Choose it once, or split the rows with an If node first';
	const COLUMN = '={{ $json.max }}';
	const EXPRESSION = '={{ $json.max + 0 }}';

	/** The problem with Max Tokens of these rows, and the number of rows that n8n's engine evaluated. */
	function check(rows: IDataObject[], maxTokens: unknown = COLUMN, isAdded = (_index: number) => true) {
		let evaluations = 0;
		const host = {
			getNode: () => ({ parameters: { options: { maxTokens } } }),
			getNodeParameter: (_name: string, row: number) => {
				evaluations += 1;
				if (rows[row].max === undefined) throw new Error('no column max');
				return rows[row].max;
			},
		} as unknown as IExecuteFunctions;
		const parameters = new ParameterReader(
			host,
			rows.map((json) => ({ json })),
		);
		const checkSettings = settingsCheck(parameters);
		let problem: string | undefined;
		rows.forEach((json, index) => {
			if (isAdded(index)) problem ??= checkSettings(index, json);
		});
		return { problem, evaluations };
	}

	it.each<[string, IDataObject[], unknown?]>([
		['one value', [{ max: 100 }, { max: 100 }]],
		['a number that a sheet writes as text', [{ max: 100 }, { max: '100 ' }]],
		['no value in a blank row', [{ max: 100 }, { max: '', who: null }]],
		['a fixed value', [{ max: 1 }, { max: 2 }], 100],
	])('accepts %s', (_what, rows, maxTokens = COLUMN) => {
		expect(check(rows, maxTokens).problem).toBeUndefined();
	});

	it.each<[string, IDataObject[]]>([
		['a value in the last of many rows alone', [...Array<IDataObject>(5_000).fill({ max: 1 }), { max: 2 }]],
		['no value in a row with other cells', [{ max: 100 }, { max: '', who: 'ada' }]],
		['no value in a blank first row', [{ max: '' }, { max: 100 }]],
	])('rejects %s', (_what, rows) => {
		expect(check(rows).problem).toEqual(OTHER);
	});

	it('compares only the rows that are added, and evaluates none after two values', () => {
		const rows = [1, 2, 1, 3].map((max) => ({ max }));
		expect(check(rows, COLUMN, (index) => index % 2 === 0).problem).toBeUndefined();
		expect(check(rows, EXPRESSION)).toEqual({ problem: OTHER, evaluations: 2 });
	});

	it('reports an expression that fails', () => {
		expect(check([{ max: 1 }, { who: 'ada' }], EXPRESSION).problem).toBe(
			'The expression in Max Tokens could not be evaluated: no column max',
		);
	});
});

it('one row with a field of nearly the same name does not refuse the others', () => {
	const rows = [...Array<object>(10).fill({}), { No_tes: 1 }].map((json) => ({ json: json as IDataObject }));
	expect(inputFieldProblem({ selectedInputFields: ['notes'] }, rows)).toBeUndefined();
});
