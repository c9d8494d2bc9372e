import { readCell } from '../../../nodes/IdentityResolution/api/identifiers/readCell';
import { emailOf, isHeld, personFor } from '../../../dev/sandbox/people';
import type { SandboxSettings } from '../../../dev/sandbox/settings';

/** What the node must return for a cell that may hold a LinkedIn profile. */
export type Expected =
	{ status: 'found'; personalEmail: string } | { status: 'not_found' | 'invalid' | 'skipped'; personalEmail: null };

export function expectedFor(cell: unknown, { seed, hitRate }: SandboxSettings): Expected {
	const reading = readCell('linkedin', cell);
	if (reading.is === 'blank') return { status: 'skipped', personalEmail: null };
	if (reading.is === 'invalid') return { status: 'invalid', personalEmail: null };
	const { key } = reading.identifier;
	if (!isHeld(key, seed, hitRate)) return { status: 'not_found', personalEmail: null };
	return { status: 'found', personalEmail: emailOf(personFor(key, seed)) };
}

/** Compares the status and the email in rows of the node, or of a sheet, with those that belong to LinkedIn cells. */
export function expectOwnAnswers(
	rows: ReadonlyArray<Record<string, unknown>>,
	cells: readonly unknown[],
	settings: SandboxSettings,
): void {
	const answers = rows.map(({ enriched_status: status, enriched_personal_email: email }) => [status, email || null]);
	const expected = cells.map((cell) => expectedFor(cell, settings));
	expect(answers).toEqual(expected.map(({ status, personalEmail }) => [status, personalEmail]));
}

/** The canonical key of a cell, or null for a blank or a typo. */
export function keyOf(cell: unknown): string | null {
	const reading = readCell('linkedin', cell);
	return reading.is === 'identifier' ? reading.identifier.key : null;
}
