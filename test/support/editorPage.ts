import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the editor says. */
export const EDITOR_PAGE = readFileSync(join(__dirname, '..', '..', 'docs', 'editor.md'), 'utf8');

/** The rows of a marked table, each as its cells. */
export function tableOf(name: string): string[][] {
	const table =
		new RegExp(`<!-- ${name}:.*-->\\n\\|.*\\n\\|-.*\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(EDITOR_PAGE)?.[1] ??
		'';
	return table.split('\n').map((row) => row.split(/ ?\| ?/).slice(1, -1));
}

/** What it quotes in a marked table. */
export const quoted = (name: string) => tableOf(name).map(([text]) => text);
