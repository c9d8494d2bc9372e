import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { UserError } from './flags';

export const PREFIX = 'enriched_';
export const STATUS = `${PREFIX}status`;

const DELIMITERS = [',', ';', '\t', '|'];

/** A CSV file in UTF-8. Every cell is the text in the file. */
export interface Sheet {
	delimiter: string;
	/** Without it, spreadsheets misread letters beyond ASCII. */
	hasByteOrderMark: boolean;
	/** Field names in n8n. */
	columns: string[];
	rows: IDataObject[];
}

/** @throws UserError */
export function readSheet(file: string): Sheet {
	const text = textOf(file);
	const [titles] = text.split(/\r?\n/, 1);
	const cellsOf = (delimiter: string) => titles.split(delimiter).length;
	const [delimiter] = [...DELIMITERS].sort((one, other) => cellsOf(other) - cellsOf(one));
	const [header = [], ...lines] = recordsOf(text, delimiter, file);
	const columns = header.map((name, place) => name || `column_${place + 1}`);
	if (new Set(columns).size < columns.length) throw new UserError(`Two columns of ${file} have the same title.`);
	if (lines.length === 0) throw new UserError(`${file} has no rows below its titles.`);
	const rows = lines.map((line) => Object.fromEntries(columns.map((name, place) => [name, line[place] ?? ''])));
	return { delimiter, hasByteOrderMark: text.startsWith('\uFEFF'), columns, rows };
}

function textOf(file: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
	} catch (error) {
		const reason = error instanceof TypeError ? 'save it as "CSV UTF-8"' : (error as Error).message;
		throw new UserError(`${file} can't be read: ${reason}.`);
	}
}

function recordsOf(text: string, delimiter: string, file: string): string[][] {
	try {
		return parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true });
	} catch (error) {
		throw new UserError(`${file} is not a CSV file: ${(error as Error).message}.`);
	}
}

/** Returns the name, with the first free number appended if the file exists. */
export function unusedName(file: string): string {
	let name = file;
	for (let number = 2; existsSync(name); number++) name = file.replace(/(\.\w+)?$/, `-${number}$1`);
	return name;
}

/** Returns a name in `out/`, which is never that of an earlier sheet. */
export const outFileOf = (file: string): string =>
	unusedName(join('out', `${basename(file).replace(/(-enriched.*)?(\.\w+)?$/, '')}-enriched.csv`));

/**
 * Checks that a file can be written, and is not the source, before tokens are spent. Leaves an existing file unchanged.
 * @throws UserError
 */
export function assertWritable(file: string, source: string): void {
	if (existsSync(file) && statSync(file).ino === statSync(source).ino)
		throw new UserError(`--out must be another file than ${source}: your own sheet is never overwritten.`);
	rmSync(partOf(file, ''));
}

/**
 * Writes the sheet's own cells unchanged, in the same order, with the node's columns after them. If the sheet was
 * enriched before, its columns of the node get the new values. The file appears complete or not at all.
 * @throws UserError
 */
export function writeSheet(file: string, sheet: Sheet, items: readonly INodeExecutionData[]): void {
	const { columns, delimiter, rows, hasByteOrderMark } = sheet;
	const names = [...new Set([...columns, ...items.flatMap(({ json }) => Object.keys(json))])];
	const lines = rows.map((row, place) => {
		const { json } = items[place];
		const isOwn = (name: string) => name in row && (!name.startsWith(PREFIX) || json[name] === row[name]);
		return names.map((name) => (isOwn(name) ? row[name] : plainText(json[name])));
	});
	renameSync(partOf(file, stringify([names, ...lines], { bom: hasByteOrderMark, delimiter })), file);
}

/** Writes a file beside another one. @returns its name @throws UserError */
function partOf(file: string, text: string): string {
	const part = `${file}.${process.pid}.part`;
	try {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(part, text);
		return part;
	} catch (error) {
		throw new UserError(`${file} can't be written: ${(error as Error).message}.`);
	}
}

/** Characters that make a spreadsheet run a cell as a formula, including invisible ones that it may drop first. */
const FORMULA = /^[=+\-@＝＋－＠\p{Cc}\p{Cf}]/u;

/** The service's text is not trusted: a cell that looks like a formula becomes plain text. */
function plainText(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
}
