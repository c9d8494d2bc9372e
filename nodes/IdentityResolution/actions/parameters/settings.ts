import type { IExecuteFunctions } from 'n8n-workflow';
import { at } from '../../api/json';
import { COLUMN_NAMES, type Column } from '../../api/person/columns';
import type { MinGrade } from '../../api/person/emails';
import type { ToolChoice } from '../../api/person/sources';
import { WANT_NAMES, type WantName } from '../../api/person/wants';
import type { Limits } from '../../run/limits';
import type { NumberSetting } from '../panel/limitFields';
import { ALL_CONTENT, type LookupOperation } from '../operation';
import { DEFAULT_PREFIX } from '../panel/optionFields';
import { isBlank, labelOf, readChoice, readNames, readNumber, readText, type Problems } from './settingValues';
import { isTruthy } from './booleans';
import { containsExpression, evaluate } from './parameterReader';

const OUTPUTS = ['simplified', 'raw', 'selected'] as const;
const OUTPUTS_OF_WANTS = [...OUTPUTS, 'everything'] as const;
const ON_NOT_FOUND = ['keep', 'drop', 'output', 'error'] as const;
const DEFERRED_ROWS = ['keep', 'output'] as const;
const MIN_GRADES = ['any', 'A', 'B', 'C'] as const satisfies readonly MinGrade[];
const ON_LIMIT = ['wait', 'defer', 'error'] as const;
const ON_PHONE_TOKENS = ['withoutPhone', 'defer'] as const;

/** Settings of a run. Times are ms. */
export interface Settings {
	output: (typeof OUTPUTS_OF_WANTS)[number];
	fields: Column[];
	columns: 'wanted' | 'all';
	includeInputFields: boolean;
	columnPrefix: string;
	onNotFound: (typeof ON_NOT_FOUND)[number];
	deferredRows: (typeof DEFERRED_ROWS)[number];
	dryRun: boolean;
	hashEmail: boolean;
	wants: WantName[];
	minGrade: MinGrade;
	toolChoice: ToolChoice;
	includeLookupDetails: boolean;
	knownAnswers: boolean;
	/** Known answers are too old after this time; Infinity for never. */
	maxAge: number;
	/** Per request. */
	timeout: number;
	limits: Limits;
}

export interface SettingsReading {
	/** With defaults for invalid values. */
	settings: Settings;
	problems: Problems;
}

type Read = (parameter: string) => unknown;

/** Reads the settings of a run. Parameters that the operation does not show keep their defaults. */
export function readSettings(host: IExecuteFunctions, operation: LookupOperation): SettingsReading {
	const problems: Problems = [];
	const { parameters } = host.getNode();
	const read: Read = (parameter) => {
		const reading = evaluate(host, parameter, 0);
		if (reading.is === 'thrown') {
			problems.push(`${labelOf(parameter)} could not be evaluated: ${reading.why}`);
			return null;
		}
		// By default, most limits are off: a mistyped column must not switch a limit off.
		if (isBlank(reading.value) && parameter !== COLUMN_PREFIX && containsExpression(at(parameters, parameter)))
			problems.push(`${labelOf(parameter)} is empty. Correct its expression`);
		return reading.value;
	};
	const number = (name: NumberSetting['name']) => readNumber(read(`limits.${name}`), name, problems);
	const choice = <T extends string>(parameter: string, choices: readonly [T, ...T[]]): T =>
		readChoice(read(parameter), parameter, choices, problems);
	const offered = operation.choosesWants ? OUTPUTS_OF_WANTS : OUTPUTS;
	const output = operation.tools.length === 0 ? 'raw' : choice<Settings['output']>('output', offered);

	const settings: Settings = {
		output,
		fields:
			output === 'selected'
				? readFields(read('fields'), operation.contentMapper(ALL_CONTENT).columns, problems)
				: [],
		columns: operation.choosesWants && output === 'simplified' ? 'wanted' : 'all',
		includeInputFields: isTruthy(read('includeInputFields') ?? true),
		columnPrefix: readText(read(COLUMN_PREFIX), COLUMN_PREFIX, DEFAULT_PREFIX, problems),
		onNotFound: choice('options.onNotFound', ON_NOT_FOUND),
		deferredRows: choice('options.deferredRows', DEFERRED_ROWS),
		dryRun: isTruthy(read('options.dryRun')),
		hashEmail: operation.hashesEmail === true && isTruthy(read('options.hashEmail')),
		wants: operation.choosesWants ? readWants(read('want'), problems) : [],
		minGrade: operation.choosesWants ? choice('options.minGrade', MIN_GRADES) : 'any',
		toolChoice:
			operation.choosesWants && !isTruthy(read('options.tryEveryTool') ?? true) ? 'made_for_want' : 'every_tool',
		includeLookupDetails: isTruthy(read('options.includeLookupDetails')),
		knownAnswers: isTruthy(read('options.knownAnswers')),
		maxAge: bound(readNumber(read('options.maxAge'), 'maxAge', problems)) * DAY,
		timeout: number('timeout') * SECOND,
		limits: {
			batchSize: number('batchSize'),
			concurrency: number('concurrency'),
			maxRunTime: bound(number('maxRunTime')) * MINUTE,
			maxTokens: bound(number('maxTokens')),
			maxWait: number('maxWait') * SECOND,
			reserve: number('reserve'),
			retries: number('retries'),
			onLimit: choice('limits.onLimit', ON_LIMIT),
			onPhoneTokens: choice('limits.onPhoneTokens', ON_PHONE_TOKENS),
		},
	};
	return { settings, problems };
}

/** It may be empty. */
const COLUMN_PREFIX = 'options.columnPrefix';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;

/** 0 means unbounded. */
const bound = (value: number) => (value === 0 ? Infinity : value);

function readWants(value: unknown, problems: Problems): WantName[] {
	const wants = readNames(value, WANT_NAMES) ?? [];
	if (wants.length === 0) problems.push(`${labelOf('want')} must be one or more of ${WANT_NAMES.join(', ')}`);
	return wants;
}

/** Rejects a selection without any column that the operation can fill: the run would be charged for nothing. */
function readFields(value: unknown, fillable: readonly Column[], problems: Problems): Column[] {
	const fields = readNames(value, COLUMN_NAMES);
	if (fields?.length === 0) problems.push(NO_FIELDS);
	else if (fields?.some((column) => fillable.includes(column)) !== true)
		problems.push(`${labelOf('fields')} must be one or more of ${fillable.join(', ')}`);
	return fields ?? [];
}

const NO_FIELDS = 'Fields is empty. Choose at least one column, or set Output to Simplified';
