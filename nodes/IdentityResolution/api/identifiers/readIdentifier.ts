import { readEmail, readHem } from './email';
import { readIp } from './ip';
import { invalid, type Identifier, type IdentifierKind, type IdentifierReading } from './identifier';
import { readLinkedin } from './linkedin';

export function readIdentifier(kind: IdentifierKind, cell: unknown): IdentifierReading {
	switch (kind) {
		case 'linkedin':
			return readLinkedin(cell);
		case 'email':
			return readEmail(cell);
		case 'hem':
			return readHem(cell, 'plain');
		case 'ip':
			return readIp(cell);
		case 'name':
		case 'search':
		case 'body':
			return invalid('Several fields cannot be read from one cell');
	}
}

/** Returns the key of an echo, comparable with the key of `requested`; null if the echo is no identifier. */
export function echoedKey(requested: Identifier, echo: string): string | null {
	// A tool for hashed emails identifies an email by its MD5.
	const reading = readIdentifier(requested.key.startsWith('hem:') ? 'hem' : requested.kind, echo);
	return reading.is === 'identifier' ? reading.identifier.key : null;
}
