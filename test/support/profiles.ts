import { readLinkedin } from '../../nodes/IdentityResolution/api/identifiers/linkedin';

/** What every profile's address begins with. */
export const ADDRESS = 'https://www.linkedin.com/in/';

/** How every refusal of a LinkedIn cell ends. */
export const EXPECTED = 'Use a profile address such as https://www.linkedin.com/in/ada-example';

/** Whom a cell names, which must be somebody. */
export function profileIn(cell: unknown) {
	const reading = readLinkedin(cell);
	if (reading.is !== 'identifier' || reading.identifier.kind === 'body')
		throw new Error(`${JSON.stringify(reading)} is no identifier`);
	return reading.identifier;
}

/** What is said of a cell that must name nobody. */
export function whyNot(cell: unknown): string {
	const reading = readLinkedin(cell);
	if (reading.is !== 'invalid') throw new Error(`${JSON.stringify(reading)} is not refused`);
	return reading.why;
}
