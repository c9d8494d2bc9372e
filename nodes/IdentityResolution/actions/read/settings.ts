import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { at, field, isEmpty, toJson, toNumber, toText } from '../../api/values/json';
import { COLUMN_NAMES, type Column } from '../../api/person/columns';
import { WANT_NAMES, wantsMetBy, type WantName } from '../../api/person/wants';
import { WANT } from '../spec/identifierFields';
import { isBlank, type Circumstances, type Setting } from '../spec/setting';
import {
	INPUT_FIELDS,
	OUTPUT,
	RUN_SETTINGS,
	SELECTED_INPUT_FIELDS,
	type InputFields,
	type Output,
	type RunSettings,
} from '../panel/settings';
import { choosesWants, columnsOf, type LookupOperation } from '../spec/operation';
import { nearestPath } from './columns';
import type { InputProblem } from './inputReader';
import type { Job } from './job';
import {
	containsExpression,
	evaluate,
	describeFailure,
	type ParameterReader,
} from './parameterReader';

/** Settings of a run. Times are ms. */
export interface Settings extends RunSettings {
	output: Output;
	/** The columns that *Selected Fields* shows; empty for another output. */
	fields: Column[];
	inputFields: InputFields;
	/** Names of input fields; empty unless *Input Fields* is *Selected*. */
	selectedInputFields: string[];
	/** What *Resolve* looks for, or what the tool of another operation is bought for. */
	wants: WantName[];
}

/** The labels of the parameters that have one value for a run. */
const LABELS: Readonly<Record<string, string>> = {
	want: WANT.displayName,
	output: OUTPUT.field.displayName,
	fields: 'Fields',
	inputFields: INPUT_FIELDS.field.displayName,
	selectedInputFields: SELECTED_INPUT_FIELDS.field.displayName,
	...Object.fromEntries(
		Object.entries(RUN_SETTINGS).map(([name, { field }]) => [
			`options.${name}`,
			field.displayName,
		]),
	),
};

export function circumstancesOf({ host, caller }: Pick<Job, 'host' | 'caller'>): Circumstances {
	// Older hosts lack the method. -1 means no timeout.
	const workflow =
		typeof host.getWorkflowSettings === 'function' ? host.getWorkflowSettings() : null;
	const seconds = toNumber(field(workflow, 'executionTimeout')) ?? 0;
	return {
		isAwaited: caller === 'agent' || host.getMode() === 'webhook',
		timeout: seconds > 0 ? seconds * 1_000 : Infinity,
	};
}

/**
 * Reads the settings of a run. Those that are invalid, or that the operation does not have, keep
 * their defaults. `problems` has one sentence per invalid value, without a full stop.
 */
export function readSettings(job: Pick<Job, 'host' | 'caller'>, operation: LookupOperation) {
	const { host } = job;
	const circumstances = circumstancesOf(job);
	const problems: string[] = [];
	const { parameters } = host.getNode();
	// As a workflow written as JSON may have it. n8n returns none of its options.
	if (typeof parameters.options === 'string')
		problems.push('Options is one expression. Set each option by itself');
	const read = (parameter: string): unknown => {
		const reading = evaluate(host, parameter, 0);
		if (reading.is === 'thrown') {
			problems.push(`${LABELS[parameter]} could not be evaluated: ${reading.why}`);
			return null;
		}
		// By default, most limits are off: a mistyped column must not switch a limit off. A prefix
		// may be empty, and an empty Want is refused with the names that a model may choose.
		const mayBeEmpty = parameter === 'options.columnPrefix' || parameter === 'want';
		if (isBlank(reading.value) && !mayBeEmpty && containsExpression(at(parameters, parameter)))
			problems.push(`${LABELS[parameter]} is empty. Correct its expression`);
		return reading.value;
	};
	const valueOf = <T>({ schema, unset }: Setting<T>, value: unknown): T => {
		if (unset !== undefined && isBlank(value)) return unset(circumstances, operation);
		const { success, data, error } = schema.safeParse(value);
		if (success) return data;
		problems.push(error.issues[0].message);
		return schema.parse(null);
	};
	const isResolve = choosesWants(operation);
	const output: Output = operation.tools.length === 0 ? 'raw' : valueOf(OUTPUT, read('output'));
	const inputFields = valueOf(INPUT_FIELDS, read('inputFields'));
	const options = Object.entries<Setting<unknown>>(RUN_SETTINGS).map(([name, setting]) => {
		const parameter = `options.${name}`;
		const given = setting.isFor?.(operation) === false ? null : read(parameter);
		const isExpression = containsExpression(at(parameters, parameter));
		const left = toNumber(given);
		// An expression returns 0 or less if nothing is left of a budget, which must not switch the
		// limit off.
		const isSpent = left !== null && left <= 0;
		if (name === 'maxTokens' && isExpression && isSpent) {
			problems.push(
				`Max Tokens is ${left}: nothing is left to spend. For no limit, use a very large number`,
			);
			return [name, setting.schema.parse(null)];
		}
		const value = valueOf(setting, given);
		if (value === Infinity && left === 0 && isExpression)
			problems.push(
				`${LABELS[parameter]} is 0, which means no limit. For that, use a very large number`,
			);
		return [name, value];
	});
	const settings: Settings = {
		...(Object.fromEntries(options) as RunSettings),
		output,
		fields:
			output === 'selected' ? readFields(read('fields'), columnsOf(operation), problems) : [],
		inputFields,
		selectedInputFields:
			inputFields === 'selected' ? readFieldNames(read('selectedInputFields'), problems) : [],
		wants: isResolve ? readWants(read('want'), problems) : wantsMetBy(operation.tools),
	};
	return { settings, problems };
}

