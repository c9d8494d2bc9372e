import { barChart } from './chartCases';
import { barsIn, drawn, textsOf } from './drawn';

const CONTENDERS = Array.from({ length: 8 }, (_, index) => `Contender ${index}`);
const numbersOf = (values: Array<number | null>, set = {}) => {
	const texts = textsOf(
		drawn(
			barChart({
				along: values.map((_, index) => `Contender ${index}`),
				series: [{ name: 'Time', values }],
				...set,
			}),
		),
	);
	const names = texts.filter(({ text }) => text.startsWith('Contender'));
	// Numbers stand at the height of their name; those below are the axis'.
	return names.map(({ y }) =>
		texts.filter(({ text, y: at }) => at === y && !text.startsWith('Contender')).map(({ text }) => text),
	);
};

describe.each(['log', 'linear'] as const)('bars on a %s axis', (scale) => {
	it('lie below each other, each with its number, in the order that was given', () => {
		expect(numbersOf([0.5, 1_234.6, 20], { scale })).toEqual([['0.5'], ['1,235'], ['20']]);
	});

	it('are longer for larger values and begin at one line', () => {
		const bars = barsIn(drawn(barChart({ scale, series: [{ name: 'Time', values: [0.03, 0.5, 20] }] })));
		expect(new Set(bars.map(({ x }) => x)).size).toBe(1);
		expect(bars[0].width).toBeGreaterThan(0);
		expect(bars[1].width).toBeGreaterThan(bars[0].width);
		expect(bars[2].width).toBeGreaterThan(bars[1].width);
	});

	it('are empty for 0 and for nothing, which have their labels', () => {
		const values = [0.5, 0, null, 3];
		expect(numbersOf(values, { scale })).toEqual([['0.5'], ['0'], ['-'], ['3']]);
		const bars = barsIn(
			drawn(barChart({ scale, along: CONTENDERS.slice(0, 4), series: [{ name: 'Time', values }] })),
		);
		expect(bars.map(({ width }) => width > 0)).toEqual([true, false, false, true]);
	});
});

it('gives a value that is a power of ten a bar, though the axis has a line there', () => {
	const bars = barsIn(drawn(barChart({ series: [{ name: 'Time', values: [1, 10, 100] }] })));
	expect(bars.every(({ width }) => width > 20)).toBe(true);
});

it('sets the first of single bars apart by its colour', () => {
	const [first, ...others] = barsIn(drawn(barChart())).map(({ fill }) => fill);
	expect(first).toBe('#0072b2');
	expect(new Set(others).size).toBe(1);
	expect(others).not.toContain(first);
});

it('gives each of several series one colour, the first the strong one', () => {
	const series = ['A', 'B', 'C', 'D'].map((name, index) => ({
		name,
		values: CONTENDERS.map((_, at) => index + at + 1),
	}));
	const bars = barsIn(drawn(barChart({ along: CONTENDERS, series })));
	expect(bars).toHaveLength(32);
	const colours = bars.slice(0, 4).map(({ fill }) => fill);
	expect(colours[0]).toBe('#0072b2');
	expect(new Set(colours).size).toBe(4);
	expect(bars.map(({ fill }) => fill)).toEqual(CONTENDERS.flatMap(() => colours));
});

it('grows with the number of bars', () => {
	const heightOf = (count: number, series: number) => {
		const values = CONTENDERS.slice(0, count).map(() => 1);
		const named = Array.from({ length: series }, (_, index) => ({ name: `Series ${index}`, values }));
		return Number(drawn(barChart({ along: CONTENDERS.slice(0, count), series: named }))[0].attributes.height);
	};
	expect(heightOf(8, 1) - heightOf(6, 1)).toBe(heightOf(4, 1) - heightOf(2, 1));
	expect(heightOf(8, 1)).toBeGreaterThan(heightOf(6, 1));
	expect(heightOf(8, 4) - heightOf(6, 4)).toBeGreaterThan(2 * (heightOf(8, 1) - heightOf(6, 1)));
});

it('keeps long names and a long title whole', () => {
	const long = 'A request for each row in a loop with a wait between the parts, and a second workflow for the rest';
	const elements = drawn(barChart({ title: `${long} ${long}`, along: ['This node', long, 'Ten at a time'] }));
	const texts = textsOf(elements);
	const [name] = texts.filter(({ text }) => text === long);
	const [title] = texts.filter(({ bold }) => bold);
	// Half its size for a character, and more where it is bold, is what a wide font takes. Names end where they are aligned, titles begin there.
	expect(name.x).toBeGreaterThan(long.length * 13 * 0.5);
	expect(Number(elements[0].attributes.width) - title.x).toBeGreaterThan(title.text.length * 16 * 0.58);
});
