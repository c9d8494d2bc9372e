import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { readEmail } from '../../api/identifiers/email';
import { identifiersIn, type Identifier } from '../../api/identifiers/identifier';
import { isOpaque, readLinkedinCell } from '../../api/identifiers/linkedin';
import { at, field, isEmpty, toText } from '../../api/json';
import { cellsOf } from '../../api/replies/reading';
import { hashOf, hasMark, MAX_RESUME_LENGTH, mayBeResume, personOf } from '../../api/resume';
import type { Step } from '../../run/lookup';
import type { SettledRow } from '../../run/rows';

/** Returns the input value of one of our columns. */
export type PreviousColumns = (column: string) => unknown;

/**
 * Returns our columns of an input row, always by their prefixed names: `title` without a prefix may be the user's own
 * column. Only `resume` and `next_page` identify themselves.
 */
export function previousColumns(json: IDataObject, prefix: string): PreviousColumns {
	if (!Object.keys(json).some((name) => name.startsWith(prefix) || SELF_EVIDENT.test(name))) return NO_COLUMNS;
	return (column) => {
		const cell = field(json, prefix + column);
		// n8n adds the input row to an error item, so that only its `error` is from the latest run.
		if (column === 'next_page') return at(json, 'error.next_page') ?? cell ?? field(json, column);
		return column === 'resume' && isEmpty(cell) ? resumesIn(json, prefix).find(hasMark) : cell;
	};
}

/** A row without our columns, as most rows are. */
export const NO_COLUMNS: PreviousColumns = () => undefined;

/** Fields that are read without our prefix. */
const SELF_EVIDENT = /resume$|^(?:next_page|error)$/;

/**
 * The `resume` texts of a row, of which no others are read: from our column, from the error output, then from runs with
 * another prefix. Damaged texts are among them, so that they are counted. What exceeds `MAX_READ` is cut off, which
 * damages a text. @param columns those that are read
 */
export function resumesIn(json: IDataObject, prefix: string, columns = Object.keys(json)): string[] {
	const own = `${prefix}resume`;
	const texts: string[] = [];
	const add = (cell: unknown, isOwn = false) => {
		if (typeof cell !== 'string' || !(isOwn || mayBeResume(cell)) || cell.trim() === '') return;
		texts.push(cell.trim().slice(0, MAX_RESUME_LENGTH));
	};
	for (const name of columns) if (name === own) add(json[name], prefix !== '');
	add(field(field(json, 'error'), 'resume'));
	for (const name of columns) if (name !== own && name.endsWith('resume')) add(json[name]);
	if (texts.length < 2) return texts;
	let left = MAX_READ;
	return [...new Set(texts)].flatMap((text) => {
		const read = text.slice(0, left);
		left -= read.length;
		return read || [];
	});
}

/** Characters per row, so that no other column displaces the first two. A stranger may fill any number of columns. */
const MAX_READ = 2 * MAX_RESUME_LENGTH;

/** Canonical keys of a person, such as `linkedin:ada-example` and `hem:<MD5>`. */
export type PersonKeys = readonly string[];

/** Returns the keys of identifiers. An email has the key of its MD5. */
export const keysOf = (identifiers: readonly Identifier[]): PersonKeys => [
	...new Set(identifiers.filter(({ kind }) => OF_PERSON.has(kind)).map(({ key }) => personOf(key))),
];

const OF_PERSON: ReadonlySet<string> = new Set(['linkedin', 'email', 'hem']);

/** The kinds of identifiers that a row names. */
export const kindsGiven = ({ outcome: { person = [] } }: SettledRow): string[] => [...new Set(person.map(kindOf))];

/** All keys that a row names or that were looked up for it. */
export const keysOfRow = ({ outcome, steps }: SettledRow): PersonKeys =>
	keysFor(
		steps.map(({ lookup }) => lookup.identifier),
		outcome.person,
	);

/**
 * The keys of identifiers. Without one of a person, a name or an IP address has a key without its data, so that a store
 * can keep one row for each.
 */
export function keysFor(identifiers: readonly Identifier[], person: PersonKeys = []): PersonKeys {
	const keys = [...new Set([...person, ...keysOf(identifiers)])];
	if (keys.length > 0) return keys;
	return identifiers
		.filter(({ kind }) => kind === 'name' || kind === 'ip')
		.map(({ kind, key }) => `${kind}:${createHash('sha256').update(key).digest('hex').slice(0, 32)}`);
}

