import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { columnExpression } from '../../../dev/cli/columnExpression';
import { readSheet, type Sheet } from '../../../dev/cli/readSheet';
import { writeSheet } from '../../../dev/cli/writeSheet';
import { hostileServers, missing } from '../../support/hostileServer';
import { column, runOperation } from '../../support/nodeRun';

const folder = mkdtempSync(join(tmpdir(), 'hostile-sheet-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [before, after] = ['before.csv', 'after.csv'].map((name) => join(folder, name));

function read(bytes: string | Buffer): Sheet {
	writeFileSync(before, bytes);
	return readSheet(before);
}

/** The cells of a file, as whoever opens it sees them. */
const cellsIn = (file: string, delimiter: string): string[][] =>
	parse(readFileSync(file, 'utf8'), { delimiter, bom: true });

/** What a spreadsheet runs, or may run once it has dropped what it does not show. */
const STARTS_A_FORMULA = /^[=+\-@＝＋－＠\p{Cc}\p{Cf}]/u;

const FORMULAS = [
	'=1+1',
	'+1',
	'-1',
	'@SUM(1)',
	'\t=1',
	'\r=1',
	'\n=1',
	'\0=1',
	'＝1',
	'＋1',
	'－1',
	'＠x',
	'\ufeff=1',
	'=HYPERLINK("https://evil.example","x")',
	"=cmd|' /C calc'!A0",
];

describe('columns that the node added', () => {
	const write = (value: unknown) => {
		const sheet = read('a,b\n1,2\n');
		writeSheet(after, sheet, [{ json: { a: '1', b: '2', enriched_title: value as string } }]);
		return cellsIn(after, ',')[1][2];
	};

	it.each(FORMULAS)('%j is made plain text', (text) => expect(write(text)).toBe(`'${text}`));
	it.each([
		[-5, '-5'],
		[-0.5, '-0.5'],
		[1e21, '1e+21'],
		[0, '0'],
		[true, 'true'],
		[null, ''],
		[undefined, ''],
	])('%p stays what it is', (value, text) => expect(write(value)).toBe(text));
	it.each(['Head of Research', 'a=b', "'x", '1-2', ' x', 'ada@example.com', '"x"', 'a,b', 'a\nb', '<b>'])(
		'%j stays what it is',
		(text) => expect(write(text)).toBe(text),
	);
	it('an object is written as JSON, which no spreadsheet runs', () => expect(write({ a: '=1' })).toBe('{"a":"=1"}'));
});

describe('columns that came in', () => {
	const anyCell = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom(...FORMULAS, '', ' ', '"', '""', 'a"b', 'a\r\nb', 'a;b', 'a\tb', "'=1", 'Zoë', '1,5'),
	);
	const sheets = fc
		.record({
			width: fc.integer({ min: 2, max: 5 }),
			height: fc.integer({ min: 1, max: 6 }),
			delimiter: fc.constantFrom(',', ';', '\t'),
			lineEnd: fc.constantFrom('\n', '\r\n'),
			bom: fc.boolean(),
		})
		.chain(({ width, height, ...form }) =>
			fc
				.record({
					form: fc.constant(form),
					cells: fc.array(fc.array(anyCell, { minLength: width, maxLength: width }), {
						minLength: height,
						maxLength: height,
					}),
				})
				.map((sheet) => ({ ...sheet, header: Array.from({ length: width }, (_, place) => `column ${place}`) })),
		);

	it('stay what they were, cell by cell, formulas too, and ours beside them hold none', () => {
		fc.assert(
			fc.property(sheets, fc.array(anyCell, { minLength: 6, maxLength: 6 }), ({ header, cells, form }, added) => {
				const sheet = read(
					stringify([header, ...cells], {
						delimiter: form.delimiter,
						record_delimiter: form.lineEnd,
						bom: form.bom,
						quoted: true,
					}),
				);
				writeSheet(
					after,
					sheet,
					sheet.rows.map((row, place) => ({
						json: Object.fromEntries([
							...sheet.columns.map((name, cell): [string, string] => [name, row[cell]]),
							['enriched_title', added[place]],
						]),
					})),
				);
				const written = cellsIn(after, form.delimiter);
				expect(written.map((row) => row.slice(0, header.length))).toEqual([header, ...cells]);
				expect(
					written
						.slice(1)
						.map((row) => row.at(-1))
						.filter((cell) => STARTS_A_FORMULA.test(cell ?? '')),
				).toEqual([]);
			}),
			{ seed: 721, numRuns: 300 },
		);
	});

	it.each([
		['unix line ends', 'a,b\n1,2\n'],
		['Windows line ends', 'a,b\r\n1,2\r\n'],
		['a byte order mark', '\ufeffa,b\r\nZoë,2\r\n'],
		['semicolons', 'a;b\n1,5;2\n'],
		['formulas and quotes', 'a,b\n=1+1,"x ""y"", z"\n'],
	])('with %s are written byte for byte as they stood', (_what, text) => {
		const sheet = read(text);
		writeSheet(
			after,
			sheet,
			sheet.rows.map((row) => ({
				json: Object.fromEntries(sheet.columns.map((name, cell): [string, string] => [name, row[cell]])),
			})),
		);
		expect(readFileSync(after)).toEqual(Buffer.from(text));
	});

	it.each([
		['of an old Windows code page', Buffer.from('a,b\nZo\xeb,2\n', 'latin1')],
		['in UTF-16', Buffer.from('\ufeffa,b\n1,2\n', 'utf16le')],
	])('%s are refused rather than spoilt', (_what, bytes) => expect(() => read(bytes)).toThrow('is not UTF-8'));

	it('named like what every object inherits stay columns', () => {
		const sheet = read('__proto__,constructor\n1,2\n');
		writeSheet(after, sheet, [
			{
				json: Object.fromEntries([
					['__proto__', '1'],
					['constructor', '2'],
					['enriched_title', 'x'],
				]),
			},
		]);
		expect(cellsIn(after, ',')).toEqual([
			['__proto__', 'constructor', 'enriched_title'],
			['1', '2', 'x'],
		]);
	});
});

describe('the expression that reads a column', () => {
	const start = hostileServers();
	const names = [
		'LinkedIn',
		'a }} b',
		'{{ 1 + 1 }}',
		'x"] }}{{ $json["b',
		'}}',
		'={{ 1 }}',
		'it\'s "it"',
		'back\\slash',
		'two\nlines',
		'\u2028',
		'${1}',
		'`',
		'日本 ',
		'\ud83d\ude00',
		']',
		'$json',
	];

	it('reads that column, whatever its name, and runs nothing of it', async () => {
		const service = await start(missing);
		for (const [place, name] of names.entries()) {
			const rows = [{ [name]: `ada-example-${place}`, b: 'somebody-else' }] as IDataObject[];
			const run = await runOperation(service, {
				resource: 'personalEmail',
				operation: 'findBest',
				parameters: { linkedinUrl: columnExpression(name) },
				node: { onError: 'continueRegularOutput' },
				rows,
			});
			expect([name, column(run, 'enriched_status')]).toEqual([name, ['not_found']]);
		}
		expect(service.received.flatMap(({ inputs }) => inputs)).toEqual(
			names.map((_, place) => `https://www.linkedin.com/in/ada-example-${place}`),
		);
	});
});
