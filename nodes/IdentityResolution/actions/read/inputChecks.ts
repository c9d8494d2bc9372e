import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { at, isEmpty, toJson, toText } from '../../api/json';
import {
	expressionProblem,
	plainColumn,
	type ParameterReader,
	type ParameterReading,
	type RowReader,
} from './parameterReader';
import { DATA_COLUMNS, OCCASIONAL_COLUMNS, STATUS_COLUMNS } from '../spec/operation';
import type { Outcome } from '../../run/outcome';
import { labelOf, RUN_PARAMETERS } from './settings';

/** The byte order mark, which some programs write before the first column of a CSV file. */
const MARK = '\uFEFF';

const MARK_REMEDY =
	'The first column starts with an invisible mark. In Extract from File, switch on Exclude Byte Order Mark (BOM).';

/** Returns the column that a parameter names although no row has it; null if there is none. */
export function missingColumn(parameter: unknown, items: readonly INodeExecutionData[]): string | null {
	const column = plainColumn(parameter);
	return column === null || items.some(({ json }) => Object.hasOwn(json, column)) ? null : column;
}

/** Returns a remedy if the rows come from a file with a byte order mark; else null. */
export const markRemedy = (items: readonly INodeExecutionData[]): string | null =>
	items.some(({ json }) => Object.keys(json)[0]?.startsWith(MARK)) ? MARK_REMEDY : null;

/**
 * Returns why the run must not start: Skip When names a column with our prefix that no operation has, so that found
 * rows would be paid again. Tables that omit empty cells may lack any column that exists.
 */
export function skipWhenProblem(
	{ parameters }: INode,
	items: readonly INodeExecutionData[],
	prefix: string,
): string | undefined {
	const column = missingColumn(at(parameters, 'options.skipWhen'), items);
	const isTypo =
		column !== null && prefix !== '' && column.startsWith(prefix) && !isOurs(column.slice(prefix.length));
	if (!isTypo || !items.some(({ json }) => json[`${prefix}status`] === 'found')) return undefined;
	return `Skip When names the column "${column}", which no row has, although rows were found before. Correct it`;
}

const isOurs = (name: string) => [...STATUS_COLUMNS, ...DATA_COLUMNS, ...OCCASIONAL_COLUMNS].includes(name);

/** Finds the setting of a run whose expression has several values: only that of the first row would apply. */
export class SettingsByRow {
	private readonly settings: ReadonlyArray<{ parameter: string; values: Set<string> }>;
	private found: Outcome | undefined;

	constructor(parameters: ParameterReader) {
		this.settings = RUN_PARAMETERS.filter((parameter) => parameters.readsRow(parameter)).map((parameter) => ({
			parameter,
			values: new Set(),
		}));
	}

	/** Why the run can't start; undefined if nothing is wrong. */
	get problem(): Outcome | undefined {
		return this.found;
	}

	/**
	 * Adds the values for a row that is looked up, or for the first one. Blank rows do not count, because they lack the
	 * columns of settings.
	 */
	add(readParameter: RowReader, index: number, json: IDataObject): void {
		if (this.settings.length === 0 || this.found !== undefined) return;
		if (index > 0 && Object.values(json).every(isEmpty)) return;
		for (const { parameter, values } of this.settings)
			this.found ??= this.problemWith(parameter, values, readParameter(parameter));
	}

	private problemWith(parameter: string, values: Set<string>, reading: ParameterReading): Outcome | undefined {
		const label = labelOf(parameter);
		if (reading.is === 'thrown') return expressionProblem(label, reading.why);
		values.add(textOf(reading.value));
		if (values.size < 2) return undefined;
		return {
			is: 'invalid',
			why: `${label} differs between rows. Choose it once, or split the rows with an If node first`,
		};
	}
}

/** Sheets write one number as 100 and as "100". */
const textOf = (value: unknown): string => toText(value)?.trim() ?? toJson(value) ?? '';
