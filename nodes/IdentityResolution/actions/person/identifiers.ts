import { readEmail } from '../../api/identifiers/email';
import type { EmailEncoding } from '../../api/identifiers/hem';
import type { Identifier, IdentifierReading } from '../../api/identifiers/identifier';
import type { PersonIdentifiers } from '../../api/person/sources';
import { BY_EMAIL_OR_HASH, BY_LINKEDIN } from '../panel/identifierFields';
import type { IdentifierField, InputProblem, InputReader } from '../parameters/inputReader';
import type { RowReader } from '../parameters/parameterReader';

/** The identifiers of a row, and remarks about its invalid values. */
export interface RowIdentifiers {
	identifiers: PersonIdentifiers;
	problems: InputProblem[];
}

/** Reads all identifiers of a row. An email also gives its MD5; if emails are hashed, it gives only that. */
export function readIdentifiers(readParameter: RowReader, inputs: InputReader, emails: EmailEncoding): RowIdentifiers {
	const problems: InputProblem[] = [];
	const read = (field: IdentifierField): Identifier[] => {
		const reading = inputs.read(readParameter, field);
		if (reading.is === 'thrown') {
			const { displayName } = field.parameter;
			problems.push({
				why: `The expression in ${displayName} could not be evaluated: ${reading.why}`,
				brief: `${displayName} could not be evaluated`,
			});
		}
		if (reading.is === 'invalid') problems.push(inputs.problemOf(field, reading));
		return reading.is === 'identifier' ? [reading.identifier] : [];
	};
	const linkedin = read(BY_LINKEDIN);
	const hem = read(BY_EMAIL_OR_HASH);
	const plain = hem.flatMap(({ value }) => identifierIn(readEmail(value)));
	return { identifiers: { linkedin, email: emails === 'plain' ? plain : [], hem }, problems };
}

const identifierIn = (reading: IdentifierReading): Identifier[] =>
	reading.is === 'identifier' ? [reading.identifier] : [];
