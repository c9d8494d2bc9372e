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
		['a line that names its separator', 'sep=|\r\na|b\r\n1|2,5\r\n', { delimiter: '|', preface: 'sep=|\r\n' }],
		['a byte order mark', '\uFEFFa,b\n1,"2,5"\n', { bom: true }],
		['Windows line ends', 'a,b\r\n1,"2,5"\r\n', { lineEnd: '\r\n' }],
		['empty lines before the header', '\uFEFF\n\na;b\n1;2,5\n', { delimiter: ';', bom: true, preface: '\n\n' }],
	])('reads a file with %s', (_what, text, form) => {
		const header = ['a', 'b'];
		const usual = { delimiter: ',', lineEnd: text.includes('\r\n') ? '\r\n' : '\n', bom: false, preface: '' };
		const sheet = { header, columns: header, rows: [['1', '2,5']], hasTitles: true, remarks: [] };
		expect(read(text)).toEqual({ ...usual, ...sheet, ...form });
	});

	it('keeps blank lines as rows, and a row for each line end of any system', () => {
		const rows = [['ada@example.com'], [''], ['bob@example.com'], ['']];
		expect(read('"mail, or none"\nada@example.com\n\nbob@example.com\n\n').rows).toEqual(rows);
		expect(read('name,email\r\n\nAda,a\r\r\n').rows.map(String)).toEqual([',', 'Ada,a', ',']);
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

	const CONNECTIONS = [
		'Notes:',
		'"When exporting your connection data, you may notice that some of the email addresses are missing."',
		'',
		'First Name,Last Name,URL,Email Address',
		'Ada,Example,https://www.linkedin.com/in/ada-example,',
		'Bob,Sample,https://www.linkedin.com/in/bob-sample,bob@example.com',
		'',
	];
	const TITLED = ['Leads export 2026-11-01,,', ',,', 'Name,LinkedIn URL,Email', 'Ada,,ada@example.com', ''];
	const SEMICOLONS = ['Leads, of Ada, and Bob', 'Name;Email', 'Ada;ada@example.com', 'Total;1', ''];

	it.each([
		["LinkedIn's notes", CONNECTIONS.join('\n'), 4, 'First Name,Last Name,URL,Email Address', {}],
		['a padded report', TITLED.join('\r\n'), 3, 'Name,LinkedIn URL,Email', { lineEnd: '\r\n' }],
		['notes with commas', SEMICOLONS.join('\n'), 2, 'Name;Email', { delimiter: ';' }],
	])('keeps the lines above the titles of a file with %s', (_what, text, line, titles, form) => {
		const { rows, remarks, ...sheet } = read(text);
		const [preface, below] = text.replace('\uFEFF', '').split(titles);
		const header = titles.split(/[,;\t]/);
		const usual = { delimiter: ',', lineEnd: '\n', bom: false, hasTitles: true, preface };
		expect(sheet).toEqual({ ...usual, header, columns: header, ...form });
		expect(rows).toHaveLength(below.trim().split('\n').length);
		expect(remarks).toEqual([expect.stringContaining(`has its titles on line ${line}; the new sheet keeps`)]);
	});

	it('reads quotes in a cell that are not escaped as text', () =>
		expect(read('name,linkedin\nAda "the Ace" Example,a\n').rows).toEqual([['Ada "the Ace" Example', 'a']]));

	it.each([
		['split a cell', 'a,b\n1,2\n1, "2, 3"\n', 3],
		['are not closed', 'a,b\n1,"2\n3,4\n', 2],
	])('refuses quotes that %s, and names the line', (_what, text, line) =>
		expect(() => read(text)).toThrow(
			`is not a CSV file: the quotes on line ${line} do not match; write each quote inside a cell twice.`,
		),
	);

	it.each([
		['\uFEFF\n\n', 'is empty'],
		['a,b\n', 'has a header but no rows'],
		[Buffer.from('PK\x03\x04\0\x9f', 'latin1'), 'is not text'],
		// UTF-8 with a damaged character, and Shift-JIS: names would be read wrongly.
		[Buffer.from('name\njos\xc3\xa9-m\xc3\xbcller\nZ\xfcrich\n', 'latin1'), 'is neither UTF-8 nor Windows-1252'],
		[Buffer.from('\x83\x81\x81[\x83\x8b\nada@example.com\n', 'latin1'), 'is neither UTF-8 nor Windows-1252: save'],
	])('refuses %j', (content, why) => expect(() => read(content)).toThrow(why));

	it('refuses a missing file and a folder', () => {
		expect(() => readSheet(join(folder, 'missing.csv'))).toThrow('There is no file');
		expect(() => readSheet(folder)).toThrow('is a folder');
	});
});
