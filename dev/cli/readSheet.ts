import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { decode as decodeAs } from 'iconv-lite';
import type { IDataObject } from 'n8n-workflow';
import { UserError } from './flags';
import { kindOf } from './identifiers';
import { titlesAt } from './titles';

/** A CSV file. Every cell is the text in the file. */
export interface Sheet {
	delimiter: string;
	lineEnd: '\n' | '\r\n';
	/** Whether the sheet is written with a byte order mark. Without it, spreadsheets misread non-ASCII text. */
	bom: boolean;
	/** What precedes the titles: Excel's line `sep=;`, empty lines, and lines that are not of the table. */
	preface: string;
	/** Whether the file has titles. If not, its first line is the first row. */
	hasTitles: boolean;
	/** The titles as they are in the file, and invented ones for columns beyond them. */
	header: string[];
	/** The titles, made unique: the field names in n8n. */
	columns: string[];
	/** As wide as the header; cells that a line lacks are blank. */
	rows: string[][];
	/** What the user should know about the reading, one sentence each. */
	remarks: string[];
}

const DELIMITERS = [',', ';', '\t', '|'];
const CSV = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true };
const PREFACE = /^(?:sep=([^"\r\n])(?=[\r\n]))?[\r\n]*/i;

export function readSheet(file: string): Sheet {
	const { text: whole, encoding } = readText(file);
	const content = whole.replace(/^\uFEFF/, '');
	const [start = '', separator] = PREFACE.exec(content) ?? [];
	const forms = detectForms(content.slice(start.length), separator ? [separator] : DELIMITERS);
	const { delimiter, notes, text, records } = parseStrictly(forms) ?? parseRelaxed(forms[0], file, start);
	const preface = start + notes;
	if (records.length === 0) throw new UserError(`${file} is empty.`);
	const hasTitles = records[0].every((cell) => kindOf(cell) === undefined);
	const titles = hasTitles ? records[0] : [];
	const rows = records.slice(hasTitles ? 1 : 0);
	if (rows.length === 0) throw new UserError(`${file} has a header but no rows.`);
	const width = records.reduce((most, { length }) => Math.max(most, length), 0);
	const columns = makeUnique(padded(titles, width));
	const remarks: string[] = [];
	if (encoding !== 'UTF-8')
		remarks.push(`${file} was read as ${encoding} (save it as UTF-8 if letters are wrong); the new sheet is UTF-8`);
	if (notes !== '')
		remarks.push(`${file} has its titles on line ${linesOf(preface)}; the new sheet keeps the lines above them`);
	if (!hasTitles)
		remarks.push(`${file} has no titles: its first line is the first row, and its columns are called column_1 ...`);
	return {
		delimiter,
		lineEnd: text.startsWith('\r\n', lineOf(text).length) ? '\r\n' : '\n',
		bom: content !== whole || encoding !== 'UTF-8',
		preface,
		hasTitles,
		header: [...titles, ...columns.slice(titles.length)],
		columns,
		rows: rows.map((row) => padded(row, width)),
		remarks,
	};
}

export const asItem = ({ columns }: Sheet, row: string[]): IDataObject =>
	Object.fromEntries(columns.map((name, cell) => [name, row[cell]]));

interface Decoded {
	text: string;
	encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

/**
 * Most bytes are valid Windows-1252, also those of a workbook, or of UTF-8 with a damaged character, whose other names
 * would be misread.
 * @throws UserError
 */
function decode(bytes: Buffer, file: string): Decoded {
	const mark = bytes.toString('hex', 0, 2);
	if (mark === 'fffe' || mark === 'feff') return { text: decodeAs(bytes, 'utf-16'), encoding: 'UTF-16' };
	try {
		return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: 'UTF-8' };
	} catch {
		if (bytes.includes(0)) throw new UserError(`${file} is not text: save the sheet as "CSV UTF-8".`);
		// The TextDecoder of Node.js 20 reads Windows-1252 as Latin-1.
		const text = decodeAs(bytes, 'windows-1252');
		if (!isMostlyUtf8(bytes) && !text.includes('\uFFFD')) return { text, encoding: 'Windows-1252' };
		throw new UserError(`${file} has text that is neither UTF-8 nor Windows-1252: save the sheet as "CSV UTF-8".`);
	}
}

/** Whether at least half of the non-ASCII characters are valid UTF-8. In Windows-1252 text, hardly any are. */
function isMostlyUtf8(bytes: Buffer): boolean {
	const text = bytes.toString('utf8');
	const [beyond, damaged] = [/[^\0-\x7f]/g, /\uFFFD/g].map((pattern) => text.match(pattern)?.length ?? 0);
	return beyond >= 2 * damaged;
}

function readText(file: string): Decoded {
	let bytes: Buffer;
	try {
		bytes = readFileSync(file);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') throw new UserError(`There is no file ${file}.`);
		throw new UserError(`${file} can't be read${code === 'EISDIR' ? ': it is a folder' : ` (${code})`}.`);
	}
	return decode(bytes, file);
}

interface Form {
	delimiter: string;
	/** The lines above the titles. */
	notes: string;
	/** The titles and the rows. */
	text: string;
}

type ParsedForm = Form & { records: string[][] };

/** Parses the file in the first form in which its quotes are escaped; undefined if there is none. */
function parseStrictly(forms: Form[]): ParsedForm | undefined {
	for (const form of forms) {
		try {
			return { ...form, records: parse(form.text, { ...CSV, delimiter: form.delimiter }) };
		} catch {
			// Another separator may be the right one.
		}
	}
	return undefined;
}

/**
 * Reads quotes that are not escaped as text, unless that may have split a cell or joined lines.
 * @throws UserError
 */
function parseRelaxed(form: Form, file: string, start: string): ParsedForm {
	const records = relaxedRecords(form.text, form.delimiter);
	const isMisread = ({ cells }: Parsed) =>
		cells.some((cell) => (cells.length > records[0].cells.length ? /"/ : /^"[^]*[\r\n]/).test(cell));
	const misread = records.findIndex(isMisread);
	const isWhole = records.at(-1)?.bytes === Buffer.byteLength(form.text);
	if (misread === -1 && isWhole) return { ...form, records: records.map(({ cells }) => cells) };
	const before = misread === -1 ? records.at(-1) : records[misread - 1];
	const line = linesOf(start + form.notes) + (before?.lines ?? 0);
	throw new UserError(
		`${file} is not a CSV file: the quotes on line ${line} do not match; write each quote inside a cell twice.`,
	);
}

interface Parsed {
	cells: string[];
	/** How many bytes and lines of the text end with this record. */
	bytes: number;
	lines: number;
}

/** Returns the records up to a quote that is not closed. */
function relaxedRecords(text: string, delimiter: string, most = -1): Parsed[] {
	const records: Parsed[] = [];
	const onRecord = (cells: string[], { bytes, lines }: Omit<Parsed, 'cells'>) =>
		void records.push({ cells, bytes, lines });
	try {
		parse(text, { ...CSV, delimiter, relax_quotes: true, to: most, on_record: onRecord });
	} catch {
		// The records before the error are still of use.
	}
	return records;
}

const padded = (cells: string[], width: number) => Array.from({ length: width }, (_, place) => cells[place] ?? '');

const linesOf = (text: string): number => text.split(/\r\n|\n|\r/).length;

/** Returns the first line, including line ends inside quoted cells. */
const lineOf = (text: string): string => /^(?:(?<![^,;\t|])"(?:[^"]+|"")*"|[^\r\n])*/.exec(text)?.[0] ?? '';

const withoutQuoted = (line: string): string => line.replaceAll(/"[^"]*"/g, '');

const SAMPLE = 20;

/**
 * Returns the forms that a file may have, the likeliest first: the one in which most of the first rows have as many cells
 * as there are titles, in the first line or else below notes; of several, the one whose separator occurs most often in
 * the titles. Titles may contain other separators.
 */
function detectForms(content: string, delimiters: string[]): Form[] {
	const forms = delimiters.map((delimiter) => {
		const records = relaxedRecords(content, delimiter, SAMPLE);
		const lines = records.map(({ cells }) => cells);
		const titles = titlesAt(lines);
		const notes = titles === 0 ? '' : Buffer.from(content).toString('utf8', 0, records[titles - 1].bytes);
		const text = content.slice(notes.length);
		const cells = withoutQuoted(lineOf(text)).split(delimiter).length;
		return { delimiter, notes, text, ranks: [Math.max(0, fitOf(lines)), fitOf(lines.slice(titles)), cells] };
	});
	return forms.sort(
		({ ranks: [fit, below, cells] }, { ranks }) => ranks[0] - fit || ranks[1] - below || ranks[2] - cells,
	);
}

/** How many rows have as many cells as there are titles; -1 for a single title. */
const fitOf = ([titles = [], ...rows]: string[][]): number =>
	titles.length < 2 ? -1 : rows.filter(({ length }) => length === titles.length).length;

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
