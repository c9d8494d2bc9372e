import type { BarSeriesOption } from 'echarts';
import {
	COLOURS,
	frameOf,
	INK,
	leastWidth,
	NUMBER,
	PADDING,
	roomFor,
	roomForNumbers,
	TEXT,
	type Picture,
} from './frame';
import { placeOf, readable, startOf } from './numbers';
import type { Chart } from './result';
import { valueAxis } from './valueAxis';

const PLOT_WIDTH = 520;
const AXIS_HEIGHT = 24;
const BAR = 16;
const BETWEEN_BARS = 3;
const BETWEEN_GROUPS = 14;
const NAME_GAP = 10;

const OTHERS = '#8c959f';

/** Bars lie, so that names of any length stand beside them. */
export function barsOf(chart: Chart): Picture {
	const { along, series } = chart;
	const start = startOf(chart);
	const left = PADDING + roomFor(along) + NAME_GAP;
	const right = roomForNumbers(chart) + PADDING;
	const width = Math.max(left + PLOT_WIDTH + right, leastWidth(chart));
	const { top, option } = frameOf(chart, width);
	const group = series.length * (BAR + BETWEEN_BARS) - BETWEEN_BARS + BETWEEN_GROUPS;
	const plot = along.length * group;
	return {
		width,
		height: top + plot + AXIS_HEIGHT + PADDING,
		option: {
			...option,
			grid: { left, right, top, height: plot, outerBoundsMode: 'none' },
			xAxis: valueAxis(chart),
			yAxis: {
				type: 'category',
				data: [...along],
				inverse: true,
				axisTick: { show: false },
				axisLine: { lineStyle: { color: INK } },
				axisLabel: { ...TEXT, interval: 0, margin: NAME_GAP },
			},
			series: series.map(({ name, values }): BarSeriesOption => ({
				type: 'bar',
				name,
				barWidth: BAR,
				barGap: `${(100 * BETWEEN_BARS) / BAR}%`,
				label: { ...NUMBER, position: 'right' },
				data: values.map((value, index) => ({
					value: placeOf(value ?? 0, start),
					label: { formatter: readable(value) },
					itemStyle: series.length === 1 ? { color: index === 0 ? COLOURS[0] : OTHERS } : {},
				})),
			})),
		},
	};
}
