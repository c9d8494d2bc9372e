import { TEXT } from './frame';
import { readable, startOf } from './numbers';
import type { Chart } from './result';

/** The axis that a chart's values are read from. */
export function valueAxis(chart: Chart) {
	const start = startOf(chart);
	const axis = {
		// Bars begin here too; on a logarithmic axis they would else begin at 1.
		startValue: start,
		axisLabel: { ...TEXT, formatter: readable },
		splitLine: { lineStyle: { color: '#d8dee4' } },
	};
	return chart.scale === 'log' ? { ...axis, type: 'log' as const } : { ...axis, type: 'value' as const };
}
