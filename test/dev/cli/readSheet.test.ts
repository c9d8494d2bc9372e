import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSheet, type Sheet } from '../../../dev/cli/readSheet';

const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: string | Buffer): Sheet {
	const file = join(folder, 'sheet.csv');
	writeFileSync(file, content);
	return readSheet(file);
}

describe('readSheet', () => {
	it.each([
		['commas', 'a,b\n1,"2,5"\n', {}],
		['semicolons', 'a;b\n1;2,5\n', { delimiter: ';' }],
		['tabs', 'a\tb\n1\t2,5\n', { delimiter: '\t' }],
		['bars', 'a|b\n1|2,5\n', { delimiter: '|' }],
		['a line that names its separator', 'sep=|\r\na|b\r\n1|2,5\r\n', { delimiter: '|', preface: 'sep=|\r\n' }],
		['a byte order mark', '\uFEFFa,b\n1,"2,5"\n', { bom: true }],
		['Windows line ends', 'a,b\r\n1,"2,5"\r\n', { lineEnd: '\r\n' }],
		['other separators in a title', '"a";"b"\n1;2,5\n', { delimiter: ';' }],
		['empty lines before the header', '\uFEFF\n\na;b\n1;2,5\n', { delimiter: ';', bom: true, preface: '\n\n' }],
	])('reads a file with %s', (_what, text, form) => {
		const header = ['a', 'b'];
		const usual = { delimiter: ',', lineEnd: text.includes('\r\n') ? '\r\n' : '\n', bom: false, preface: '' };
		const sheet = { header, columns: header, rows: [['1', '2,5']], hasTitles: true, remarks: [] };
		expect(read(text)).toEqual({ ...usual, ...sheet, ...form });
	});

	it('refuses UTF-8 with a damaged character, because every other name would be read wrongly', () => {
		const text = Buffer.concat([Buffer.from('name,city\njosé-müller,x\n'), Buffer.from('Z\xfcrich', 'latin1')]);
		expect(() => read(text)).toThrow('mixes UTF-8 with another encoding: save the sheet as "CSV UTF-8".');
	});

	it('keeps blank lines as rows, and a row for each line end of any system', () => {
		const rows = [['ada@example.com'], [''], ['bob@example.com'], ['']];
		expect(read('"mail, or none"\nada@example.com\n\nbob@example.com\n\n').rows).toEqual(rows);
		expect(read('name,email\r\n\nAda,a\r\r\n').rows).toEqual([
			['', ''],
			['Ada', 'a'],
			['', ''],
		]);
	});

	it.each([
		['emails', 'Ada,ada@example.com'],
		['LinkedIn profiles', 'linkedin.com/in/ada-example,x'],
		['MD5 hashes', 'x,3E3417d7ef77d5932a6734b916515ed5'],
	])('reads a list of %s without titles from its first line', (_what, line) => {
		const sheet = read(`${line}\n1,2\n`);
		expect(sheet.rows).toEqual([line.split(','), ['1', '2']]);
		expect([sheet.hasTitles, sheet.header]).toEqual([false, ['column_1', 'column_2']]);
	});

	it('gives columns with the same title or none different names', () => {
		const sheet = read('a,a,,a\n1,2,3,4\n');
		expect(sheet.header).toEqual(['a', 'a', '', 'a']);
		expect(sheet.columns).toEqual(['a', 'a_2', 'column_3', 'a_3']);
	});

	it.each([
		['\uFEFF\n\n', 'is empty'],
		['a,b\n', 'has a header but no rows'],
		['a,b\n1,"2\n', 'is not a CSV file'],
		[Buffer.from('PK\x03\x04\0\x9f', 'latin1'), 'is not text'],
	])('refuses %j', (content, why) => expect(() => read(content)).toThrow(why));

	it('refuses a missing file and a folder', () => {
		expect(() => readSheet(join(folder, 'missing.csv'))).toThrow('There is no file');
		expect(() => readSheet(folder)).toThrow('is a folder');
	});
});
