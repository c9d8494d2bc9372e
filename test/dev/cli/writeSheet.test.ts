import {
	linkSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { asItem, readSheet, type Sheet } from '../../../dev/cli/readSheet';
import { assertWritable, outFileOf, saveSheet, writeSheet } from '../../../dev/cli/writeSheet';

const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
const workingFolder = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => {
	process.chdir(workingFolder);
	rmSync(folder, { recursive: true });
});

function read(content: string | Buffer): Sheet {
	writeFileSync('before.csv', content);
	return readSheet('before.csv');
}

/** Writes a sheet with the values that the node added to each row, and returns the text of the file. */
function write(sheet: Sheet, added: ReadonlyArray<Record<string, unknown>> = []): string {
	const items = sheet.rows.map((row, place) => ({ json: Object.assign(asItem(sheet, row), added[place]) }));
	writeSheet('deep/after.csv', sheet, items);
	return readFileSync('deep/after.csv', 'utf8');
}

const FORMULA = /^[=+\-@＝＋－＠\p{Cc}\p{Cf}]/u;
const FORMULAS = [
	...['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '\0=1', '\ufeff=1'],
	...['＝1', '＋1', '－1', '＠x'],
];

it.each<[unknown, string]>([
	...FORMULAS.map((text): [string, string] => [text, `'${text}`]),
	[-0.5, '-0.5'],
	[true, 'true'],
	[null, ''],
	[{ a: '=1' }, '{"a":"=1"}'],
	[' "x"\n<b>', ' "x"\n<b>'],
])('a value that the node added, %j, is written as %j, which no spreadsheet runs', (value, text) => {
	const rows: string[][] = parse(write(read('a,b\n1,2\n'), [{ enriched_title: value }]));
	expect(rows[1][2]).toBe(text);
});

describe("the user's own cells", () => {
	const anyCell = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom(...FORMULAS, '', ' ', '"', '""', 'a"b', 'a\r\nb', 'a;b', 'a\tb', "'=1", 'Zoë', '1,5'),
	);
	const anyRow = fc.array(anyCell, { minLength: 3, maxLength: 3 });
	const anyForm = fc.record({
		delimiter: fc.constantFrom(',', ';', '\t'),
		record_delimiter: fc.constantFrom('\n', '\r\n'),
		bom: fc.boolean(),
	});

	it('are written unchanged, formulas too, next to added cells without formulas', () => {
		fc.assert(
			fc.property(anyForm, fc.array(anyRow, { minLength: 1, maxLength: 6 }), anyCell, (form, rows, answer) => {
				const cells = [['a', 'b', 'c'], ...rows];
				const added = rows.map(() => ({ enriched_title: answer }));
				const text = write(read(stringify(cells, { ...form, quoted: true })), added);
				const written: string[][] = parse(text, { delimiter: form.delimiter, bom: true });
				expect(written.map((row) => row.slice(0, 3))).toEqual(cells);
				expect(written.slice(1).filter(([, , , own]) => FORMULA.test(own))).toEqual([]);
				expect(readSheet('deep/after.csv').rows).toEqual(written.slice(1));
			}),
			{ seed: 721, numRuns: 300 },
		);
	});

	it.each([
		...['a,b\n1,2\n', '\ufeffa,b\r\nZoë,2\r\n', 'a;b\n1,5;2\n', 'a,b\n=1+1,"x ""y"", z"\n', 'a,a\n1,2\n'],
		...['\ufeffsep=;\r\na;b\r\n1,5;2\r\n', 'sep=|\n\na|b\n1|2\n', 'a\n1\n\n2\n\n'],
		'Notes:\n"a, b"\n\nname,Email\nZoë,zoe@example.com\n',
		'Zoë,,\r\n,,\r\nName,URL,x\r\nAda,https://www.linkedin.com/in/ada-example,\r\n',
	])('are written byte for byte: %j', (text) => expect(write(read(text))).toBe(text));

	it('keep their row and place if lines are blank, short or long', () => {
		const sheet = read('a,b\n1\n\n2,3,4\n');
		const added = ['w', 'x', 'y'].map((enriched_title) => ({ enriched_title }));
		expect(write(sheet, added)).toBe('a,b,column_3,enriched_title\n1,,,w\n,,,x\n2,3,4,y\n');
	});

	it.each<[string, Buffer]>([
		['UTF-16', Buffer.from('\ufeffname,city\r\nZoë,“Łódź” €\r\n', 'utf16le')],
		['UTF-16', Buffer.from('\ufeffname,city\r\nZoë,“Łódź” €\r\n', 'utf16le').swap16()],
		['Windows-1252', Buffer.from('name,city\r\nZo\xeb,\x93K\xf6ln\x94 \x80\r\n', 'latin1')],
	])('become UTF-8 with a byte order mark if they are %s', (encoding, bytes) => {
		const sheet = read(bytes);
		expect(sheet.remarks).toEqual([
			expect.stringContaining(`before.csv was read as ${encoding} (save it as UTF-8`),
		]);
		expect(write(sheet)).toMatch(/^\ufeffname,city\r\nZoë,“(Łódź|Köln)” €\r\n$/);
	});
});

