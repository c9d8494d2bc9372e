import { placeOf, startOf } from './numbers';
import type { Chart } from './result';

/** Where the number of a point is written; null where there is no room, or no point. */
export type PointLabel = 'top' | 'bottom' | null;

/** Room in parts of the axis that a number needs below the next line. */
const CLEAR = 0.12;

/** For each series, where the numbers of its points go: none may look as if it were its neighbour's. */
export function pointLabels(chart: Chart): PointLabel[][] {
	const { along, series } = chart;
	const heightOf = heightsIn(chart);
	const columns = along.map((_, at) => labelsOf(series.map(({ values }) => heightOf(values[at]))));
	return series.map((_, index) => columns.map((column) => column[index]));
}

/** @param heights of points that stand above each other */
function labelsOf(heights: ReadonlyArray<number | null>): PointLabel[] {
	const points = heights.filter((height) => height !== null);
	const lowest = Math.min(...points);
	return heights.map((height) => {
		if (height === null) return null;
		const next = Math.min(...points.filter((other) => other > height));
		if (height === lowest && next < Infinity) return 'bottom';
		return next - height >= CLEAR ? 'top' : null;
	});
}

/** Heights as parts of the way from the start of the axis to the largest value. */
function heightsIn(chart: Chart): (value: number | null) => number | null {
	const start = startOf(chart);
	const scaled = (value: number) => (chart.scale === 'log' ? Math.log10(placeOf(value, start)) : value);
	const bottom = scaled(start);
	const top = Math.max(...chart.series.flatMap(({ values }) => values.map((value) => scaled(value ?? start))));
	return (value) => (value === null ? null : (scaled(value) - bottom) / (top - bottom || 1));
}
