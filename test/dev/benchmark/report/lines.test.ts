import { drawChart } from '../../../../dev/benchmark/report/charts';
import { lineChart } from './chartCases';
import { drawn, textsOf } from './drawn';

const placesOf = (chart: ReturnType<typeof lineChart>, texts: readonly string[]) => {
	const found = textsOf(drawn(chart));
	return texts.map((wanted) => found.filter(({ text }) => text === wanted)).map((all) => all.map(({ x }) => x));
};

it('places points by their numbers', () => {
	const [[one], [five], [eleven], [nineteen]] = placesOf(lineChart(), ['1', '5', '11', '19']);
	expect((five - one) / (nineteen - one)).toBeCloseTo(4 / 18, 2);
	expect((eleven - one) / (nineteen - one)).toBeCloseTo(10 / 18, 2);
});

it('places numbers that lie far apart by their logarithms', () => {
	const along = ['1,000', '10,000', '100,000', '1,000,000'];
	const [[first], [second], [third], [last]] = placesOf(lineChart({ along }), along);
	expect(second - first).toBeCloseTo(third - second, 0);
	expect(last - third).toBeCloseTo(third - second, 0);
});

it.each([
	['near each other', ['1 in flight', '5 in flight', '11 in flight', '19 in flight']],
	['far apart', ['0.3 s', '1 s', '7 s', '1,234.5 s']],
])('writes below the axis what is counted, with numbers that are %s', (_says, along) => {
	expect(placesOf(lineChart({ along }), along).map((all) => all.length)).toEqual([1, 1, 1, 1]);
});

it('writes each number above or below its point', () => {
	const numbers = ['101', '102', '103', '104', '201', '202', '203', '204'];
	const places = placesOf(lineChart(), numbers);
	expect(places.every((all) => all.length === 1)).toBe(true);
	expect(places.slice(0, 4)).toEqual(places.slice(4));
});

it('leaves a gap where there is no value, and draws 0 on a logarithmic axis', () => {
	const series = [{ name: 'This node', values: [40, null, 30, 0] }];
	const chart = lineChart({ scale: 'log', series });
	const [forty, thirty, nothing] = placesOf(chart, ['40', '30', '-']);
	expect([forty.length, thirty.length, nothing.length]).toEqual([1, 1, 0]);
	const [[zero], [end]] = placesOf(chart, ['0', '19']);
	expect(zero).toBeCloseTo(end, 0);
	const strokes = drawn(chart).filter(
		({ attributes: { fill, 'stroke-width': width } }) => fill === 'none' && width === '3',
	);
	expect(strokes.map(({ attributes }) => attributes.d.match(/[ML]/g)?.join(''))).toEqual(['MML']);
});

it('draws the first line stronger, and over the others', () => {
	const strokes = drawn(lineChart()).filter(
		({ attributes: { 'stroke-width': width = '', fill } }) => Number(width) > 1 && fill === 'none',
	);
	expect(strokes.map(({ attributes }) => [attributes.stroke, attributes['stroke-width']])).toEqual([
		['#e69f00', '2'],
		['#0072b2', '3'],
	]);
});

it.each(['This node', '', 'Node 2'])('refuses lines between names: %j', (name) => {
	expect(() => drawChart(lineChart({ along: ['1', '5', '11', name] }))).toThrow(
		`A line chart needs numbers along its lines, not "${name}".`,
	);
});
