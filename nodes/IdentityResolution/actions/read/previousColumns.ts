import type { IDataObject } from 'n8n-workflow';
import { at, field, isObject } from '../../api/json';
import { isResume, MAX_RESUME_LENGTH } from '../../api/resume';

/** Returns the input value of one of our columns. */
export type PreviousColumns = (column: string) => unknown;

/**
 * Returns our columns of an input row, always by their prefixed names: `title` without a prefix may be the user's own
 * column. Only `resume` and `next_page` identify themselves.
 */
export function previousColumns(json: IDataObject, prefix: string): PreviousColumns {
	if (!Object.keys(json).some((name) => name.startsWith(prefix) || SELF_EVIDENT.test(name))) return NO_COLUMNS;
	return (column) => {
		if (column === 'next_page') return previousCell(json, prefix, column);
		const cell = field(json, prefix + column);
		return column === 'resume' ? (resumesIn(json, prefix).at(0) ?? cell) : cell;
	};
}

/** A row without our columns, as most rows are. */
export const NO_COLUMNS: PreviousColumns = () => undefined;

/** Fields that are read without our prefix. */
const SELF_EVIDENT = /resume$|^(?:next_page|error)$/;

/**
 * The cell of an earlier run: from the `error` of an error item, from our column, or from one without a prefix. n8n
 * adds the input row to an error item, so that only its `error` is from the latest run.
 */
const previousCell = (json: IDataObject, prefix: string, column: string): unknown =>
	at(json, `error.${column}`) ?? field(json, prefix + column) ?? field(json, column);

/**
 * The `resume` texts of a row, of which no others are read: from the error output, which has the latest run, from our
 * column, then from those of runs with another prefix. A text that exceeds `MAX_READ` with those before it is not read.
 */
export function resumesIn(json: IDataObject, prefix: string): string[] {
	const others = Object.keys(json).filter((name) => name.endsWith('resume'));
	if (others.length === 0 && !isObject(json.error)) return NO_TEXTS;
	const cells = [at(json, 'error.resume'), field(json, `${prefix}resume`), ...others.map((name) => json[name])];
	const texts = new Set<string>();
	let left = MAX_READ;
	for (const cell of cells) {
		const text = isResume(cell) ? cell.trim() : '';
		if (text === '' || text.length > Math.min(left, MAX_RESUME_LENGTH) || texts.has(text)) continue;
		texts.add(text);
		left -= text.length;
	}
	return [...texts];
}

const NO_TEXTS: string[] = [];

/** Characters per row, so that no other column displaces the first two. A stranger may fill any number of columns. */
const MAX_READ = 2 * MAX_RESUME_LENGTH;
