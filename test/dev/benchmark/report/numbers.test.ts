import { readable, startOf } from '../../../../dev/benchmark/report/numbers';
import { barChart } from './chartCases';

it.each<[number | null, string]>([
	[null, '-'],
	[0, '0'],
	[0.00012345, '0.000123'],
	[1.5, '1.5'],
	[12.345, '12.3'],
	[99.96, '100'],
	[123.45, '123'],
	[12_345.6, '12,346'],
	[1_000_000, '1,000,000'],
])('writes %p as %s', (value, text) => {
	expect(readable(value)).toBe(text);
});

it.each<[string, 'linear' | 'log', Array<number | null>, number]>([
	['at 0, where it is linear', 'linear', [5, 20], 0],
	['a power of ten below the smallest value', 'log', [5, 20], 1],
	['clearly below it', 'log', [1, 20], 0.1],
	['below the smallest that is above 0', 'log', [0, null, 0.05], 0.01],
	['anywhere where nothing is above 0', 'log', [0, null], 1],
])('begins the axis %s', (_says, scale, values, start) => {
	expect(startOf(barChart({ scale, series: [{ name: 'Time', values }] }))).toBe(start);
});
