import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { readLinkedinCell } from '../../../nodes/IdentityResolution/api/identifiers/linkedinCell';
import { EXPECTED } from '../../support/profiles';

it.each([
	'null',
	'NULL',
	' none ',
	'undefined',
	'Unknown',
	'nan',
	'no',
	'TBD',
	'true',
	true,
	false,
	42,
	1234567,
	'1001',
	'2026-11-04',
	'04-11-2026',
	'202-555-0123',
	'empty',
	'not_found',
	'not-found',
	'Not Found',
	'notfound',
	Number.NaN,
	'NA',
	'n-a',
	'not-available',
	'Unavailable',
])('%p is nobody: as a slug it would name, and charge for, a stranger', (cell) => {
	expect(readLinkedinCell(cell)).toEqual({
		is: 'invalid',
		why: `"${String(cell).trim()}" is not a profile. ${EXPECTED}`,
	});
});

it.each([
	'https://www.linkedin.com/in/null-example',
	'linkedin.com/in/unknown',
	'linkedin.com/in/1234567',
	'/in/42',
	'linkedin.com/in/na',
	'https://www.linkedin.com/in/ada-example?url=linkedin.com/in/null',
	'https://www.linkedin.com/in/ada-example/in/undefined',
	'null-example',
	'no-1',
	'4ever',
	'ada-example',
	'na-na',
	'4-ever',
	'ACoAABcDeFg',
	'',
	null,
	{},
	'who knows?',
])('%p is read as any profile is', (cell) => {
	expect(readLinkedinCell(cell)).toEqual(readLinkedin(cell));
});

it.each([
	'https://www.linkedin.com/in/undefined',
	'linkedin.com/in/null/',
	'https://www.linkedin.com/in/undefined?trk=x',
	'linkedin.com/in/NaN#about',
	'linkedin.com/in/null/de',
	'in/undefined',
	'/in/null',
	'www.linkedin.com/in/n%75ll',
	'm.linkedin.com/mwlite/in/undefined/overlay/',
])('%p is an address that was made without a value, and nobody', (cell) => {
	expect(readLinkedinCell(cell)).toEqual({
		is: 'invalid',
		why: `"${cell}" is not a profile. ${EXPECTED}`,
	});
});
