import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';
import { UserError } from './flags';

/** A CSV file. Every cell is the text in the file. */
export interface Sheet {
	delimiter: string;
	lineEnd: '\n' | '\r\n';
	/** Whether the file starts with a byte order mark. Without it, spreadsheets misread non-ASCII text. */
	bom: boolean;
	/** The titles as they are in the file. */
	header: string[];
	/** The titles, made unique: the field names in n8n. */
	columns: string[];
	rows: string[][];
}

const DELIMITERS = [',', ';', '\t'];

/** A byte order mark and empty lines. */
const BEFORE_TITLES = /^\uFEFF?[\r\n]*/;

/**
 * Reads a CSV file with a header line, separated by commas, semicolons or tabs.
 * @throws UserError
 */
export function readSheet(file: string): Sheet {
	const content = readText(file);
	const text = content.replace(BEFORE_TITLES, '');
	const titles = titleLine(text);
	const delimiter = detectDelimiter(titles);
	const [header, ...rows] = parseCsv(text, file, {
		delimiter,
		// In a sheet of one column, an empty line is a row with a blank cell.
		skip_empty_lines: withoutQuoted(titles).includes(delimiter),
	});
	if (header === undefined) throw new UserError(`${file} is empty.`);
	if (rows.length === 0) throw new UserError(`${file} has a header but no rows.`);
	const lineEnd = text.startsWith('\r\n', titles.length) ? '\r\n' : '\n';
	return { delimiter, lineEnd, bom: content.startsWith('\uFEFF'), header, columns: makeUnique(header), rows };
}

/**
 * Returns the column with the identifiers: the requested one, or the only one whose name matches `usual`.
 * @throws UserError
 */
export function identifierColumn({ columns }: Sheet, requested: string | undefined, usual: RegExp): string {
	const all = columns.map((name) => `"${name}"`).join(', ');
	if (requested !== undefined) {
		if (columns.includes(requested)) return requested;
		throw new UserError(`There is no column "${requested}". The sheet has ${all}.`);
	}
	const [first, ...others] = columns.filter((name) => usual.test(name));
	if (first !== undefined && others.length === 0) return first;
	const problem =
		first === undefined
			? 'No column name looks like it holds the identifiers'
			: 'Several columns may hold the identifiers';
	throw new UserError(`${problem}: name one with --column. The sheet has ${all}.`);
}

/** Returns a row of the sheet as an n8n item has it. */
export const asItem = ({ columns }: Sheet, row: string[]): IDataObject =>
	Object.fromEntries(columns.map((name, cell) => [name, row[cell]]));

function readText(file: string): string {
	let bytes: Uint8Array;
	try {
		bytes = readFileSync(file);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') throw new UserError(`There is no file ${file}.`);
		throw new UserError(`${file} can't be read${code === 'EISDIR' ? ': it is a folder' : ` (${code})`}.`);
	}
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		// Text in other encodings could not be written back unchanged.
		throw new UserError(`${file} is not UTF-8 text: save it as "CSV UTF-8".`);
	}
}

function parseCsv(text: string, file: string, options: { delimiter: string; skip_empty_lines: boolean }): string[][] {
	try {
		return parse(text, options);
	} catch (error) {
		throw new UserError(`${file} is not a CSV file: ${(error as Error).message}.`);
	}
}

/** Returns the first line, including line ends inside quoted titles. */
const titleLine = (text: string): string => /^(?:"[^"]*"|[^"\r\n]+)*/.exec(text)?.[0] ?? '';

const withoutQuoted = (titles: string): string => titles.replaceAll(/"[^"]*"/g, '');

/** Returns the separator that occurs most often between the titles. */
function detectDelimiter(titles: string): string {
	const count = (delimiter: string) => withoutQuoted(titles).split(delimiter).length;
	return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** Two columns with the same name would become one field of an n8n item, and the cells of the first would be lost. */
function makeUnique(header: string[]): string[] {
	const taken = new Set<string>();
	return header.map((name, position) => {
		const base = name === '' ? `column_${position + 1}` : name;
		let unique = base;
		for (let copy = 2; taken.has(unique); copy++) unique = `${base}_${copy}`;
		taken.add(unique);
		return unique;
	});
}
