import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sheet } from '../../../dev/cli/readSheet';
import { expectWritable, writeSheet } from '../../../dev/cli/writeSheet';

const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sheet: Sheet = {
	delimiter: ';',
	lineEnd: '\n',
	bom: false,
	header: ['a', 'a'],
	columns: ['a', 'a_2'],
	rows: [['=1+1', 'x;y']],
};
const item = (added: object) => [{ json: { a: '=1+1', a_2: 'x;y', ...added } }];

it('writes the cells of the user as they were, and ours beside them', () => {
	const file = join(folder, 'deep', 'out.csv');
	writeSheet(file, sheet, item({ enriched_status: 'found', enriched_found: true, enriched_reason: null }));
	expect(readFileSync(file, 'utf8')).toBe(
		'a;a;enriched_status;enriched_found;enriched_reason\n=1+1;"x;y";found;true;\n',
	);
});

it('makes plain text of a cell of ours that a spreadsheet would run', () => {
	const file = join(folder, 'formula.csv');
	writeSheet(
		file,
		sheet,
		item({ enriched_title: '=HYPERLINK("x")', enriched_company_name: '+x', enriched_country: '@x' }),
	);
	expect(readFileSync(file, 'utf8')).toContain('"\'=HYPERLINK(""x"")";\'+x;\'@x');
});

describe('a sheet that was enriched before', () => {
	const again: Sheet = {
		delimiter: ',',
		lineEnd: '\n',
		bom: false,
		header: ['linkedin', 'enriched_status', 'enriched_title', 'enriched_note'],
		columns: ['linkedin', 'enriched_status', 'enriched_title', 'enriched_note'],
		rows: [['ada-example', 'deferred', '', '=1+1']],
	};
	const cells = { linkedin: 'ada-example', enriched_status: 'deferred', enriched_title: '', enriched_note: '=1+1' };
	const write = (name: string, answer: object) => {
		const file = join(folder, name);
		writeSheet(file, again, [{ json: { ...cells, ...answer } }]);
		return readFileSync(file, 'utf8').split('\n');
	};

	it('gets what was answered now in the columns that are ours, each of them once', () => {
		expect(
			write('again.csv', { enriched_status: 'found', enriched_title: 'CEO', enriched_country: 'Norway' }),
		).toEqual([
			'linkedin,enriched_status,enriched_title,enriched_note,enriched_country',
			'ada-example,found,CEO,=1+1,Norway',
			'',
		]);
	});

	it('keeps what they held where nothing else was answered, and none of our new cells is a formula', () => {
		expect(write('kept.csv', {})[1]).toBe('ada-example,deferred,,=1+1');
		expect(write('formula.csv', { enriched_note: '=2+2' })[1]).toBe("ada-example,deferred,,'=2+2");
	});
});

it('leaves nothing half-written behind', () => {
	const blocked = join(folder, 'blocked');
	writeFileSync(blocked, '');
	expect(() => writeSheet(join(blocked, 'out.csv'), sheet, item({}))).toThrow("can't be written");
	expect(existsSync(join(blocked, 'out.csv'))).toBe(false);
});

it('leaves nothing half-written behind where a folder stands in the way', () => {
	const folderInTheWay = join(folder, 'enriched.csv');
	mkdirSync(join(folderInTheWay, 'full'), { recursive: true });
	expect(() => writeSheet(folderInTheWay, sheet, item({}))).toThrow("can't be written");
	expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

describe('whether a file can be written is seen beforehand', () => {
	it('and leaves an earlier one, and its folder, as they are', () => {
		const file = join(folder, 'earlier', 'enriched.csv');
		expectWritable(file);
		expect(readdirSync(join(folder, 'earlier'))).toEqual([]);
		writeFileSync(file, 'earlier');
		expectWritable(file);
		expect([readFileSync(file, 'utf8'), readdirSync(join(folder, 'earlier'))]).toEqual([
			'earlier',
			['enriched.csv'],
		]);
	});

	it('where a file or a folder stands in the way', () => {
		const inTheWay = join(folder, 'in-the-way');
		writeFileSync(inTheWay, '');
		expect(() => expectWritable(join(inTheWay, 'out.csv'))).toThrow("can't be written");
		expect(() => expectWritable(folder)).toThrow("can't be written");
	});
});
