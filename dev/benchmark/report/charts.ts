import { init } from 'echarts';
import { barsOf } from './bars';
import { linesOf } from './lines';
import type { Chart } from './result';

/** What a page needs to react to the mouse, which no picture does. */
const FOR_THE_MOUSE = / (?:class="zr\d+-[^"]*"|ecmeta_\w+="[^"]*")|<style[\s\S]*?<\/style>/g;

/** Drawings are numbered within a process, and would each differ by that. */
const NUMBER_OF_DRAWING = /(?<= (?:id="|clip-path="url\(#))zr\d+-/g;

const PREFIX = 'bench-';
const ENDING = '.svg';

/** Name of a chart's file in the folder of images. */
export const pictureOf = ({ file }: Chart): string => `${PREFIX}${file}${ENDING}`;

/** Whether a file in the folder of images is a chart's. */
export const isPicture = (name: string): boolean => name.startsWith(PREFIX) && name.endsWith(ENDING);

/**
 * A chart as the text of an SVG file, the same each time.
 * @throws where a line chart has something else than numbers along its lines
 */
export function drawChart(chart: Chart): string {
	const { width, height, option } = chart.shape === 'bars' ? barsOf(chart) : linesOf(chart);
	const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height });
	try {
		drawing.setOption(option);
		return `${drawing.renderToSVGString().replace(FOR_THE_MOUSE, '').replace(NUMBER_OF_DRAWING, '').trimEnd()}\n`;
	} finally {
		drawing.dispose();
	}
}
