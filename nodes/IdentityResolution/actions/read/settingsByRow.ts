import type { IDataObject } from 'n8n-workflow';
import { isEmpty, toJson, toText } from '../../api/json';
import type { Outcome } from '../../run/outcome';
import { expressionProblem } from './lookupRoute';
import type { ParameterReader, ParameterReading, RowReader } from './parameterReader';
import { labelOf, RUN_PARAMETERS } from './settings';

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
