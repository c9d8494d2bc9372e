import { format, type EChartsOption, type LegendComponentOption } from 'echarts';
import { readable } from './numbers';
import type { Chart } from './result';

/** A picture before it is drawn; sizes in px. */
export interface Picture {
	width: number;
	height: number;
	option: EChartsOption;
}

/** What pictures of both shapes have around their plot; sizes in px. */
export interface Frame {
	/** Height that title and legend take. */
	top: number;
	option: EChartsOption;
}

export const PADDING = 16;
export const INK = '#24292f';

/** Told apart by colour-blind readers (after Okabe and Ito), a strong one for the first. */
export const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#6e7781', '#24292f'];

/** Of all texts within the plot. */
export const TEXT = { fontSize: 13, color: INK };

/** Of the numbers beside bars and points: the edge keeps lines behind them away. */
export const NUMBER = { ...TEXT, show: true, textBorderColor: '#ffffff', textBorderWidth: 3 };

const FONT_FAMILY = 'Arial, Helvetica, sans-serif';
const TITLE_SIZE = 16;
const TITLE_HEIGHT = 60;
const LEGEND = { icon: 18, gap: 24, line: 22 };

// Readers' fonts differ, and the widest of the usual ones is a fifth wider than what is measured here.
const WIDEST = 1.2;
const BOLD = 1.15;

const measured = (text: string, size: number) => format.getTextRect(text, `${size}px ${FONT_FAMILY}`).width;

/** Room in px for the widest of some texts, in whatever font the reader has. */
export const roomFor = (texts: readonly string[], size = TEXT.fontSize): number =>
	Math.ceil(WIDEST * Math.max(0, ...texts.map((text) => measured(text, size))));

/** Room in px for the widest of the numbers in a chart. */
export const roomForNumbers = ({ series }: Chart): number =>
	roomFor(series.flatMap(({ values }) => values.map(readable)));

/** Width in px that leaves the title whole. */
export const leastWidth = ({ title }: Chart): number => roomFor([title], TITLE_SIZE * BOLD) + 2 * PADDING;

/** Background, title, unit, fonts, colours and, where there are several series, the legend. */
export function frameOf({ title, unit, scale, series }: Chart, width: number): Frame {
	const legend =
		series.length > 1
			? legendOf(
					series.map(({ name }) => name),
					width - 2 * PADDING,
				)
			: [];
	return {
		top: TITLE_HEIGHT + legend.length * LEGEND.line + PADDING / 2,
		option: {
			animation: false,
			backgroundColor: '#ffffff',
			color: COLOURS,
			textStyle: { ...TEXT, fontFamily: FONT_FAMILY },
			title: {
				text: title,
				subtext: scale === 'log' ? `${unit}, logarithmic scale` : unit,
				left: PADDING,
				top: PADDING,
				padding: 0,
				itemGap: 6,
				textStyle: { fontSize: TITLE_SIZE, color: INK },
				subtextStyle: { ...TEXT, color: '#57606a' },
			},
			legend,
		},
	};
}

/** A legend for each line: within one, echarts would put lines as far apart as names. */
function legendOf(names: readonly string[], width: number): LegendComponentOption[] {
	const room = roomFor(names);
	const across = Math.max(1, Math.floor(width / (LEGEND.icon + room + LEGEND.gap)));
	return Array.from({ length: Math.ceil(names.length / across) }, (_, line) => ({
		data: names.slice(line * across, (line + 1) * across),
		left: PADDING,
		top: TITLE_HEIGHT + line * LEGEND.line,
		padding: 0,
		itemWidth: LEGEND.icon,
		// A name is laid out as wide as it is measured: the gap takes what it may be wider.
		itemGap: LEGEND.gap + Math.ceil(room * (1 - 1 / WIDEST)),
		textStyle: TEXT,
	}));
}
