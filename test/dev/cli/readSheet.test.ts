import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifierColumn, readSheet, type Sheet } from '../../../dev/cli/readSheet';

const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: string | Buffer): Sheet {
	const file = join(folder, 'sheet.csv');
	writeFileSync(file, content);
	return readSheet(file);
}

describe('readSheet', () => {
	it.each([
		['commas', 'a,b\n1,"2,5"\n', { delimiter: ',', lineEnd: '\n', bom: false }],
		['semicolons', 'a;b\n1;2,5\n', { delimiter: ';', lineEnd: '\n', bom: false }],
		['tabs', 'a\tb\n1\t2,5\n', { delimiter: '\t', lineEnd: '\n', bom: false }],
		['a byte order mark', '\uFEFFa,b\n1,"2,5"\n', { delimiter: ',', lineEnd: '\n', bom: true }],
		['Windows line ends', 'a,b\r\n1,"2,5"\r\n', { delimiter: ',', lineEnd: '\r\n', bom: false }],
		[
			'empty lines before the header',
			'\uFEFF\r\n\r\na;b\r\n1;2,5\r\n',
			{ delimiter: ';', lineEnd: '\r\n', bom: true },
		],
	])('reads a file with %s', (_what, text, form) => {
		const titles = ['a', 'b'];
		expect(read(text)).toEqual({ ...form, header: titles, columns: titles, rows: [['1', '2,5']] });
	});

	it.each([
		['separators', '"Name, first, last";Mail\n"Fernsby, Ada";a@example.com\n', ['Name, first, last', 'Mail']],
		['quotes', '"The ""name"", or, not";Mail\n"Fernsby, Ada";a@example.com\n', ['The "name", or, not', 'Mail']],
		['line ends', '"Name,\r\nfirst";Mail\n"Fernsby, Ada";a@example.com\n', ['Name,\r\nfirst', 'Mail']],
	])('detects separator and line end despite titles that contain %s', (_what, text, header) => {
		expect(read(text)).toMatchObject({
			delimiter: ';',
			lineEnd: '\n',
			header,
			rows: [['Fernsby, Ada', 'a@example.com']],
		});
	});

	it('keeps blank rows of a sheet of one column', () => {
		const rows = [['ada@example.com'], [''], ['bob@example.com'], ['']];
		expect(read('"mail, or none"\nada@example.com\n\nbob@example.com\n\n').rows).toEqual(rows);
		expect(read('name,email\nAda,ada@example.com\n\n').rows).toEqual([['Ada', 'ada@example.com']]);
	});

	it('gives columns with the same title or none different names', () => {
		const sheet = read('a,a,,a\n1,2,3,4\n');
		expect(sheet.header).toEqual(['a', 'a', '', 'a']);
		expect(sheet.columns).toEqual(['a', 'a_2', 'column_3', 'a_3']);
	});

	it.each([
		['\uFEFF\n\n', 'is empty'],
		['a,b\n', 'has a header but no rows'],
		['a,b\n1,2,3\n', 'is not a CSV file'],
		[Buffer.from('a,b\nZo\xeb,2\n', 'latin1'), 'is not UTF-8'],
	])('refuses %j', (content, why) => expect(() => read(content)).toThrow(why));

	it('refuses a missing file and a folder', () => {
		expect(() => readSheet(join(folder, 'missing.csv'))).toThrow('There is no file');
		expect(() => readSheet(folder)).toThrow('is a folder');
	});
});

it('identifierColumn returns the requested column or the only usual one, and otherwise throws', () => {
	const sheet = read('Name,LinkedIn URL,Linked page,E-Mail\n1,2,3,4\n');
	expect(identifierColumn(sheet, 'Name', /x/)).toBe('Name');
	expect(identifierColumn(sheet, undefined, /e-?mail/i)).toBe('E-Mail');
	expect(() => identifierColumn(sheet, undefined, /linked/i)).toThrow('Several columns');
	expect(() => identifierColumn(sheet, undefined, /md5/i)).toThrow('No column name looks like');
	expect(() => identifierColumn(sheet, 'Mail', /x/)).toThrow('There is no column "Mail". The sheet has "Name"');
});
