import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { SheetError } from './sheetError';

/** A sheet: every cell is the text that stood in the file. */
export interface Sheet {
	delimiter: string;
	/** As they stood in the file. */
	header: string[];
	/** The same, made unique: what the columns are called in n8n. */
	columns: string[];
	rows: string[][];
}

const DELIMITERS = [',', ';', '\t'];

/**
 * Reads a CSV file with a header line; commas, semicolons and tabs separate.
 * @throws SheetError with one sentence for the user
 */
export function readSheet(file: string): Sheet {
	const text = readText(file);
	const delimiter = delimiterOf(text);
	const [header, ...rows] = parseCsv(text, delimiter, file);
	if (header === undefined) throw new SheetError(`${file} is empty.`);
	if (rows.length === 0) throw new SheetError(`${file} has a header but no rows.`);
	return { delimiter, header, columns: unique(header), rows };
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
	const what = found.length === 0 ? 'No column is named like one that holds the identifiers' : 'Several columns may hold the identifiers';
	throw new SheetError(`${what}: name one with --column. The sheet has ${all}.`);
}

function readText(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') throw new SheetError(`There is no file ${file}.`);
		throw new SheetError(`${file} can't be read${code === 'EISDIR' ? ': it is a folder' : ` (${code})`}.`);
	}
}

function parseCsv(text: string, delimiter: string, file: string): string[][] {
	try {
		return parse(text, { bom: true, delimiter, skip_empty_lines: true });
	} catch (error) {
		throw new SheetError(`${file} is not a CSV file: ${(error as Error).message}.`);
	}
}

/** The separator that the header line holds most of. */
function delimiterOf(text: string): string {
	const [line = ''] = text.split(/\r?\n/, 1);
	const count = (delimiter: string) => line.split(delimiter).length;
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
