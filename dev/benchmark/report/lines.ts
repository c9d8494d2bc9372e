import type { LineSeriesOption } from 'echarts';
import { frameOf, INK, leastWidth, NUMBER, PADDING, roomForNumbers, TEXT, type Picture } from './frame';
import { placeOf, readable, startOf } from './numbers';
import { pointLabels, type PointLabel } from './pointLabels';
import type { Chart } from './result';
import { valueAxis } from './valueAxis';

const PLOT = { width: 640, height: 340 };

/** Between the lower axis and its numbers: room for that of a point on the axis. */
const BELOW_AXIS = 26;
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond'];

/** Numbers that lie further apart than this are placed by their logarithms. */
const FAR_APART = 20;

/** Part of the axis that stays free at either end, so that nothing is written over the other axis. */
const MARGIN = 0.05;

/** Points stand where their number is, however unevenly the numbers are spaced. */
export function linesOf(chart: Chart): Picture {
	const { series } = chart;
	const along = chart.along.map(numberOf);
	const start = startOf(chart);
	const side = PADDING + roomForNumbers(chart);
	const width = Math.max(PLOT.width + side, leastWidth(chart));
	const { top, option } = frameOf(chart, width);
	const labels = pointLabels(chart);
	return {
		width,
		height: top + PLOT.height,
		option: {
			...option,
			// Numbers at the axes count as part of this.
			grid: {
				left: PADDING,
				right: side,
				top: top + PADDING,
				bottom: PADDING,
				outerBoundsMode: 'same',
				outerBoundsContain: 'axisLabel',
			},
			xAxis: {
				...axisThrough(along),
				axisLine: { onZero: false, lineStyle: { color: INK } },
				axisTick: { show: true, customValues: along },
				axisLabel: {
					...TEXT,
					customValues: along,
					formatter: (value: number) => chart.along[along.indexOf(value)],
					margin: BELOW_AXIS,
				},
				splitLine: { show: false },
			},
			yAxis: valueAxis(chart),
			series: series.map(({ name, values }, index): LineSeriesOption => ({
				type: 'line',
				name,
				symbol: SYMBOLS[index % SYMBOLS.length],
				symbolSize: 9,
				// The first is drawn over the others.
				z: 2 + series.length - index,
				lineStyle: { width: index === 0 ? 3 : 2 },
				clip: false,
				labelLayout: { hideOverlap: true },
				data: values.map((value, at) => ({
					value: [along[at], value === null ? '-' : placeOf(value, start)],
					label: labelOf(value, labels[index][at]),
				})),
			})),
		},
	};
}

const labelOf = (value: number | null, position: PointLabel) =>
	position === null ? { show: false } : { ...NUMBER, formatter: readable(value), position };

function axisThrough(numbers: readonly number[]) {
	const least = Math.min(...numbers);
	const most = Math.max(...numbers);
	if (least > 0 && most / least > FAR_APART) {
		const margin = (most / least) ** MARGIN;
		return { type: 'log' as const, min: least / margin, max: most * margin };
	}
	const margin = (most - least) * MARGIN;
	return { type: 'value' as const, min: least - margin, max: most + margin };
}

/** Reads `1,000` or `5 in flight`. @throws where no number begins it: a line between names would mean nothing */
function numberOf(text: string): number {
	const number = Number.parseFloat(text.replaceAll(',', ''));
	if (!Number.isFinite(number)) throw new Error(`A line chart needs numbers along its lines, not "${text}".`);
	return number;
}
