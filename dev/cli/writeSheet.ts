import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { INodeExecutionData } from 'n8n-workflow';
import { PREFIX } from './columns';
import { UserError, type Flags } from './flags';
import type { Sheet } from './readSheet';

/** The suffixes of earlier runs and the extension of a file name. */
const SUFFIXES = /(-enriched(-\d+)?)?(-stopped(-\d+)?)?(\.\w+)?$/;

/** Returns the file to write: `--out`, or a name in `out/`, which is never that of an earlier sheet. */
export const outFileOf = ({ file, out }: Pick<Flags, 'file' | 'out'>): string =>
	out ?? unusedName(join('out', `${basename(file).replace(SUFFIXES, '')}-enriched.csv`));

/** Returns the name, with the first free number appended if the file exists. */
export function unusedName(file: string): string {
	let name = file;
	for (let number = 2; existsSync(name); number++) name = file.replace(/(\.\w+)?$/, `-${number}$1`);
	return name;
}

/**
 * Writes the sheet's own cells unchanged, in the same order, with the node's columns after them. If the sheet was
 * enriched before, its columns of the node get the new values. The file appears complete or not at all.
 * @throws UserError
 */
export function writeSheet(file: string, sheet: Sheet, items: INodeExecutionData[]): void {
	const { columns, delimiter, lineEnd, bom, preface } = sheet;
	const added = [...new Set(items.flatMap(({ json }) => Object.keys(json)))].filter(
		(name) => !columns.includes(name),
	);
	const lines = sheet.rows.map((row, index) => {
		const { json } = items[index];
		const own = row.map((text, place) => {
			const name = columns[place];
			return name.startsWith(PREFIX) && json[name] !== text ? cell(json[name]) : text;
		});
		return [...own, ...added.map((name) => cell(json[name]))];
	});
	const form = { delimiter, record_delimiter: lineEnd, quoted_match: /[\r\n]/ };
	const text = stringify([[...sheet.header, ...added], ...lines], form);
	withTemporaryFile(file, (temporary) => {
		writeFileSync(temporary, `${bom ? '\uFEFF' : ''}${preface}${text}`);
		renameSync(temporary, file);
	});
}

/**
 * Writes the sheet. If that fails, writes it to the folder for temporary files, because its answers were charged.
 * @returns the written file, and why it is another one than requested; null if it is not
 * @throws UserError
 */
export function saveSheet(file: string, sheet: Sheet, items: INodeExecutionData[]) {
	try {
		writeSheet(file, sheet, items);
		return { file, problem: null };
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		const other = unusedName(join(tmpdir(), basename(file)));
		writeSheet(other, sheet, items);
		return { file: other, problem: error.message };
	}
}

/**
 * Checks that a file can be written, and is not the source, before tokens are spent. Leaves an existing file unchanged.
 * @throws UserError
 */
export function assertWritable(file: string, source: string): void {
	if (existsSync(file) && statSync(file).isDirectory()) throw notWritable(file, 'EISDIR');
	if (existsSync(file) && identityOf(file) === identityOf(source))
		throw new UserError(`--out must be another file than ${source}: your own sheet is never overwritten.`);
	withTemporaryFile(file, (temporary) => {
		writeFileSync(temporary, '');
		rmSync(temporary);
	});
}

/** Equal for all spellings of a file's path, and for links to it. */
function identityOf(file: string): string {
	const { dev, ino } = statSync(file, { bigint: true });
	return `${dev}:${ino}`;
}

function withTemporaryFile(file: string, write: (temporary: string) => void): void {
	const temporary = `${file}.${process.pid}.part`;
	try {
		mkdirSync(dirname(file), { recursive: true });
		write(temporary);
	} catch (error) {
		if (existsSync(temporary)) rmSync(temporary);
		throw notWritable(file, (error as NodeJS.ErrnoException).code);
	}
}

const notWritable = (file: string, code: string | undefined) => new UserError(`${file} can't be written (${code}).`);

/** Characters that make a spreadsheet run a cell as a formula, including invisible ones that it may drop first. */
const FORMULA = /^[=+\-@＝＋－＠\p{Cc}\p{Cf}]/u;

/** The service's text is not trusted: a cell that looks like a formula becomes plain text. */
function cell(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
}
