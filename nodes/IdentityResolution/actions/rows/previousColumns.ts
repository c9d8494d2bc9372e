import type { IDataObject } from 'n8n-workflow';
import { isEmail } from '../../api/identifiers/email';
import { at, field } from '../../api/json';
import { isResume, joinAnswers, keepResults, writeResume } from '../../api/resume';

/** What one of our columns came in with. */
export type PreviousColumns = (column: string) => unknown;

/**
 * Our columns of a row that comes in. They come in under the prefix, also where they leave without it: a bare `title`
 * may be the user's own. Only a `resume` text says itself what it is.
 */
export const previousColumns =
	(json: IDataObject, prefix: string): PreviousColumns =>
	(column) => {
		const cell = field(json, prefix + column);
		if (column !== 'resume') return cell;
		const texts = resumesIn(json, prefix);
		return texts.length > 1 ? joinResumes(texts) : (texts.at(0) ?? cell);
	};

/** All that a row came in with of what was paid for: in our column, without a prefix, and from the error output. */
export const resumesIn = (json: IDataObject, prefix: string): string[] => [
	...new Set([field(json, `${prefix}resume`), field(json, 'resume'), at(json, 'error.resume')].filter(isResume)),
];

/** One text with the answers of several, each with the signature that it has; the first text if none can be read. */
function joinResumes(texts: readonly string[]): string {
	const answers = joinAnswers(texts);
	return answers.length === 0 ? texts[0] : writeResume(answers, null, keepResults).text;
}

/** Every e-mail address in the fields of a row. */
export const addressesIn = (json: IDataObject): string[] =>
	Object.values(json).flatMap((cell) => {
		const text = typeof cell === 'string' ? cell.trim() : '';
		return isEmail(text) ? [text] : [];
	});
