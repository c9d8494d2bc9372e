import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';

/** What every profile's address begins with. */
export const ADDRESS = 'https://www.linkedin.com/in/';

/** How every refusal of a LinkedIn cell ends. */
export const EXPECTED = 'Use an address such as linkedin.com/in/ada-example';

/** The identifier of a cell. @throws for an invalid cell */
export function profileIn(cell: string) {
	const reading = readLinkedin(cell);
	if (reading.is !== 'identifier' || reading.identifier.kind === 'body')
		throw new Error(`${JSON.stringify(reading)} is no identifier`);
	return reading.identifier;
}

/** The message for an invalid cell. @throws for a valid one */
export function whyNot(cell: string): string {
	const reading = readLinkedin(cell);
	if (reading.is !== 'invalid') throw new Error(`${JSON.stringify(reading)} is not refused`);
	return reading.why;
}
