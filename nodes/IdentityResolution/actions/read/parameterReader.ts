import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { at, field, toJson } from '../../api/values/json';
import { memoize } from '../../api/values/memoize';
import { doneRoute, type Route } from '../../run/route';
import type { InputProblem } from './inputReader';

const COLUMN = /\$json(?:\.([A-Za-z_$][\w$]*)|\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\])/;
const REFERENCE = new RegExp(`^=\\{\\{\\s*${COLUMN.source}\\s*\\}\\}$`);

/**
 * Returns the column of an expression such as `={{ $json.email }}` or `={{ $json["E-mail"] }}`;
 * null for any other. Reading the item directly is far faster than n8n's expression engine.
 */
export function plainColumn(parameter: unknown): string | null {
	const match = typeof parameter === 'string' ? REFERENCE.exec(parameter) : null;
	const column = match?.slice(1).find((name) => name !== undefined) ?? null;
	// The engine handles inherited properties.
	return column === null || column in Object.prototype ? null : column;
}

/** The value of a parameter for one row, or why its expression failed. */
export type ParameterReading = { is: 'value'; value: unknown } | { is: 'thrown'; why: string };

export type RowReader = (parameter: string) => ParameterReading;

/**
 * Reads parameters per row: constants once, plain columns from the item, other expressions with
 * n8n's engine.
 */
export class ParameterReader {
	private readonly parameters: unknown;

	constructor(
		private readonly host: IExecuteFunctions,
		private readonly items: INodeExecutionData[],
	) {
		this.parameters = host.getNode().parameters;
	}

	row(index: number): RowReader {
		return (parameter) => this.readerOf(parameter)(index);
	}

	/** Whether a parameter may have another value in each row. */
	readsRow(parameter: string): boolean {
		const raw = this.rawOf(parameter);
		return containsExpression(raw) && EACH_ITEM.test(toJson(raw) ?? '');
	}

	isSet(parameter: string): boolean {
		return this.rawOf(parameter) !== undefined;
	}

	isExpression(parameter: string): boolean {
		return containsExpression(this.rawOf(parameter));
	}

	/**
	 * The parameter as written, or that of the collection that contains it if it is one expression.
	 */
	private rawOf(parameter: string): unknown {
		const parent = at(this.parameters, parameter.split('.')[0]);
		return typeof parent === 'string' ? parent : at(this.parameters, parameter);
	}

	/** Returns a function of the index of a row. */
	private readonly readerOf = memoize((parameter): ((index: number) => ParameterReading) => {
		const raw = at(this.parameters, parameter);
		const column = plainColumn(raw);
		const evaluateAt = (index: number) => evaluate(this.host, parameter, index);
		if (containsExpression(raw) && column === null) return evaluateAt;
		const first = evaluateAt(0);
		if (column === null) return () => first;
		// Some hosts refuse names such as `caller`.
		const isConfirmed =
			first.is === 'value' && Object.is(first.value, field(this.items.at(0)?.json, column));
		return isConfirmed
			? (index) => ({ is: 'value', value: field(this.items[index].json, column) })
			: evaluateAt;
	});
}

/** Evaluates a parameter for one row with n8n's engine; null if the operation does not show it. */
export function evaluate(
	host: IExecuteFunctions,
	parameter: string,
	index: number,
): ParameterReading {
	try {
		return { is: 'value', value: host.getNodeParameter(parameter, index, null) };
	} catch (error) {
		return { is: 'thrown', why: error instanceof Error ? error.message : String(error) };
	}
}

const EACH_ITEM = /\$json|\$itemIndex|\.item\b/;

/**
 * Whether a parameter value as written contains an expression. In a workflow written as JSON, it
 * may be an object.
 */
export function containsExpression(raw: unknown): boolean {
	if (typeof raw === 'object' && raw !== null) return Object.values(raw).some(containsExpression);
	return typeof raw === 'string' && raw.startsWith('=');
}

const AS_JSON = /JSON\.stringify|toJsonString/;

/**
 * Whether JSON text contains an expression whose value is put in as it is, so that a cell can add
 * fields.
 */
export const isTextAroundCells = (raw: unknown): boolean =>
	typeof raw === 'string' &&
	/^=\s*\{(?!\{)/.test(raw) &&
	raw
		.split('{{')
		.slice(1)
		.some((part) => !AS_JSON.test(part.split('}}', 1)[0]));

/** What a row has in the fields of its operation. */
export interface RowFields {
	/** By name. A field whose expression fails has none. */
	readonly values: Readonly<Record<string, unknown>>;
	readonly failures: readonly InputProblem[];
}

export function readFields(
	fields: readonly INodeProperties[],
	readParameter: RowReader,
): RowFields {
	const values: Record<string, unknown> = {};
	const failures: InputProblem[] = [];
	for (const { name, displayName: label } of fields) {
		const reading = readParameter(name);
		if (reading.is === 'value') values[name] = reading.value;
		else
			failures.push({
				why: describeFailure(label, reading.why),
				brief: `${label} could not be evaluated`,
			});
	}
	return { values, failures };
}

export const describeFailure = (label: string, why: string): string =>
	`The expression in ${label} could not be evaluated: ${why}`;

export const blankRoute = (why: string): Route => doneRoute({ is: 'skipped', why, by: 'blank' });

export const invalidRoute = (why: string): Route => doneRoute({ is: 'invalid', why });

/** How often n8n has run the node in this execution: 0 in its first run. */
export const runIndexOf = (host: IExecuteFunctions): number =>
	Number(host.evaluateExpression('{{ $runIndex }}', 0));

/** Returns the route of a row with an expression that fails; null for others. */
export const failedRoute = ({ failures }: RowFields): Route | null =>
	failures.length === 0 ? null : invalidRoute(failures[0].why);

/**
 * Why nothing may be sent: a setting or a later input, or a column. The texts have no full stop at
 * the end.
 */
export type RunProblem = Pick<InputProblem, 'why' | 'remedy'> & { concerns: 'settings' | 'column' };

export const settingsProblem = (why: string): RunProblem => ({ why, concerns: 'settings' });

export const refusedRoute = (problem: RunProblem): Route =>
	doneRoute({ is: 'invalid', ...problem });

/**
 * Returns the route of a row with an invalid field. One that is fixed is a setting, and invalid in
 * every row.
 */
export const invalidField = (name: string, why: string, parameters: ParameterReader): Route =>
	parameters.isExpression(name) ? invalidRoute(why) : refusedRoute(settingsProblem(why));
