import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { SheetError } from './sheetError';

/** A sheet: every cell is the text that stood in the file. */
export interface Sheet {
	delimiter: string;
	lineEnd: '\n' | '\r\n';
	/** Whether the file begins with a byte order mark: without it, spreadsheets misread what is not ASCII. */
	bom: boolean;
	/** As they stood in the file. */
	header: string[];
	/** The same, made unique: what the columns are called in n8n. */
	columns: string[];
	rows: string[][];
}

const DELIMITERS = [',', ';', '\t'];

/** A byte order mark and empty lines. */
const BEFORE_TITLES = /^\uFEFF?[\r\n]*/;

/**
 * Reads a CSV file with a header line; commas, semicolons and tabs separate.
 * @throws SheetError with one sentence for the user
 */
export function readSheet(file: string): Sheet {
	const whole = readText(file);
	const text = whole.replace(BEFORE_TITLES, '');
	const delimiter = delimiterOf(text);
	const [header, ...rows] = parseCsv(text, delimiter, file);
	if (header === undefined) throw new SheetError(`${file} is empty.`);
	if (rows.length === 0) throw new SheetError(`${file} has a header but no rows.`);
	const lineEnd = text.startsWith('\r\n', titleLine(text).length) ? '\r\n' : '\n';
	return { delimiter, lineEnd, bom: whole.startsWith('\uFEFF'), header, columns: unique(header), rows };
}

/** The column that holds the identifiers: the one that was named, else the only one that is named like one. */
export function identifierColumn(sheet: Sheet, wanted: string | null, usual: RegExp): string {
	const all = sheet.columns.map((name) => `"${name}"`).join(', ');
	if (wanted !== null) {
		if (sheet.columns.includes(wanted)) return wanted;
		throw new SheetError(`There is no column "${wanted}". The sheet has ${all}.`);
	}
	const found = sheet.columns.filter((name) => usual.test(name));
	if (found.length === 1) return found[0];
	const what =
		found.length === 0
			? 'No column is named like one that holds the identifiers'
			: 'Several columns may hold the identifiers';
	throw new SheetError(`${what}: name one with --column. The sheet has ${all}.`);
}

function readText(file: string): string {
	try {
		return decoded(readFileSync(file), file);
	} catch (error) {
		if (error instanceof SheetError) throw error;
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') throw new SheetError(`There is no file ${file}.`);
		throw new SheetError(`${file} can't be read${code === 'EISDIR' ? ': it is a folder' : ` (${code})`}.`);
	}
}

/** What is no UTF-8 can't be written as it was. */
function decoded(bytes: Uint8Array, file: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw new SheetError(`${file} is not UTF-8 text: save it as "CSV UTF-8".`);
	}
}

function parseCsv(text: string, delimiter: string, file: string): string[][] {
	try {
		// Where there is one column only, an empty line is a row with a blank cell.
		return parse(text, { delimiter, skip_empty_lines: unquoted(titleLine(text)).includes(delimiter) });
	} catch (error) {
		throw new SheetError(`${file} is not a CSV file: ${(error as Error).message}.`);
	}
}

/** The first line, which goes on where a title in quotes holds a line end. */
const titleLine = (text: string): string => /^(?:"[^"]*"|[^"\r\n]+)*/.exec(text)?.[0] ?? '';

/** Without what stands in quotes: a separator there is text. */
const unquoted = (titles: string): string => titles.replaceAll(/"[^"]*"/g, '');

/** The separator that the titles have most of. */
function delimiterOf(text: string): string {
	const titles = unquoted(titleLine(text));
	const count = (delimiter: string) => titles.split(delimiter).length;
	return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** Two columns of one name would be one field of an n8n item, and the first one's cells lost. */
function unique(header: string[]): string[] {
	const taken = new Set<string>();
	return header.map((name, position) => {
		const base = name === '' ? `column_${position + 1}` : name;
		let free = base;
		for (let copy = 2; taken.has(free); copy++) free = `${base}_${copy}`;
		taken.add(free);
		return free;
	});
}
