import { readHem } from '../../nodes/IdentityResolution/api/identifiers/email';
import { readLinkedin } from '../../nodes/IdentityResolution/api/identifiers/linkedin';
import type { PersonKind } from '../../nodes/IdentityResolution/api/person/sources';

export type Kind = PersonKind;

interface Identifiers {
	parameter: string;
	named: RegExp;
	/** Titles that name the kind only if no other title does and the cells are of it. */
	vague?: RegExp;
	words: string;
}

export const IDENTIFIERS: Record<Kind, Identifiers> = {
	linkedin: {
		parameter: 'linkedinUrl',
		named: /linked/i,
		vague: /^(profile[ _-]?)?(url|link)$/i,
		words: 'LinkedIn profiles',
	},
	email: { parameter: 'email', named: /e-?mail|^mail$/i, words: 'emails' },
	hem: { parameter: 'hashedEmail', named: /md5|hash/i, words: 'MD5 hashes' },
};

export const KINDS = Object.keys(IDENTIFIERS) as Kind[];

/** Returns the kind of identifier that a cell is beyond doubt: a bare word may be a profile, or anything else. */
export function kindOf(cell: string): Kind | undefined {
	const reading = /linkedin\.com\//i.test(cell) ? readLinkedin(cell) : readHem(cell);
	if (reading.is !== 'identifier') return undefined;
	return KINDS.find((kind) => kind === reading.identifier.kind);
}

/** Returns the kinds of the identifiers that a cell lists; none if it contains anything else. */
export function kindsOf(cell: string): Kind[] {
	const kind = kindOf(cell);
	if (kind !== undefined) return [kind];
	const kinds = cell.split(/[\s,;]+/).flatMap((part) => (part === '' ? [] : [kindOf(part)]));
	return kinds.every((one) => one !== undefined) ? kinds : [];
}
