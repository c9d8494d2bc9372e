import type { IDataObject } from 'n8n-workflow';

/** The default prefix of the node's columns. */
export const PREFIX = 'enriched_';
export const STATUS = `${PREFIX}status`;

const ANSWERED = ['found', 'not_found'];

/** A value for the node's Skip When: skips rows that an earlier run got an answer for. */
export const SKIP_ANSWERED = `={{ ${JSON.stringify(ANSWERED)}.includes($json.${STATUS}) }}`;

export const hasAnswer = (row: IDataObject): boolean => ANSWERED.includes(String(row[STATUS]));

/** Braces could end the expression, and n8n's parser treats the last two characters as line ends. */
const UNSAFE = /[{}\u2028\u2029]/g;

/** Returns the n8n expression that reads a column of a row, safe for any column name. */
export function columnExpression(column: string): string {
	const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return `={{ $json[${JSON.stringify(column).replace(UNSAFE, escape)}] }}`;
}
