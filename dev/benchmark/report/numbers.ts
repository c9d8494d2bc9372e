import type { Chart } from './result';

const THREE_DIGITS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A value as it stands in a picture: `0.0123`, `1.5`, `12,346`, and `-` for none. */
export function readable(value: number | null): string {
	if (value === null) return '-';
	return (Math.abs(value) < 100 ? THREE_DIGITS : WHOLE).format(value);
}

/** Where the axis of values begins: a linear one at 0, a logarithmic one at a power of ten clearly below the smallest value above 0. */
export function startOf({ scale, series }: Chart): number {
	if (scale === 'linear') return 0;
	const above = series.flatMap(({ values }) =>
		values.flatMap((value) => (value !== null && value > 0 ? [value] : [])),
	);
	if (above.length === 0) return 1;
	// A value that begins where the axis does would have a bar without length, like a 0.
	return 10 ** Math.floor(Math.log10(Math.min(...above) / 1.5));
}

/** The value at which something is drawn: a 0 has no place of its own on a logarithmic axis, and is drawn at its start. */
export const placeOf = (value: number, start: number): number => Math.max(value, start);
