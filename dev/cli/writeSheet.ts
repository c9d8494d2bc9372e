import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { INodeExecutionData } from 'n8n-workflow';
import { PREFIX } from './prefix';
import type { Sheet } from './readSheet';
import { SheetError } from './sheetError';

/** What a spreadsheet would run as a formula, or may once it has dropped what it does not show. */
const FORMULA = /^[=+\-@＝＋－＠\p{Cc}\p{Cf}]/u;

/**
 * Writes the sheet's own cells as they were and the columns that the node added beside them, rows in the same order. Where the
 * sheet was enriched before, the node's columns stand in it already, and hold what this run was answered.
 * The file appears whole or not at all.
 * @throws SheetError with one sentence for the user
 */
export function writeSheet(file: string, sheet: Sheet, items: INodeExecutionData[]): void {
	const own = new Set(sheet.columns);
	const added = [...new Set(items.flatMap(({ json }) => Object.keys(json)))].filter((name) => !own.has(name));
	const lines = sheet.rows.map((row, index) => {
		const { json } = items[index];
		const before = row.map((text, place) =>
			sheet.columns[place].startsWith(PREFIX) ? renewed(text, json[sheet.columns[place]]) : text,
		);
		return [...before, ...added.map((name) => cell(json[name]))];
	});
	const { delimiter, lineEnd, bom } = sheet;
	const text = stringify([[...sheet.header, ...added], ...lines], { delimiter, record_delimiter: lineEnd, bom });
	throughPart(file, (part) => {
		writeFileSync(part, text);
		renameSync(part, file);
	});
}

/**
 * Looks whether a file can be written, so that nothing is paid for that could not be kept. An earlier file stays as it is.
 * @throws SheetError with one sentence for the user
 */
export function expectWritable(file: string): void {
	if (existsSync(file) && statSync(file).isDirectory()) throw notWritable(file, 'EISDIR');
	throughPart(file, (part) => {
		writeFileSync(part, '');
		rmSync(part);
	});
}

function throughPart(file: string, write: (part: string) => void): void {
	const part = `${file}.${process.pid}.part`;
	try {
		mkdirSync(dirname(file), { recursive: true });
		write(part);
	} catch (error) {
		if (existsSync(part)) rmSync(part);
		throw notWritable(file, (error as NodeJS.ErrnoException).code);
	}
}

const notWritable = (file: string, code: string | undefined) => new SheetError(`${file} can't be written (${code}).`);

const renewed = (text: string, value: unknown): string => (value === text ? text : cell(value));

/** The service's words are not the user's: a cell of ours that looks like a formula is made plain text. */
function cell(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
}
