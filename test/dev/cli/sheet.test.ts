import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';
import { assertWritable, readSheet, writeSheet } from '../../../dev/cli/sheet';

const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [before, after] = ['before.csv', 'after.csv'].map((name) => join(folder, name));

/** Returns what is written for a sheet and the values that the node adds to each row. */
function written(content: string, added: readonly IDataObject[]): string {
	writeFileSync(before, content);
	const sheet = readSheet(before);
	writeSheet(
		after,
		sheet,
		sheet.rows.map((row, place) => ({ json: { ...row, ...added[place] } })),
	);
	return readFileSync(after, 'utf8');
}

it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\0=1', '\ufeff=1', '＝1', '＋1', '－1', '＠x'])(
	'a text that the node added, %j, is written as plain text, and the same text of the user unchanged',
	(text) => {
		const own = `"${text}"`;
		const rows: string[][] = parse(written(`a,b\n1,${own}\n`, [{ enriched_title: text }]));
		expect(rows[1]).toEqual(['1', text, `'${text}`]);
	},
);

it.each([
	['a,b\n1,2\n', 'a,b,enriched_title\n1,2,x\n'],
	['\ufeffa;b;\nZoë;1,5\n', '\ufeffa;b;column_3;enriched_title\nZoë;1,5;;x\n'],
	['a|b\r\n\r\n"x ""y"",\nz"|=1\r\n', 'a|b|enriched_title\n||x\n"x ""y"",\nz"|=1|x\n'],
	['id,enriched_title,enriched_old\n1,=1,=2\n', 'id,enriched_title,enriched_old\n1,x,=2\n'],
])('the sheet %j keeps its cells and rows, and gets the new ones: %j', (content, expected) => {
	expect(written(content, [{ enriched_title: 'x' }, { enriched_title: 'x' }])).toBe(expected);
});

it.each([
	['a,a\n1,2\n', 'Two columns'],
	['a\n', 'no rows'],
	['a\n"1\n', 'is not a CSV file'],
])('the sheet %j is refused: %s', (content, reason) => {
	expect(() => written(content, [])).toThrow(reason);
});

it('a file is refused before the run if it is the sheet itself or cannot be written, and nothing else is left', () => {
	const link = join(folder, 'link.csv');
	linkSync(before, link);
	for (const file of [before, link]) expect(() => assertWritable(file, before)).toThrow('--out must be another file');
	expect(() => assertWritable(join(before, 'out.csv'), before)).toThrow("can't be written");
	assertWritable(after, before);
	expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});
