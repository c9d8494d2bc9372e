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
	let joined: string | undefined;
	return (column) => {
		const cell = field(json, prefix + column);
		if (column === 'next_page') return previousCell(json, prefix, column);
		if (column !== 'resume') return cell;
		const texts = resumesIn(json, prefix);
		if (texts.length < 2) return texts.at(0) ?? cell;
		joined ??= joinResumes(texts);
		return joined;
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
 * All `resume` texts of an input row: from our column, from those of a run with another prefix, and from the error
 * output.
 */
export function resumesIn(json: IDataObject, prefix: string): string[] {
	const others = Object.keys(json).filter((name) => name.endsWith('resume'));
	const cells = [`${prefix}resume`, ...others].map((name) => field(json, name));
	return [...new Set([...cells, at(json, 'error.resume')].filter(isResume))];
}

/**
 * Joins the answers of several texts with their signatures, equal ones once; returns the first text if none can be
 * read. It may contain several answers to one lookup: which one counts depends on their signatures.
 */
function joinResumes(texts: readonly string[]): string {
	const answers = texts.flatMap((text) => readResume(text) ?? []);
	const distinct = [...new Map(answers.map((answer) => [JSON.stringify(answer), answer])).values()];
	return distinct.length === 0 ? texts[0] : writeResume(distinct, null, keepResults).text;
}
