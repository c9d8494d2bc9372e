import { readEmail } from './email';
import { readHem, type EmailTravels } from './hem';
import { invalid, type IdentifierKind, type IdentifierReading } from './identifier';
import { readLinkedin } from './linkedin';

/** Reads a cell as an identifier of the given kind. */
export function readIdentifier(kind: IdentifierKind, cell: unknown, travels: EmailTravels = 'plain'): IdentifierReading {
	switch (kind) {
		case 'linkedin':
			return readLinkedin(cell);
		case 'email':
			return readEmail(cell);
		case 'hem':
			return readHem(cell, travels);
		case 'body':
			return invalid('A request body is not read from a cell');
	}
}
