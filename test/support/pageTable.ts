import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a page; `path` is relative to the project root. */
export const readPage = (path: string) => readFileSync(join(__dirname, '..', '..', path), 'utf8');

/**
 * Returns the rows of a table in a page, as lists of cells. The comments `<!-- name: ... -->` and `<!-- /name -->`
 * enclose the table.
 * @throws if the page has no such table
 */
export function tableOf(page: string, name: string): string[][] {
	const marked = new RegExp(`<!-- ${name}:.*-->\\n\\|.*\\n\\|-.*\\n([\\s\\S]*?)\\n<!-- /${name} -->`);
	const table = marked.exec(page)?.[1];
	if (table === undefined) throw new Error(`The page has no table "${name}"`);
	return table.split('\n').map((row) => row.split(/ ?\| ?/).slice(1, -1));
}