/**
 * A name between commas. n8n writes a name with blanks as a path, such as `['Record ID']`, when it
 * is dragged.
 */
const FIELD_NAME = /\s*\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\s*\[\s*"((?:[^"\\]|\\.)*)"\s*\]|[^,]+/g;

/** Reads names of input fields, as a list or separated by commas. */
function readFieldNames(value: unknown, problems: string[]): string[] {
	const text = toText(value) ?? '';
	const given: unknown[] = Array.isArray(value)
		? value
		: Array.from(
				text.matchAll(FIELD_NAME),
				([whole, single, double]) => single ?? double ?? whole,
			);
	const names = given.map((name) => (toText(name) ?? '').trim()).filter((name) => name !== '');
	if (names.length === 0)
		problems.push(
			'Selected Input Fields is empty. Name at least one field, or set Input Fields to None',
		);
	return names;
}

/**
 * Returns why the run must not start: a selected field that no row has, although the rows have one
 * of nearly the same name. A field that is nowhere else may be one that the source leaves out,
 * because it is empty.
 */
export function inputFieldProblem(
	{ selectedInputFields }: Pick<Settings, 'selectedInputFields'>,
	items: readonly INodeExecutionData[],
): InputProblem | undefined {
	for (const name of selectedInputFields) {
		if (items.some(({ json }) => Object.hasOwn(json, name))) continue;
		// A nested field is a path, but only whole fields are kept.
		const [parent, ...rest] = name.split(/[.[]/);
		const near = nearestPath([parent, ...rest], items) ?? nearestPath([parent], items);
		if (near !== undefined)
			return {
				why: `Selected Input Fields names ${quoted(name)}, which no row has`,
				remedy: `Use ${quoted(near[0])}`,
			};
	}
	return undefined;
}

function readWants(value: unknown, problems: string[]): WantName[] {
	const wants = readNames(value, WANT_NAMES);
	const is = wants === null ? 'must be' : 'is empty. Choose';
	if (!wants?.length)
		problems.push(`${WANT.displayName} ${is} one or more of ${WANT_NAMES.join(', ')}`);
	return wants ?? [];
}

/**
 * Rejects a selection without any column that the operation can fill: the run would be charged for
 * nothing.
 */
function readFields(value: unknown, fillable: readonly Column[], problems: string[]): Column[] {
	const fields = readNames(value, COLUMN_NAMES);
	if (fields?.length === 0)
		problems.push('Fields is empty. Choose at least one column, or set Output to Simplified');
	else if (fields?.some((column) => fillable.includes(column)) !== true)
		problems.push(`Fields must be one or more of ${fillable.join(', ')}`);
	return fields ?? [];
}

/**
 * Reads a list, or comma-separated text. Returns its names in the order of `names`; null if one is
 * not among them.
 */
export function readNames<T extends string>(value: unknown, names: readonly T[]): T[] | null {
	const given: unknown =
		typeof value === 'string' ? value.split(',').map((one) => one.trim()) : (value ?? []);
	if (
		!Array.isArray(given) ||
		!given.every((one) => one === '' || names.some((name) => name === one))
	)
		return null;
	return names.filter((name) => given.includes(name));
}

/**
 * Finds the setting of a run whose expression has several values: only that of the first row would
 * apply. Returns a function that returns why the run can't start, from the settings of one more
 * row; undefined if nothing is wrong.
 */
export function settingsCheck(parameters: ParameterReader) {
	const settings = Object.entries(LABELS)
		.filter(([parameter]) => parameters.readsRow(parameter))
		.map(([parameter, label]) => ({ parameter, label, values: new Set<string>() }));
	return (index: number, json: IDataObject): string | undefined => {
		// Blank rows do not count, because they lack the columns of settings.
		if (settings.length === 0 || (index > 0 && Object.values(json).every(isEmpty)))
			return undefined;
		for (const { parameter, label, values } of settings) {
			const reading = parameters.row(index)(parameter);
			if (reading.is === 'thrown') return describeFailure(label, reading.why);
			// Sheets write one number as 100 and as "100".
			values.add(toText(reading.value)?.trim() ?? toJson(reading.value) ?? '');
			if (values.size > 1)
				return `${label} differs between rows. Choose it once, or split the rows with an If node first`;
		}
		return undefined;
	};
}
