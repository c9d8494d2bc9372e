import { readHem } from '../../nodes/IdentityResolution/api/identifiers/hem';
import type { IdentifierKind } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { readLinkedin } from '../../nodes/IdentityResolution/api/identifiers/linkedin';

/** Returns the kind of identifier that a cell is beyond doubt: a bare word may be a profile, or anything else. */
export function kindOf(cell: string): IdentifierKind | undefined {
	const reading = /linkedin\.com\//i.test(cell) ? readLinkedin(cell) : readHem(cell, 'plain');
	return reading.is === 'identifier' ? reading.identifier.kind : undefined;
}
