import { SaxesParser } from 'saxes';
import { drawChart } from '../../../../dev/benchmark/report/charts';
import type { Chart } from '../../../../dev/benchmark/report/result';

/** An element of a picture. */
export interface Element {
	name: string;
	attributes: Record<string, string>;
	/** All text in it. */
	text: string;
}

/** Elements of an SVG in the order of their beginnings. @throws where it is no well-formed XML */
export function elementsOf(svg: string): Element[] {
	const parser = new SaxesParser({ xmlns: true });
	const elements: Element[] = [];
	const open: Element[] = [];
	parser.on('error', (error) => {
		throw error;
	});
	parser.on('opentag', ({ name, attributes }) => {
		const plain = Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]));
		const element = { name, attributes: plain, text: '' };
		elements.push(element);
		open.push(element);
	});
	parser.on('text', (text) => open.forEach((element) => (element.text += text)));
	parser.on('cdata', (text) => open.forEach((element) => (element.text += text)));
	parser.on('closetag', () => open.pop());
	parser.write(svg).close();
	return elements;
}

export const drawn = (chart: Chart): Element[] => elementsOf(drawChart(chart));

/** Texts of a picture with the point that each is aligned at, in px. */
export const textsOf = (elements: readonly Element[]) =>
	elements
		.filter(({ name }) => name === 'text')
		.map(({ text, attributes }) => {
			const [, x, y] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(attributes.transform ?? '') ?? [];
			return { text, x: Number(x), y: Number(y), bold: attributes.style.includes('bold') };
		});

/** Bars as rectangles in px, with their colours, from top to bottom. */
export const barsIn = (elements: readonly Element[]) =>
	elements
		.flatMap(({ name, attributes: { d = '', fill } }) => {
			const [, x, y, width] = /^M([\d.]+) ([\d.]+)l([\d.]+) 0l0 [\d.]+l-?[\d.]+ 0Z$/.exec(d) ?? [];
			return name === 'path' && fill?.startsWith('#') && width !== undefined
				? [{ x: Number(x), y: Number(y), width: Number(width), fill }]
				: [];
		})
		.sort((a, b) => a.y - b.y);
