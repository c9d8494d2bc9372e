import { toNumber } from '../../api/json';
import { WANT } from '../panel/identifierFields';
import { LIMIT_FIELDS, MAX_AGE, NUMBER_LIMITS, type NumberSetting } from '../panel/limitFields';
import { OPTION_FIELDS } from '../panel/optionFields';
import { fieldsOf, INCLUDE_INPUT_FIELDS, OUTPUT } from '../panel/outputFields';

/** One sentence per invalid value. */
export type Problems = string[];

const LABELLED = [WANT, OUTPUT, fieldsOf([]), INCLUDE_INPUT_FIELDS, ...OPTION_FIELDS, ...LIMIT_FIELDS];

export function labelOf(parameter: string): string {
	const name = parameter.split('.').at(-1);
	return LABELLED.find((one) => one.name === name)?.displayName ?? parameter;
}

/** The parameters that have one value for a run. */
export const RUN_PARAMETERS: readonly string[] = [
	...[WANT, OUTPUT, fieldsOf([]), INCLUDE_INPUT_FIELDS].map(({ name }) => name),
	...OPTION_FIELDS.filter(({ name }) => name !== 'skipWhen').map(({ name }) => `options.${name}`),
	...LIMIT_FIELDS.map(({ name }) => `limits.${name}`),
];

const LIMIT_BY_NAME = new Map([...NUMBER_LIMITS, MAX_AGE].map((limit) => [limit.name, limit]));

/** Reads a number. An empty field means the default, because users clear it to reset it. */
export function readNumber(value: unknown, name: NumberSetting['name'], problems: Problems): number {
	const limit = LIMIT_BY_NAME.get(name) as NumberSetting;
	if (isBlank(value)) return limit.default;
	const number = toNumber(value) ?? NaN;
	const fits =
		number >= limit.min && number <= limit.max && (limit.steps === 'fractions' || Number.isInteger(number));
	if (fits) return number;
	const range =
		limit.max === Number.MAX_SAFE_INTEGER ? `of ${limit.min} or more` : `from ${limit.min} to ${limit.max}`;
	problems.push(`${limit.label} must be a ${limit.steps === 'whole' ? 'whole ' : ''}number ${range}`);
	return limit.default;
}

/** Reads a choice. The first one is the default. */
export function readChoice<T extends string>(
	value: unknown,
	parameter: string,
	choices: readonly [T, ...T[]],
	problems: Problems,
): T {
	if (isBlank(value)) return choices[0];
	const choice = choices.find((one) => one === value);
	if (choice === undefined) problems.push(`${labelOf(parameter)} must be one of ${choices.join(', ')}`);
	return choice ?? choices[0];
}

/** Reads a list, or comma-separated text. Returns its names in the order of `names`; null if one is not among them. */
export function readNames<T extends string>(value: unknown, names: readonly T[]): T[] | null {
	const given: unknown = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : (value ?? []);
	if (!Array.isArray(given) || !given.every((one) => one === '' || names.some((name) => name === one))) return null;
	return names.filter((name) => given.includes(name));
}

export function readText(value: unknown, parameter: string, fallback: string, problems: Problems): string {
	if (value === null || value === undefined) return fallback;
	if (typeof value !== 'object') return String(value);
	problems.push(`${labelOf(parameter)} must be text`);
	return fallback;
}

export const isBlank = (value: unknown) =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
