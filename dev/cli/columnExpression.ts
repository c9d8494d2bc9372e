/** Braces would end the expression and begin another one, and n8n takes these two for line ends. */
const MEANS_MORE = /[{}\u2028\u2029]/g;

/** The n8n expression that reads a column of a row, whatever its name. */
export const columnExpression = (column: string): string =>
	`={{ $json[${JSON.stringify(column).replace(MEANS_MORE, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)}] }}`;
