import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawChart, isPicture, pictureOf } from './charts';
import { markdownOf } from './markdown';
import type { Report } from './report';

/**
 * Writes benchmark.md and its pictures, and removes pictures of earlier runs that are no longer drawn. Only for a whole run: what it leaves out is gone.
 * @param docs the folder; its `images` may hold pictures of others
 * @throws where two charts would be the same file, or a chart can't be drawn; then nothing is written
 */
export function writeReport(report: Report, docs: string): void {
	const pictures = new Map<string, string>();
	for (const chart of report.tables.flatMap(({ charts }) => charts)) {
		const file = pictureOf(chart);
		if (pictures.has(file)) throw new Error(`Two charts are named "${chart.file}".`);
		pictures.set(file, drawChart(chart));
	}
	const images = join(docs, 'images');
	mkdirSync(images, { recursive: true });
	for (const [file, text] of pictures) writeFileSync(join(images, file), text);
	for (const file of readdirSync(images)) {
		if (isPicture(file) && !pictures.has(file)) rmSync(join(images, file));
	}
	writeFileSync(join(docs, 'benchmark.md'), markdownOf(report));
}
