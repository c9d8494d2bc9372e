import { tellsNothing, type CameOut } from './cameOut';
import { keyOf, KINDS } from './contacts';
import type { Operation } from './operations';
import type { RunOptions } from './runOptions';
import type { Sheet } from './sheet';

/**
 * Whether the answer to a row was paid for, arrived, and is not with it.
 * @param paid keys for which an answer arrived that was paid for
 */
export function isThrownAway(
	row: CameOut,
	place: number,
	{ rows, truths }: Sheet,
	{ operation: { kind }, limits: { onPhoneTokens } }: { operation: Operation; limits: RunOptions['limits'] },
	paid: ReadonlySet<string>,
): boolean {
	const truth = truths[place];
	if (truth.is !== 'asked') return false;
	const { contact } = truth;
	// The user chose that such a row comes back with its phone or not at all; the answer is with another row of that person, which wanted none.
	const waitsForPhone = onPhoneTokens === 'defer' && rows[place].phone === 'yes' && row.status === 'deferred';
	if (kind !== null) return paid.has(keyOf(contact, kind)) && row.status !== 'found' && !waitsForPhone;
	// Several tools: it may have told less than was wanted. Of several rows of a person one may know less, and not come to the question of another.
	const isAlone = truths.filter((other) => other.is === 'asked' && other.contact === contact).length === 1;
	const holdsIt = row.isError ? row.hasResume : !tellsNothing(row.told);
	return isAlone && KINDS.some((one) => paid.has(keyOf(contact, one))) && !holdsIt;
}
