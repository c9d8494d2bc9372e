import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(__dirname, 'released.txt');
const CHANGES = join(__dirname, 'changes.json');
const TITLE = 'The public interface of ';

/** The public interface of the last release. */
export interface Release {
	version: string;
	facts: readonly string[];
}

export function readReleased(): Release {
	const [title, ...facts] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
	return { version: title.slice(TITLE.length), facts };
}

/** Makes this the last release, without changes since. */
export function writeReleased({ version, facts }: Release): void {
	writeFileSync(FILE, [TITLE + version, ...facts, ''].join('\n'));
	writeFileSync(CHANGES, '[]\n');
}

/** A change since the last release: a fact that is gone or new, where `*` stands for any text. */
export interface Change {
	gone?: string;
	new?: string;
	reason: string;
}

export const readChanges = (): Change[] => JSON.parse(readFileSync(CHANGES, 'utf8')) as Change[];

/** The difference between the last release and these facts, without listed changes; and changes that do not exist. */
export function compare(released: readonly string[], facts: readonly string[], changes: readonly Change[]) {
	const difference = {
		gone: released.filter((fact) => !facts.includes(fact)),
		new: facts.filter((fact) => !released.includes(fact)),
	};
	const kinds = ['gone', 'new'] as const;
	const matches = (pattern: string | undefined, fact: string) =>
		pattern !== undefined && toPattern(pattern).test(fact);
	return {
		unlisted: kinds.flatMap((kind) =>
			difference[kind]
				.filter((fact) => !changes.some((change) => matches(change[kind], fact)))
				.map((fact) => `${kind}: ${fact}`),
		),
		stale: changes.filter(
			(change) => !kinds.some((kind) => difference[kind].some((fact) => matches(change[kind], fact))),
		),
	};
}

const toPattern = (pattern: string) =>
	new RegExp(
		`^${pattern
			.split('*')
			.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
			.join('.*')}$`,
	);
