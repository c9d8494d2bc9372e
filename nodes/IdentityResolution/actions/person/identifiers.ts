import { readEmail } from '../../api/identifiers/email';
import { readHem, type EmailTravels } from '../../api/identifiers/hem';
import type { Identifier, IdentifierReading } from '../../api/identifiers/identifier';
import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import type { Known } from '../../run/resolve';
import type { RowReader } from '../parameterReader';
import { EMAIL, HASHED_EMAIL, LINKEDIN_URL } from '../identifierFields';

/** What a row tells of its person, and what is wrong with what it does not: one sentence each. */
export interface Identifiers {
	known: Known;
	problems: string[];
}

/**
 * Reads whatever identifiers a row happens to have. A plain e-mail is known by its MD5 as well, whichever field it stands in; where
 * e-mails are hashed, by that alone.
 */
export function readIdentifiers(cell: RowReader, emails: EmailTravels): Identifiers {
	const problems: string[] = [];
	const read = (
		{ name, displayName }: { name: string; displayName: string },
		reader: (value: unknown) => IdentifierReading,
	): Identifier[] => {
		const given = cell(name);
		if (given.is === 'thrown')
			problems.push(`The expression in ${displayName} could not be evaluated: ${given.why}`);
		const reading: IdentifierReading = given.is === 'thrown' ? { is: 'blank' } : reader(given.value);
		if (reading.is === 'invalid') problems.push(reading.why);
		return reading.is === 'identifier' ? [reading.identifier] : [];
	};
	const linkedin = read(LINKEDIN_URL, readLinkedinCell);
	const email = read(EMAIL, readEmail);
	const either = read(HASHED_EMAIL, (value) => readHem(value, emails));
	const plain = either.flatMap(({ kind, value }) => (kind === 'email' ? identifierIn(readEmail(value)) : []));
	const hashed = email.flatMap(({ value }) => identifierIn(readHem(value, emails)));
	return {
		known: {
			linkedin,
			email: emails === 'plain' ? distinct([...email, ...plain]) : [],
			hem: distinct([...hashed, ...either]),
		},
		problems,
	};
}

const identifierIn = (reading: IdentifierReading): Identifier[] =>
	reading.is === 'identifier' ? [reading.identifier] : [];

const distinct = (identifiers: readonly Identifier[]): Identifier[] =>
	identifiers.filter(({ key }, place) => identifiers.findIndex((one) => one.key === key) === place);
