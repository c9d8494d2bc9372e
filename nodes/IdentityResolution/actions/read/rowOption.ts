import { cellText, quoted } from '../../api/identifiers/identifier';
import { doneRoute, type Route } from '../../run/lookup';
import { invalidExpression } from './lookupRoute';
import type { ParameterReading } from './parameterReader';

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