it('a sheet that was enriched before gets new values in its existing columns', () => {
	const sheet = read('linkedin,enriched_status,enriched_note,enriched_old\nada-example,deferred,=1+1,=2+2\n');
	expect(write(sheet, [{ enriched_status: 'found', enriched_note: '=3+3', enriched_country: 'Norway' }])).toBe(
		"linkedin,enriched_status,enriched_note,enriched_old,enriched_country\nada-example,found,'=3+3,=2+2,Norway\n",
	);
});

it('a sheet that can no longer be written is saved elsewhere, because its answers were paid for', () => {
	mkdirSync('taken.csv/full', { recursive: true });
	const sheet = read('a\n1\n');
	const { file, problem } = saveSheet('taken.csv', sheet, [{ json: { a: '1', enriched_title: 'x' } }]);
	expect([problem, readFileSync(file, 'utf8')]).toEqual([
		expect.stringContaining('taken.csv'),
		'a,enriched_title\n1,x\n',
	]);
	rmSync(file);
	expect(saveSheet('free.csv', sheet, [{ json: { a: '1' } }])).toEqual({ file: 'free.csv', problem: null });
});

it('a file that cannot be written is refused before and after the run, and nothing half-written remains', () => {
	mkdirSync('folder.csv/full', { recursive: true });
	writeFileSync('earlier.csv', 'earlier');
	writeFileSync('source.csv', 'a,b\n1,2\n');
	for (const path of ['folder.csv', 'earlier.csv/out.csv']) {
		expect(() => assertWritable(path, 'source.csv')).toThrow("can't be written");
		expect(() => writeSheet(path, read('a,b\n1,2\n'), [{ json: {} }])).toThrow("can't be written");
	}
	assertWritable('earlier.csv', 'source.csv');
	expect(readFileSync('earlier.csv', 'utf8')).toBe('earlier');
	expect(readdirSync('.').filter((name) => name.endsWith('.part'))).toEqual([]);
});

it.each(['deep/../own.csv', 'symbolic.csv', 'hard.csv'])('the sheet is never written over itself as %s', (out) => {
	mkdirSync('deep', { recursive: true });
	writeFileSync('own.csv', 'a,b\n1,2\n');
	if (out === 'symbolic.csv') symlinkSync('own.csv', out);
	if (out === 'hard.csv') linkSync('own.csv', out);
	expect(() => assertWritable(out, 'own.csv')).toThrow('--out must be another file than own.csv');
});

describe('the default output file', () => {
	const FIRST = 'out/contacts-enriched.csv';
	const SECOND = 'out/contacts-enriched-2.csv';

	it.each([
		['is named after the sheet', { file: 'my/contacts.csv' }, [], FIRST],
		['never overwrites earlier sheets', { file: 'contacts.csv' }, [FIRST, SECOND], 'out/contacts-enriched-3.csv'],
		['keeps its name for an enriched sheet', { file: FIRST }, [], FIRST],
		['is replaced by --out, even if that exists', { file: 'contacts.csv', out: FIRST }, [FIRST], FIRST],
	])('%s', (_what, flags, existing, expected) => {
		rmSync('out', { recursive: true, force: true });
		mkdirSync('out');
		for (const file of existing) writeFileSync(file, '');
		expect(outFileOf({ out: undefined, ...flags })).toBe(expected);
	});
});
