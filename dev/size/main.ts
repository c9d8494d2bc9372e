// Measures how much one has to read: lines, files that a row enters, import circles, settings.
// Usage: main.ts. Prints each number beside its target.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import Table from 'cli-table3';
import { removePackedNode, unpackNode } from '../n8n/engine/packedNode';
import { entered, settingsOf } from './entered';
import { foldersInCircles } from './importCircles';

const filesIn = (...patterns: string[]): string[] =>
	execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
		.trim()
		.split('\n');

const linesIn = (files: readonly string[]): number =>
	files.reduce((lines, file) => lines + readFileSync(file, 'utf8').split('\n').length - 1, 0);

const product = filesIn('nodes/**/*.ts', 'credentials/*.ts');
const tests = filesIn('test/**/*.ts', 'dev/**/*.ts', 'dev/**/*.mjs', 'dev/**/*.cjs', 'test/**/*.cjs');

async function main(): Promise<void> {
	const folder = unpackNode();
	try {
		const [findBest, resolve] = [await entered(folder, 'findBest'), await entered(folder, 'resolve')];
		const circles = foldersInCircles(filesIn('nodes/IdentityResolution/actions/**/*.ts'));
		const rows: Array<[what: string, measured: number, target: number | string]> = [
			['product lines', linesIn(product), 11_500],
			['product files', product.length, '-'],
			['files that one row of Find Best enters', findBest.files, 60],
			['functions that one row of Find Best enters', findBest.functions, '-'],
			['files that one row of Resolve enters', resolve.files, 75],
			['functions that one row of Resolve enters', resolve.functions, '-'],
			['folders of actions/ in an import circle', circles.length, 0],
			['settings of a lookup', await settingsOf(folder), 14],
			['test and dev lines', linesIn(tests), 48_000],
		];
		const table = new Table({
			head: ['', 'now', 'at most'],
			colAligns: ['left', 'right', 'right'],
			style: { compact: true, head: [], border: [] },
		});
		for (const [what, measured, target] of rows)
			table.push([what, measured.toLocaleString('en-US'), target.toLocaleString('en-US')]);
		process.stdout.write(`${table.toString()}\n`);
	} finally {
		removePackedNode(folder);
	}
}

void main();
