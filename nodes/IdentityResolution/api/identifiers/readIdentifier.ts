import { readEmail } from './email';
import { readHem, type EmailEncoding } from './hem';
import { invalid, type Identifier, type IdentifierKind, type IdentifierReading } from './identifier';
import { readLinkedin } from './linkedin';

/** Reads a cell as an identifier of the given kind. */
export function readIdentifier(
	kind: IdentifierKind,
	cell: unknown,
	encoding: EmailEncoding = 'plain',
): IdentifierReading {
	switch (kind) {
		case 'linkedin':
			return readLinkedin(cell);
		case 'email':
			return readEmail(cell);
		case 'hem':
			return readHem(cell, encoding);
		case 'body':
			return invalid('A request body is not read from a cell');
	}
}

/**
 * The key of what a reply echoes, in the terms in which `requested` was asked: a tool for hashed e-mails knows an
 * e-mail by its MD5. Null where the echo is no identifier.
 */
export function echoedKey(requested: Identifier, echo: string): string | null {
	const reading = readIdentifier(requested.key.startsWith('hem:') ? 'hem' : requested.kind, echo);
	return reading.is === 'identifier' ? reading.identifier.key : null;
}
