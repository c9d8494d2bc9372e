import type { Chart } from '../../../../dev/benchmark/report/result';

const bars: Chart = {
	file: 'time',
	title: 'A sheet of 1,000 rows',
	unit: 'seconds',
	shape: 'bars',
	scale: 'log',
	along: ['This node', 'One request for each row', 'Ten at a time'],
	series: [{ name: 'Time', values: [0.5, 1_234.6, 20] }],
};

/** Bars on a logarithmic axis, one for each of three contenders. */
export const barChart = (set: Partial<Chart> = {}): Chart => ({ ...bars, ...set });

/** Two lines of four points. */
export const lineChart = (set: Partial<Chart> = {}): Chart => ({
	...bars,
	shape: 'lines',
	scale: 'linear',
	along: ['1', '5', '11', '19'],
	series: [
		{ name: 'This node', values: [101, 102, 103, 104] },
		{ name: 'Another', values: [201, 202, 203, 204] },
	],
	...set,
});
