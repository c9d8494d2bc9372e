import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifierColumn, readSheet, type Sheet } from '../../../dev/cli/readSheet';

const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (text: string): string => {
	const path = join(folder, 'sheet.csv');
	writeFileSync(path, text);
	return path;
};

describe('a sheet', () => {
	it.each([
		['commas', 'a,b\n1,"2,5"\n', { delimiter: ',', lineEnd: '\n', bom: false }],
		['semicolons', 'a;b\n1;2,5\n', { delimiter: ';', lineEnd: '\n', bom: false }],
		['tabs', 'a\tb\n1\t2,5\n', { delimiter: '\t', lineEnd: '\n', bom: false }],
		[
			'a byte order mark and Windows line ends',
			'\uFEFFa,b\r\n1,"2,5"\r\n',
			{ delimiter: ',', lineEnd: '\r\n', bom: true },
		],
	])('with %s is read cell by cell', (_what, text, form) => {
		expect(readSheet(file(text))).toEqual({
			...form,
			header: ['a', 'b'],
			columns: ['a', 'b'],
			rows: [['1', '2,5']],
		});
	});

	it.each([
		[
			'separators',
			'"Name, first, last";"LinkedIn\tURL";Mail\n"Fernsby, Ada";ada-example;a@example.com\n',
			['Name, first, last', 'LinkedIn\tURL', 'Mail'],
		],
		[
			'quotes',
			'"The ""name"", or, not";LinkedIn;Mail\n"Fernsby, Ada";ada-example;a@example.com\n',
			['The "name", or, not', 'LinkedIn', 'Mail'],
		],
		[
			'line ends',
			'"Name,\nfirst";LinkedIn;Mail\n"Fernsby, Ada";ada-example;a@example.com\n',
			['Name,\nfirst', 'LinkedIn', 'Mail'],
		],
	])('is told its separator by the header, whatever %s a title holds', (_what, text, header) => {
		expect(readSheet(file(text))).toMatchObject({
			delimiter: ';',
			header,
			rows: [['Fernsby, Ada', 'ada-example', 'a@example.com']],
		});
	});

	it('has the line ends of its lines, whatever ones a title holds', () => {
		expect(readSheet(file('"a\nb",c\r\n1,2\r\n')).lineEnd).toBe('\r\n');
		expect(readSheet(file('"a\r\nb",c\n1,2\n')).lineEnd).toBe('\n');
	});

	it('of one column keeps its blank rows, whatever its title holds', () => {
		expect(readSheet(file('"mail, or none"\nada@example.com\n\nbob@example.com\n')).rows).toEqual([
			['ada@example.com'],
			[''],
			['bob@example.com'],
		]);
	});

	it.each([
		[
			'one column, with its blank rows',
			'\n\nemail\nada@example.com\n\nbob@example.com\n',
			{ columns: ['email'], rows: [['ada@example.com'], [''], ['bob@example.com']] },
		],
		[
			'several columns, with its separator',
			'\r\na;b\r\n1;2,5\r\n',
			{ delimiter: ';', lineEnd: '\r\n', columns: ['a', 'b'], rows: [['1', '2,5']] },
		],
		[
			'a byte order mark, with its titles',
			'\uFEFF\na,b\n1,2\n',
			{ bom: true, columns: ['a', 'b'], rows: [['1', '2']] },
		],
	])('that begins with empty lines is read from its titles on: %s', (_what, text, sheet) => {
		expect(readSheet(file(text))).toMatchObject(sheet);
	});

	it('keeps two columns of one name apart', () => {
		const sheet = readSheet(file('a,a,,a\n1,2,3,4\n'));
		expect(sheet.header).toEqual(['a', 'a', '', 'a']);
		expect(sheet.columns).toEqual(['a', 'a_2', 'column_3', 'a_3']);
	});

	it('keeps the blank rows of a sheet of one column', () => {
		expect(readSheet(file('email\nada@example.com\n\nbob@example.com\n\n')).rows).toEqual([
			['ada@example.com'],
			[''],
			['bob@example.com'],
			[''],
		]);
		expect(readSheet(file('name,email\nAda,ada@example.com\n\n')).rows).toEqual([['Ada', 'ada@example.com']]);
	});

	it.each([
		['', 'is empty'],
		['\n\n', 'is empty'],
		['\uFEFF\n', 'is empty'],
		['a,b\n', 'has a header but no rows'],
		['a,b\n1,2,3\n', 'is not a CSV file'],
		['a,b\n"1,2\n', 'is not a CSV file'],
	])('%j is refused in one sentence', (text, why) => {
		expect(() => readSheet(file(text))).toThrow(why);
	});

	it.each([
		[join(folder, 'missing.csv'), 'There is no file'],
		[folder, 'is a folder'],
	])('%s is refused in one sentence', (path, why) => expect(() => readSheet(path)).toThrow(why));
});

describe('the column with the identifiers', () => {
	const sheet: Sheet = {
		delimiter: ',',
		lineEnd: '\n',
		bom: false,
		header: [],
		columns: ['Name', 'LinkedIn URL', 'Linked page', 'E-Mail'],
		rows: [],
	};
	it('is the one that was named', () => expect(identifierColumn(sheet, 'Name', /x/)).toBe('Name'));
	it('is else the only one that is named like one', () =>
		expect(identifierColumn(sheet, null, /e-?mail/i)).toBe('E-Mail'));
	it('has to be named where there are several, none, or not that one', () => {
		expect(() => identifierColumn(sheet, null, /linked/i)).toThrow('Several columns');
		expect(() => identifierColumn(sheet, null, /md5/i)).toThrow('No column is named like one');
		expect(() => identifierColumn(sheet, 'Mail', /x/)).toThrow(
			'There is no column "Mail". The sheet has "Name", "LinkedIn URL"',
		);
	});
});
