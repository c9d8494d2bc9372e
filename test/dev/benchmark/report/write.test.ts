import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawChart } from '../../../../dev/benchmark/report/charts';
import { markdownOf } from '../../../../dev/benchmark/report/markdown';
import type { Chart } from '../../../../dev/benchmark/report/result';
import { writeReport } from '../../../../dev/benchmark/report/write';
import { barChart, lineChart } from './chartCases';
import { benchTable, LEGEND, MACHINE } from './tables';

const reportOf = (...charts: Chart[]) => ({
	machine: MACHINE,
	legend: LEGEND,
	latencyMs: 100,
	tables: charts.map((chart, index) => benchTable({ id: `${index}`, charts: [chart] })),
});

let docs = '';
beforeEach(() => (docs = mkdtempSync(join(tmpdir(), 'docs-'))));
afterEach(() => rmSync(docs, { recursive: true }));

const read = (...path: string[]) => readFileSync(join(docs, ...path), 'utf8');
const images = () => readdirSync(join(docs, 'images')).sort();

it('writes the text and a picture for each chart of each table', () => {
	const growth = lineChart({ file: 'growth' });
	const report = reportOf(barChart(), growth);
	writeReport(report, docs);
	expect(read('benchmark.md')).toBe(markdownOf(report));
	expect(images()).toEqual(['bench-growth.svg', 'bench-time.svg']);
	expect(read('images', 'bench-growth.svg')).toBe(drawChart(growth));
	expect(read('images', 'bench-time.svg')).toBe(drawChart(barChart()));
});

it('removes its pictures that are no longer drawn, and no others', () => {
	mkdirSync(join(docs, 'images'));
	for (const file of ['bench-gone.svg', 'bench-time.svg', 'bench-notes.png', 'panel.svg'])
		writeFileSync(join(docs, 'images', file), 'earlier');
	writeReport(reportOf(barChart()), docs);
	expect(images()).toEqual(['bench-notes.png', 'bench-time.svg', 'panel.svg']);
	expect(read('images', 'bench-time.svg')).not.toBe('earlier');
});

it.each([
	['two charts have one name', [barChart(), lineChart()], 'Two charts are named "time".'],
	[
		'a chart cannot be drawn',
		[barChart(), lineChart({ file: 'growth', along: ['a', 'b', 'c', 'd'] })],
		'A line chart needs numbers',
	],
])('leaves everything as it was where %s', (_says, charts, message) => {
	mkdirSync(join(docs, 'images'));
	writeFileSync(join(docs, 'images', 'bench-gone.svg'), 'earlier');
	expect(() => writeReport(reportOf(...charts), docs)).toThrow(message);
	expect(images()).toEqual(['bench-gone.svg']);
	expect(readdirSync(docs)).toEqual(['images']);
});
