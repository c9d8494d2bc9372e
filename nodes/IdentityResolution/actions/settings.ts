import type { IExecuteFunctions } from 'n8n-workflow';
import { COLUMN_NAMES, type Column } from '../api/columns';
import { WANT_NAMES, type WantName } from '../api/wants';
import type { Limits } from '../run/limits';
import { isOn } from './cells';
import { WANT } from './identifierFields';
import { toNumber } from '../api/json';
import { LIMIT_FIELDS, NUMBER_LIMITS, type NumberLimit } from './limitFields';
import type { LookupOperation } from './operation';
import { DEFAULT_PREFIX, OPTION_FIELDS } from './optionFields';
import { INCLUDE_INPUT_FIELDS, OUTPUT } from './outputFields';

const OUTPUTS = ['simplified', 'raw', 'selected'] as const;
const ON_NOT_FOUND = ['keep', 'drop', 'output', 'error'] as const;
const DEFERRED_ROWS = ['keep', 'output'] as const;
const ON_LIMIT = ['wait', 'defer', 'error'] as const;
const ON_LOST_ANSWER = ['retry', 'fail'] as const;
const ON_PHONE_TOKENS = ['withoutPhone', 'defer'] as const;

/** What is set once for a whole run. Times are ms. */
export interface Settings {
	output: (typeof OUTPUTS)[number];
	fields: Column[];
	includeInputFields: boolean;
	columnPrefix: string;
	onNotFound: (typeof ON_NOT_FOUND)[number];
	deferredRows: (typeof DEFERRED_ROWS)[number];
	dryRun: boolean;
	hashEmail: boolean;
	/** What is wanted of a person. */
	wants: WantName[];
	includeLookupDetails: boolean;
	/** ms per request. */
	timeout: number;
	limits: Limits;
}

export interface SettingsReading {
	/** What was set, with the defaults for whatever could not be read. */
	settings: Settings;
	/** One sentence for each parameter that could not be read. */
	problems: string[];
}

type Read = (parameter: string) => unknown;

/** Reads everything that is set once per run; parameters that the operation does not show keep their defaults. */
export function readSettings(host: IExecuteFunctions, operation: LookupOperation): SettingsReading {
	const problems: string[] = [];
	const read: Read = (parameter) => {
		try {
			return host.getNodeParameter(parameter, 0, null);
		} catch (error) {
			problems.push(`${labelOf(parameter)} could not be evaluated: ${error instanceof Error ? error.message : String(error)}`);
			return null;
		}
	};
	const number = (name: NumberLimit['name']) => readNumber(read(`limits.${name}`), name, problems);
	const choice = <T extends string>(parameter: string, choices: readonly [T, ...T[]]): T =>
		readChoice(read(parameter), parameter, choices, problems);
	const fields = read('fields');

	const settings: Settings = {
		output: operation.tools.length === 0 ? 'raw' : choice('output', OUTPUTS),
		fields: COLUMN_NAMES.filter((column) => Array.isArray(fields) && fields.includes(column)),
		includeInputFields: isOn(read('includeInputFields') ?? true),
		columnPrefix: readPrefix(read('options.columnPrefix'), problems),
		onNotFound: choice('options.onNotFound', ON_NOT_FOUND),
		deferredRows: choice('options.deferredRows', DEFERRED_ROWS),
		dryRun: isOn(read('options.dryRun')),
		hashEmail: operation.hashesEmail === true && isOn(read('options.hashEmail')),
		wants: operation.choosesWants ? readWants(read('want'), problems) : [],
		includeLookupDetails: isOn(read('options.includeLookupDetails')),
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
			onLostAnswer: choice('limits.onLostAnswer', ON_LOST_ANSWER),
			onPhoneTokens: choice('limits.onPhoneTokens', ON_PHONE_TOKENS),
		},
	};
	return { settings, problems };
}

const LABELLED = [WANT, OUTPUT, INCLUDE_INPUT_FIELDS, ...OPTION_FIELDS, ...LIMIT_FIELDS];
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** 0 means no bound. */
const bound = (value: number) => (value === 0 ? Infinity : value);

const LIMIT_BY_NAME = new Map(NUMBER_LIMITS.map((limit) => [limit.name, limit]));

/** An empty field means the default: users clear a number to get rid of it. */
function readNumber(value: unknown, name: NumberLimit['name'], problems: string[]): number {
	const limit = LIMIT_BY_NAME.get(name) as NumberLimit;
	if (isBlank(value)) return limit.default;
	const number = toNumber(value) ?? NaN;
	const fits = number >= limit.min && number <= limit.max && (limit.steps === 'fractions' || Number.isInteger(number));
	if (fits) return number;
	const range = limit.max === Number.MAX_SAFE_INTEGER ? `of ${limit.min} or more` : `from ${limit.min} to ${limit.max}`;
	problems.push(`${limit.label} must be a ${limit.steps === 'whole' ? 'whole ' : ''}number ${range}`);
	return limit.default;
}

function readChoice<T extends string>(value: unknown, parameter: string, choices: readonly [T, ...T[]], problems: string[]): T {
	if (isBlank(value)) return choices[0];
	const known = choices.find((one) => one === value);
	if (known === undefined) problems.push(`${labelOf(parameter)} must be one of ${choices.join(', ')}`);
	return known ?? choices[0];
}

/** A list, or a text of names with commas between them, which is what models and cells give. */
function readWants(value: unknown, problems: string[]): WantName[] {
	const given: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',').map((one) => one.trim()) : [];
	const wants = WANT_NAMES.filter((want) => given.includes(want));
	const isKnown = given.every((one) => one === '' || WANT_NAMES.some((want) => want === one));
	if (wants.length === 0 || !isKnown) problems.push(`${WANT.displayName} must be one or more of ${WANT_NAMES.join(', ')}`);
	return wants;
}

function readPrefix(value: unknown, problems: string[]): string {
	if (value === null || value === undefined) return DEFAULT_PREFIX;
	if (typeof value !== 'object') return String(value);
	problems.push(`${labelOf('options.columnPrefix')} must be a text`);
	return DEFAULT_PREFIX;
}

const isBlank = (value: unknown) => value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** A parameter by the name that it has on the canvas. */
function labelOf(parameter: string): string {
	const name = parameter.split('.').at(-1);
	return LABELLED.find((one) => one.name === name)?.displayName ?? parameter;
}