/** Whether a known row says itself that its text may not count. */
export const hasDoubtfulKey = (json: IDataObject): boolean =>
	Object.values(json).some((cell) => typeof cell === 'string' && /^\?(?:linkedin|hem|name|ip):/.test(cell));

/** The keys that an earlier run, or a stranger, wrote into the column of a row. */
export const earlierKeys = (previous: PreviousColumns): PersonKeys =>
	toText(previous('person_key'))?.replace(/^\?/, '').split(' ', MOST_KEYS).filter(Boolean) ?? [];

/** No row of ours has as many, and a stranger may write thousands. */
const MOST_KEYS = 16;

/** Before the short hash of a key that a run took over: it had none of that kind. */
const TAKEN_OVER = '~';

/**
 * The `person_key` column, by which an edited row is noticed. The keys of an operation that read another kind of
 * identifier stay, but hashed, so that only this comparison reads what anyone may have written.
 */
export function keysForColumn(row: SettledRow, previous: PreviousColumns): PersonKeys {
	const keys = keysOfRow(row);
	if (keys.length === 0 || isAnotherPerson(keys, previous)) return keys;
	const kinds = keys.map(comparedKind);
	const others = earlierKeys(previous).filter((key) => IS_KEY.test(key) && !kinds.includes(comparedKind(key)));
	return [...new Set([...keys, ...others.map((key) => (key.startsWith(TAKEN_OVER) ? key : takenOver(key)))])];
}

/**
 * Whether a row names another person than its columns are about. Keys of different kinds cannot be compared; another
 * name or IP address counts as another person. The LinkedIn address in the columns does not count: it differs for
 * each profile that was renamed.
 */
export function isAnotherPerson(keys: PersonKeys, previous: PreviousColumns): boolean {
	const kinds = keys.map(comparedKind);
	const compared = earlierKeys(previous).filter((key) => IS_KEY.test(key) && kinds.includes(comparedKind(key)));
	const isSame = keys.some((key) => compared.includes(key) || compared.includes(takenOver(key)));
	if (compared.length === 0 || isSame) return false;
	if (compared.some((key) => !key.startsWith(TAKEN_OVER))) return true;
	// The operation that ran last may have returned this identifier, for example of a profile that was renamed.
	return !keysInColumns(previous).some((key) => keys.includes(key));
}

/** The keys of the person in the columns that other operations may read. */
const keysInColumns = (previous: PreviousColumns): PersonKeys =>
	keysOf(OF_COLUMNS.flatMap(([name, read]) => identifiersIn(read(toText(previous(name)) ?? ''))));
const OF_COLUMNS = [
	['linkedin_url', readLinkedinCell],
	['work_email', readEmail],
	['personal_email', readEmail],
] as const;

const IS_KEY = /^(?:(?:linkedin|hem|name|ip):|~(?:linkedin|id|hem|name|ip):[\w-]{6}$)/;

const takenOver = (key: string) => `${TAKEN_OVER}${comparedKind(key)}:${hashOf(key)}`;

/** An id that LinkedIn issues may name the same person as a slug, so that it is of another kind. */
const comparedKind = (key: string) => (isOpaque(key) ? 'id' : kindOf(key).replace(TAKEN_OVER, ''));

const kindOf = (key: string) => key.slice(0, key.indexOf(':'));

/**
 * Returns a note if a tool returned another LinkedIn profile than the row names. The profile may have been renamed, so
 * the answer stays.
 */
export function otherProfile(person: readonly string[], steps: readonly Step[]): string | null {
	const named = person.filter((key) => kindOf(key) === 'linkedin' && !isOpaque(key));
	if (named.length === 0) return null;
	for (const { lookup, outcome } of steps) {
		if (outcome.is !== 'found') continue;
		const { tool } = lookup;
		const { linkedin_url } = cellsOf(tool, outcome.answer);
		if (!linkedin_url) continue;
		const returned = readLinkedinCell(String(linkedin_url));
		if (returned.is !== 'identifier' || isOpaque(returned.identifier.key)) continue;
		if (named.includes(returned.identifier.key)) continue;
		return `${tool.name} returned another LinkedIn profile than the row has. Check that both are the same person`;
	}
	return null;
}
