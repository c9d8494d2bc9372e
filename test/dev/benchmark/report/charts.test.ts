import { drawChart, isPicture, pictureOf } from '../../../../dev/benchmark/report/charts';
import type { Chart } from '../../../../dev/benchmark/report/result';
import { barChart, lineChart } from './chartCases';
import { barsIn, drawn, textsOf } from './drawn';

const AWKWARD = 'a <b> & "c" \'d\' ]]> {e} é €';

const KINDS: Array<[string, Chart]> = [
	['bars on a logarithmic axis', barChart()],
	['bars on a linear axis', barChart({ scale: 'linear' })],
	['lines on a linear axis', lineChart()],
	['lines on a logarithmic axis', lineChart({ scale: 'log' })],
	['nothing but zeros', barChart({ series: [{ name: 'Time', values: [0, 0, 0] }] })],
	['nothing but gaps', lineChart({ scale: 'log', series: [{ name: 'Time', values: [null, null, null, null] }] })],
];

describe.each(KINDS)('a picture of %s', (_says, chart) => {
	it('is the same each time, whatever was drawn before', () => {
		const first = drawChart(chart);
		drawChart(barChart({ title: 'Another' }));
		expect(drawChart(chart)).toBe(first);
	});

	it('is well-formed whatever its texts hold, and shows them as they are', () => {
		const [name] = chart.series;
		const awkward = { ...chart, title: AWKWARD, unit: AWKWARD, series: [{ ...name, name: AWKWARD }, name] };
		const texts = textsOf(drawn(awkward)).map(({ text }) => text);
		expect(texts.filter((text) => text.startsWith(AWKWARD))).toHaveLength(3);
	});

	it('holds shapes and texts alone: nothing that runs, reacts or loads', () => {
		const elements = drawn(chart);
		const harmless = ['svg', 'rect', 'path', 'text', 'g', 'defs', 'clipPath'];
		expect(elements.map(({ name }) => name).filter((name) => !harmless.includes(name))).toEqual([]);
		const attributes = elements.flatMap((element) => Object.keys(element.attributes));
		expect(attributes.filter((name) => /^on|href|^class$|^ecmeta/.test(name))).toEqual([]);
	});

	it('lies on white, so that it reads on dark pages too', () => {
		const [svg, ground] = drawn(chart);
		const { width, height } = svg.attributes;
		expect(ground).toMatchObject({ name: 'rect', attributes: { x: '0', y: '0', width, height, fill: '#ffffff' } });
	});

	it('has its title and its unit above it', () => {
		const unit = chart.scale === 'log' ? 'seconds, logarithmic scale' : 'seconds';
		const texts = textsOf(drawn(chart));
		const [title] = texts.filter(({ text }) => text === chart.title);
		expect(title.bold).toBe(true);
		expect(texts.map(({ text }) => text)).toContain(unit);
	});
});

it('has a legend only where there are several series', () => {
	const names = (chart: Chart) => textsOf(drawn(chart)).map(({ text }) => text);
	expect(names(lineChart())).toEqual(expect.arrayContaining(['This node', 'Another']));
	expect(names(barChart())).not.toContain('Time');
});

it('leaves room for a legend of many names', () => {
	const series = Array.from({ length: 8 }, (_, index) => ({
		name: `A series with a long name, number ${index}`,
		values: [1, 2, 3],
	}));
	const elements = drawn(barChart({ series }));
	const legend = textsOf(elements).filter(({ text }) => text.startsWith('A series'));
	const width = Number(elements[0].attributes.width);
	expect(legend).toHaveLength(8);
	// Eight px for each character is more than a wide font takes.
	for (const { text, x } of legend) expect(x + text.length * 8).toBeLessThanOrEqual(width);
	const [first] = barsIn(elements);
	expect(Math.max(...legend.map(({ y }) => y)) + 20).toBeLessThan(first.y);
});

it('is kept in files that are told from other pictures', () => {
	expect(pictureOf(barChart({ file: 'cpu-per-lookup' }))).toBe('bench-cpu-per-lookup.svg');
	expect(isPicture('bench-cpu-per-lookup.svg')).toBe(true);
	expect(isPicture('panel.png')).toBe(false);
	expect(isPicture('bench-notes.png')).toBe(false);
});
