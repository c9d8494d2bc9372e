import { readLinkedinCell } from '../../../nodes/IdentityResolution/api/identifiers/linkedinCell';
import { emailOf, isHeld, personFor } from '../../../dev/sandbox/people';
import type { SandboxSettings } from '../../../dev/sandbox/settings';

/** What must come back for a cell that holds a LinkedIn profile, a blank or a typo. */
export type Expected =
	{ status: 'found'; personalEmail: string } | { status: 'not_found' | 'invalid' | 'skipped'; personalEmail: null };

/** @param settings of the sandbox that is asked */
export function expectedFor(cell: unknown, { seed, hitRate }: SandboxSettings): Expected {
	const reading = readLinkedinCell(cell);
	if (reading.is === 'blank') return { status: 'skipped', personalEmail: null };
	if (reading.is === 'invalid') return { status: 'invalid', personalEmail: null };
	const { key } = reading.identifier;
	if (!isHeld(key, seed, hitRate)) return { status: 'not_found', personalEmail: null };
	return { status: 'found', personalEmail: emailOf(personFor(key, seed)) };
}
