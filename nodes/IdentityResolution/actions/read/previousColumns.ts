import { hash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { readEmail } from '../../api/identifiers/email';
import { identifiersIn, type Identifier } from '../../api/identifiers/identifier';
import { isOpaque } from '../../api/identifiers/linkedin';
import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import { personsNamed } from '../../api/identifiers/name';
import { at, field, isObject, toText, type JsonObject } from '../../api/values/json';
import { memoize } from '../../api/values/memoize';
import { cellsOf } from '../../api/replies/reading';
import { hashOf, personOf } from '../../api/answersText';
import type { Step } from '../../run/route';
import type { SettledRow } from '../../run/rows';
import { ALL_COLUMNS, isOurStatus } from '../spec/columns';

/** Returns the input value of one of our columns. */
export type PreviousColumns = (column: string) => unknown;

/**
 * Returns a function that returns our columns of an input row, always by their prefixed names:
 * `title` without a prefix may be the user's own column. Only `next_page` identifies itself. One
 * per run.
 */
export function previousReader(prefix: string): (json: IDataObject) => PreviousColumns {
	const nameOf = prefixed(prefix);
	const isOurs = memoize((name) => name.startsWith(prefix) || SELF_EVIDENT.test(name));
	return (json) => {
		if (!Object.keys(json).some(isOurs)) return NO_COLUMNS;
		return (column) => {
			const cell = field(json, nameOf(column));
			// n8n adds the input row to an error item, so that only its `error` is from the latest
			// run.
			return column === 'next_page'
				? (at(json, 'error.next_page') ?? cell ?? field(json, column))
				: cell;
		};
	};
}

/**
 * Names our columns. Each name is one text for all rows, which V8 recognizes at once; it compares
 * new ones slowly.
 */
export const prefixed = (prefix: string) => memoize((column) => prefix + column);

/**
 * Returns the names of our columns in a row, with their prefix. Without a prefix, only a row of
 * ours has any.
 */
export function ownColumnsIn(json: IDataObject, prefix: string): string[] {
	if (prefix === '' && !isOurStatus(field(json, 'status'))) return [];
	return ALL_COLUMNS.map((column) => prefix + column).filter((name) => Object.hasOwn(json, name));
}

/** Returns what our columns had before the run. */
export const earlierColumns = (json: IDataObject, prefix: string): JsonObject =>
	Object.fromEntries(
		ownColumnsIn(json, prefix).map((name) => [name.slice(prefix.length), json[name]]),
	);

/** A row without our columns, as most rows are. */
export const NO_COLUMNS: PreviousColumns = () => undefined;

/** Fields that are read without our prefix. */
const SELF_EVIDENT = /^(?:next_page|error)$/;

/** Canonical keys of a person, such as `linkedin:ada-example` and `hem:<MD5>`. */
export type PersonKeys = readonly string[];

/** Returns the keys of identifiers. An email has the key of its MD5. */
export const keysOf = (identifiers: readonly Identifier[]): PersonKeys => [
	...new Set(
		identifiers.filter(({ kind }) => OF_PERSON.has(kind)).map(({ key }) => personOf(key)),
	),
];

const OF_PERSON: ReadonlySet<string> = new Set(['linkedin', 'email', 'hem']);

/** The kinds of identifiers that a row names. */
export const kindsGiven = ({ outcome: { person = [] } }: SettledRow): string[] => [
	...new Set(person.map(kindOf)),
];

/** All keys that a row names or that were looked up for it. */
export const keysOfRow = ({ outcome, steps }: SettledRow): PersonKeys =>
	keysFor(
		steps.map(({ lookup }) => lookup.identifier),
		outcome.person,
	);

/**
 * The keys of identifiers. Without one of a person, a name or an IP address has keys without its
 * data, so that a store can keep one row for each. A name has one for each company, so that another
 * field in the panel is no other person.
 */
export function keysFor(identifiers: readonly Identifier[], person: PersonKeys = []): PersonKeys {
	const keys = [...new Set([...person, ...keysOf(identifiers)])];
	if (keys.length > 0) return keys;
	const hashed = (kind: string, text: string) =>
		`${kind}:${hash('sha256', text, 'hex').slice(0, 32)}`;
	return identifiers.flatMap(({ kind, key, value }) => {
		if (kind === 'name' && isObject(value))
			return personsNamed(value).map((text) => hashed(kind, text));
		return kind === 'ip' ? [hashed(kind, key)] : [];
	});
}

/**
 * The key of a row on the suppression list: it shows whether the row was edited, without naming the
 * person.
 */
export function keyOfSuppressed(person: PersonKeys): string | null {
	if (person.length === 0) return null;
	const text = person.toSorted().join(' ');
	return SUPPRESSED_KEY + hash('sha256', text, 'hex').slice(0, 32);
}

const SUPPRESSED_KEY = 'suppressed:';

/** The keys that an earlier run, or a stranger, wrote into the column of a row. */
const earlierKeys = (previous: PreviousColumns): PersonKeys =>
	toText(previous('person_key'))?.split(' ', MOST_KEYS).filter(Boolean) ?? [];

/** No row of ours has as many, and a stranger may write thousands. */
const MOST_KEYS = 16;

/** Before the short hash of a key that a run took over: it had none of that kind. */
const TAKEN_OVER = '~';

/**
 * The `person_key` column, by which an edited row is noticed. The keys of an operation that read
 * another kind of identifier stay, but hashed, so that only this comparison reads what anyone may
 * have written.
 */
export function keysForColumn(row: SettledRow, previous: PreviousColumns): PersonKeys {
	const keys = keysOfRow(row);
	if (keys.length === 0 || isAnotherPerson(keys, previous)) return keys;
	const kinds = keys.map(comparedKind);
	const others = earlierKeys(previous).filter(
		(key) => IS_KEY.test(key) && !kinds.includes(comparedKind(key)),
	);
	// What the answer writes into the column that the next run reads is no edit, such as a renamed
	// profile.
	const returned = returnedKeys(row, kinds).filter(
		(key) => kinds.includes(comparedKind(key)) && !keys.includes(key),
	);
	const hashed = [...others, ...returned].map((key) =>
		key.startsWith(TAKEN_OVER) ? key : takenOver(key),
	);
	return [...new Set([...keys, ...hashed])];
}

/**
 * Whether a row names another person than its columns are about. Keys of different kinds cannot be
 * compared; another name or IP address counts as another person. The LinkedIn address in the
 * columns does not count: it differs for each profile that was renamed.
 */
export function isAnotherPerson(keys: PersonKeys, previous: PreviousColumns): boolean {
	if (keys.length === 0) return false;
	// A person who is no longer listed gets new data: a table may still have columns of the time
	// before.
	if (toText(previous('person_key'))?.startsWith(SUPPRESSED_KEY)) return true;
	const kinds = keys.map(comparedKind);
	const compared = earlierKeys(previous).filter(
		(key) => IS_KEY.test(key) && kinds.includes(comparedKind(key)),
	);
	const same = keys.filter((key) => compared.includes(key) || compared.includes(takenOver(key)));
	// Beside a name, company and domain both count; a person may have another email.
	const needed = keys.some((key) => kindOf(key) === 'name')
		? Math.min(keys.length, compared.length)
		: 1;
	if (compared.length === 0 || same.length >= needed) return false;
	if (compared.some((key) => !key.startsWith(TAKEN_OVER))) return true;
	// The operation that ran last may have returned this identifier, for example of a profile that
	// was renamed.
	return !keysInColumns(previous).some((key) => keys.includes(key));
}

/**
 * Whether a row surely names the person whom its columns are about, so that it need not be looked
 * up: of each kind that both have, a key is equal, and at least one kind can be compared. Without
 * an earlier key, it counts as the same.
 */
export function isSurelySamePerson(keys: PersonKeys, previous: PreviousColumns): boolean {
	const earlier = earlierKeys(previous).filter((key) => IS_KEY.test(key));
	if (earlier.length === 0) return true;
	const compared = keys.filter((key) =>
		earlier.some((one) => comparedKind(one) === comparedKind(key)),
	);
	const isEqual = (key: string) => earlier.includes(key) || earlier.includes(takenOver(key));
	const kinds = new Set(compared.map(comparedKind));
	return (
		kinds.size > 0 &&
		[...kinds].every((kind) =>
			compared.some((key) => comparedKind(key) === kind && isEqual(key)),
		)
	);
}

/** The keys of the person in the columns that other operations may read. */
const keysInColumns = (columns: PreviousColumns, of: typeof OF_COLUMNS = OF_COLUMNS): PersonKeys =>
	keysOf(of.flatMap(({ name, read }) => identifiersIn(read(toText(columns(name)) ?? ''))));

/** The keys of some kinds in the answers of a row. */
function returnedKeys(
	{ outcome: { is }, steps }: SettledRow,
	kinds: readonly string[],
): PersonKeys {
	if (is === 'conflict') return [];
	const columns = OF_COLUMNS.filter(({ kind }) => kinds.includes(kind));
	return steps.flatMap(({ lookup: { tool }, outcome }) => {
		if (outcome.is !== 'found') return [];
		const cells = cellsOf(tool, outcome.answer);
		return keysInColumns((column) => field(cells, column), columns);
	});
}

const OF_COLUMNS = [
	{ name: 'linkedin_url', kind: 'linkedin', read: readLinkedinCell },
	{ name: 'work_email', kind: 'hem', read: readEmail },
	{ name: 'personal_email', kind: 'hem', read: readEmail },
];

const IS_KEY = /^(?:(?:linkedin|hem|name|ip):|~(?:linkedin|id|hem|name|ip):[\w-]{6}$)/;

const takenOver = (key: string) => `${TAKEN_OVER}${comparedKind(key)}:${hashOf(key)}`;

/** An id that LinkedIn issues may name the same person as a slug, so that it is of another kind. */
const comparedKind = (key: string) => (isOpaque(key) ? 'id' : kindOf(key).replace(TAKEN_OVER, ''));

export const kindOf = (key: string) => key.slice(0, key.indexOf(':'));

/**
 * Returns a note if a tool returned another LinkedIn profile than the row names. The profile may
 * have been renamed, so the answer stays.
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
