import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of a page: its path from the root of the project. */
export const readPage = (path: string) => readFileSync(join(__dirname, '..', '..', path), 'utf8');

/**
 * The rows of a table in a page, each as its cells. The table stands between the comments `<!-- name: ... -->` and `<!-- /name -->`.
 * @throws if the page has no such table
 */
export function tableOf(page: string, name: string): string[][] {
	const marked = new RegExp(`<!-- ${name}:.*-->\\n\\|.*\\n\\|-.*\\n([\\s\\S]*?)\\n<!-- /${name} -->`);
	const table = marked.exec(page)?.[1];
	if (table === undefined) throw new Error(`The page has no table "${name}"`);
	return table.split('\n').map((row) => row.split(/ ?\| ?/).slice(1, -1));
}
