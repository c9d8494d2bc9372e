import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..');

/** Names that .gitignore lists, and git's own folder. */
const IGNORED = ['.git', ...readFileSync(join(PROJECT, '.gitignore'), 'utf8').split('\n').filter(Boolean)].map(
	(line) => new RegExp(`^${line.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '.*')}$`),
);

/**
 * Returns the project's files whose path matches, relative to its root, with slashes. Does not run git, which refuses a
 * tree of another user, such as the workspace of a container job, and which a downloaded archive does not have.
 * @throws if no file matches
 */
export function projectFiles(pattern: RegExp): string[] {
	const files = filesIn('').filter((file) => pattern.test(file));
	if (files.length === 0) throw new Error(`No file of the project matches ${String(pattern)}`);
	return files;
}

const filesIn = (folder: string): string[] =>
	readdirSync(join(PROJECT, folder), { withFileTypes: true })
		.filter(({ name }) => !IGNORED.some((ignored) => ignored.test(name)))
		.flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}${entry.name}/`) : `${folder}${entry.name}`));
