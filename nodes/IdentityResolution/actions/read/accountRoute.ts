import { readBody } from '../../api/identifiers/body';
import { USAGE_PERIODS } from '../../api/account/usage';
import { doneRoute, lookupOf, type Route, singleLookup } from '../../run/lookup';
import { ITEM_PER_DAY, PERIOD, SIMPLIFY } from '../spec/accountFields';
import type { AccountOperation } from '../spec/operation';
import { isTruthy } from '../../api/json';
import { invalidExpression, type ParameterReading, type RowReader } from './parameterReader';
import { cellText, quoted } from '../../api/identifiers/identifier';

/** A chosen value, or the route of a row whose value is not among the options. */
export type Choice<T> = { is: 'made'; value: T } | { is: 'refused'; route: Route };

/** Reads a parameter with options for one row. An expression may return any value. */
export function readRowOption<T extends string>(
	label: string,
	cell: ParameterReading,
	choices: readonly T[],
): Choice<T> {
	if (cell.is === 'thrown') return { is: 'refused', route: invalidExpression(label, cell.why) };
	const value = choices.find((one) => one === cell.value);
	if (value !== undefined) return { is: 'made', value };
	const why = `${label} must be one of ${choices.join(', ')}, ${given(cellText(cell.value))}`;
	return { is: 'refused', route: doneRoute({ is: 'invalid', why }) };
}

function given(value: string | null): string {
	if (value === null) return 'not an object or a list';
	return value === '' ? 'and it is empty' : `not ${quoted(value)}`;
}

/** Returns the routes of an operation about the account. */
export const routeForAccount =
	({ tool, fields }: AccountOperation) =>
	(readParameter: RowReader): Route => {
		for (const { name, displayName } of fields) {
			const reading = readParameter(name);
			if (reading.is === 'thrown') return invalidExpression(displayName, reading.why);
		}
		if (!fields.includes(PERIOD)) return singleLookup(lookupOf(tool, readBody({}), 'without'));
		const period = readRowOption(PERIOD.displayName, readParameter(PERIOD.name), USAGE_PERIODS);
		if (period.is === 'refused') return period.route;
		return singleLookup(lookupOf(tool, readBody({ period: period.value }), 'without'));
	};

/** How a row shows its record. */
export function formOf(readParameter: RowReader): 'raw' | 'rows' | 'total' {
	const isOn = (name: string): boolean => {
		const reading = readParameter(name);
		return reading.is === 'value' && isTruthy(reading.value);
	};
	if (!isOn(SIMPLIFY.name)) return 'raw';
	return isOn(ITEM_PER_DAY.name) ? 'rows' : 'total';
}
