import type { IDataObject } from 'n8n-workflow';

export const PREFIX = 'enriched_';
export const STATUS = `${PREFIX}status`;
const TIME = `${PREFIX}answered_at`;

const ANSWERED = ['found', 'not_found'];

const isAnswered = (row: IDataObject): boolean => ANSWERED.includes(String(row[STATUS]));

/** Whether a row still has the answer that it came in with. @param before as in the sheet */
export const isKept = (row: IDataObject, before: IDataObject): boolean => isAnswered(row) && row[TIME] === before[TIME];

/** Whether a row has an answer, though something may be left to look up: then it is deferred. */
export const hasAnswer = (row: IDataObject): boolean => isAnswered(row) || Boolean(row[TIME]);

const IDENTIFIER = '/\\S@\\S|^\\s*[0-9a-f]{32}\\s*$/i';

/** Braces could end the expression, and n8n's parser treats the last two characters as line ends. */
const UNSAFE = /[{}\u2028\u2029]/g;

/**
 * Returns the n8n expression that reads a column of a row, safe for any column names. Of several columns, it reads the
 * first one with an email address or an MD5, or else the first filled one.
 */
export function columnExpression(...columns: string[]): string {
	const cells = columns.map(cellOf);
	if (cells.length === 1) return `={{ ${cells[0]} }}`;
	return `={{ [${cells.join()}].find((cell) => ${IDENTIFIER}.test(cell)) || ${cells.join(' || ')} }}`;
}

/** Returns the n8n expression for one of the two fields that a column with LinkedIn profiles and emails fills. */
export const sharedExpression = (column: string, isForEmails: boolean): string =>
	`={{ ${IDENTIFIER}.test(${cellOf(column)}) === ${isForEmails} ? ${cellOf(column)} : "" }}`;

function cellOf(column: string): string {
	const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return `$json[${JSON.stringify(column).replace(UNSAFE, escape)}]`;
}
