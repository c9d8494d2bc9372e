import { pointLabels, type PointLabel } from '../../../../dev/benchmark/report/pointLabels';
import type { Chart } from '../../../../dev/benchmark/report/result';
import { lineChart } from './chartCases';

/** Labels of points that stand above each other, on an axis up to 100. */
const labelsOf = (values: Array<number | null>, scale: Chart['scale']) => {
	const series = [...values, 100].map((value, index) => ({
		name: `${index}`,
		values: index < values.length ? [value, null] : [null, value],
	}));
	return pointLabels(lineChart({ scale, along: ['1', '2'], series }))
		.slice(0, -1)
		.map(([label]) => label);
};

it.each<[string, Array<number | null>, Chart['scale'], PointLabel[]]>([
	['a single point', [50], 'linear', ['top']],
	['the lowest below, the highest above', [50, 52], 'linear', ['bottom', 'top']],
	['one between them where the next line is far', [20, 40, 60], 'linear', ['bottom', 'top', 'top']],
	['none between them where the next line is near', [20, 55, 60], 'linear', ['bottom', null, 'top']],
	['by heights and not by values on a logarithmic axis', [1, 55, 60], 'log', ['bottom', null, 'top']],
	['small values that are far apart on a logarithmic axis', [1, 3, 9], 'log', ['bottom', 'top', 'top']],
	['the same, which are near each other on a linear one', [1, 3, 9], 'linear', ['bottom', null, 'top']],
	['0, the lowest on a logarithmic axis', [0, 60], 'log', ['bottom', 'top']],
	['nothing where there is no point', [null, 20, 60], 'linear', [null, 'bottom', 'top']],
])('labels %s', (_says, values, scale, labels) => {
	expect(labelsOf(values, scale)).toEqual(labels);
});

it('labels points on the axis where all values are 0', () => {
	expect(pointLabels(lineChart({ along: ['1', '2'], series: [{ name: 'This node', values: [0, 0] }] }))).toEqual([
		['top', 'top'],
	]);
});
