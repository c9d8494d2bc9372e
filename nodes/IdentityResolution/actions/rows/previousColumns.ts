import type { IDataObject } from 'n8n-workflow';
import { at, field } from '../../api/json';
import { isResume, keepResults, readResume, writeResume } from '../../api/resume';

/** Returns the input value of one of our columns. */
export type PreviousColumns = (column: string) => unknown;

/**
 * Returns our columns of an input row, always by their prefixed names: `title` without a prefix may be the user's own
 * column. Only `resume` and `next_page` identify themselves.
 */
export function previousColumns(json: IDataObject, prefix: string): PreviousColumns {
	if (!Object.keys(json).some((name) => name.startsWith(prefix) || SELF_EVIDENT.test(name))) return NO_COLUMNS;
	let resume: { cell: unknown } | undefined;
	return (column) => {
		if (column === 'next_page') return previousCell(json, prefix, column);
		if (column !== 'resume') return field(json, prefix + column);
		resume ??= { cell: joinResumes(resumesIn(json, prefix)) ?? field(json, prefix + column) };
		return resume.cell;
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
 * The `resume` texts of a row, of which no others are read: from our column, then from those of runs with another
 * prefix, then from the error output. A text that exceeds `MAX_READ` with those before it is not read.
 */
export function resumesIn(json: IDataObject, prefix: string): string[] {
	const others = Object.keys(json).filter(isResumeColumn);
	const cells = [field(json, `${prefix}resume`), ...others.map((name) => json[name]), at(json, 'error.resume')];
	const texts = new Set<string>();
	let left = MAX_READ;
	for (const cell of cells) {
		if (typeof cell !== 'string' || cell.length > left || !isResume(cell) || texts.has(cell)) continue;
		texts.add(cell);
		left -= cell.length;
	}
	return [...texts];
}

/** Characters per row, as many as two full texts have. A stranger may fill any number of columns. */
const MAX_READ = 60_000;

/** Whether texts in a column are read. */
export const isResumeColumn = (name: string): boolean => name.endsWith('resume');

/**
 * Joins the answers of several texts with their signatures, equal ones once; returns the first text if none can be
 * read, undefined if there is none. The joined text may contain several answers to one lookup: which one counts depends
 * on their signatures.
 */
function joinResumes(texts: readonly string[]): string | undefined {
	if (texts.length < 2) return texts.at(0);
	const answers = texts.flatMap((text) => readResume(text) ?? []);
	const distinct = [...new Map(answers.map((answer) => [JSON.stringify(answer), answer])).values()];
	return distinct.length === 0 ? texts[0] : writeResume(distinct, null, keepResults).text;
}
