import { createHash } from 'node:crypto';
import { md5OfEmail } from '../../api/identifiers/email';
import type { Identifier } from '../../api/identifiers/identifier';
import { isOpaque } from '../../api/identifiers/linkedin';
import type { SettledRow } from '../../run/rows';
import type { PreviousColumns } from './previousColumns';
import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import type { Step } from '../../run/lookup';

/** The column that identifies the person of the others, so that an edited row is noticed. */
export const PERSON_KEY = 'person_key';

/** Canonical keys of a person, such as `linkedin:ada-example` and `hem:<MD5>`. */
export type PersonKeys = readonly string[];

/** Returns the keys of identifiers. An email has the key of its MD5. */
export const keysOf = (identifiers: readonly Identifier[]): PersonKeys => [...new Set(identifiers.flatMap(keyOf))];

function keyOf({ kind, key, value }: Identifier): string | [] {
	if (kind === 'email') return `hem:${md5OfEmail(value)}`;
	return kind === 'linkedin' || kind === 'hem' ? key : [];
}

/** The kinds of identifiers that a row names. */
export const kindsGiven = ({ outcome: { person = [] } }: SettledRow): string[] => [...new Set(person.map(kindOf))];

/** All keys that a row names or that were looked up for it. */
export const keysOfRow = ({ outcome, steps }: SettledRow): PersonKeys => [
	...new Set([...(outcome.person ?? []), ...steps.flatMap(({ lookup }) => keyOf(lookup.identifier))]),
];

/** Reads the column. */
const readKeys = (cell: unknown): PersonKeys =>
	typeof cell === 'string' ? cell.split(' ').filter((key) => key !== '') : [];

/**
 * The keys for the column. A row without an identifier of a person gets a key of its lookup by name or IP address, so
 * that a store can keep one row for each.
 */
export function keysForColumn(row: SettledRow): PersonKeys {
	const keys = keysOfRow(row);
	return keys.length > 0 ? keys : row.steps.flatMap(({ lookup }) => keyOfLookup(lookup.identifier));
}

function keyOfLookup({ kind, key }: Identifier): PersonKeys {
	if (kind !== 'name' && kind !== 'ip') return [];
	return [`${kind}:${createHash('sha256').update(key).digest('hex').slice(0, 32)}`];
}

/** The value of the column: keys of this run, and earlier ones of the same person; null if there are none. */
export function personKey(keys: PersonKeys, previous: PreviousColumns, isSame: boolean): string | null {
	if (keys.length === 0) return null;
	return [...new Set([...(isSame ? readKeys(previous(PERSON_KEY)) : []), ...keys])].join(' ');
}

/**
 * Whether a row names another person than its columns are about. Keys of different kinds cannot be compared; another
 * name or IP address counts as another person. The LinkedIn address in the columns does not count: it differs for
 * each profile that was renamed.
 */
export function isAnotherPerson(row: SettledRow, previous: PreviousColumns): boolean {
	const earlier = readKeys(previous(PERSON_KEY));
	if (earlier.length === 0) return false;
	const keys = keysForColumn(row);
	const comparable = keys.filter((key) => earlier.some((other) => areComparable(key, other)));
	return comparable.length > 0 && !keys.some((key) => earlier.includes(key));
}

/** An id that LinkedIn issues may name the same person as a slug. */
const areComparable = (one: string, other: string): boolean =>
	kindOf(one) === kindOf(other) && isOpaque(one) === isOpaque(other);

const kindOf = (key: string) => key.slice(0, key.indexOf(':'));

/**
 * Returns a note if a tool returned another LinkedIn profile than the row names. The profile may have been renamed, so
 * the answer stays.
 * @param given the LinkedIn profiles that the row names
 */
export function otherProfile(given: readonly Identifier[], steps: readonly Step[]): string | null {
	const named = given.filter(({ key }) => !isOpaque(key));
	if (named.length === 0) return null;
	for (const { lookup, outcome } of steps) {
		if (outcome.is !== 'found') continue;
		const { tool } = lookup;
		const returned = readLinkedinCell(outcome.answer.cells.linkedin_url);
		if (returned.is !== 'identifier' || isOpaque(returned.identifier.key)) continue;
		if (named.some(({ key }) => key === returned.identifier.key)) continue;
		return `${tool.name} returned another LinkedIn profile than the row has. Check that both are the same person`;
	}
	return null;
}
