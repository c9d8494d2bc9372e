import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { readLinkedinCell } from '../../../nodes/IdentityResolution/api/identifiers/linkedinCell';

it.each(['null', 'NULL', ' none ', 'undefined', 'Unknown', 'nan', 'no', 'TBD', 'true', true, false, 42, 1234567, '1001', '2026-11-04', 'empty', 'not_found', 'not-found', 'Not Found', 'notfound', Number.NaN, 'https://www.linkedin.com/in/undefined', 'linkedin.com/in/null/'])(
	'%p is nobody: as a slug it would name, and charge for, a stranger',
	(cell) => {
		expect(readLinkedinCell(cell)).toEqual({
			is: 'invalid',
			why: `"${String(cell).trim()}" is not a profile. A profile address such as https://www.linkedin.com/in/ada-example is needed`,
		});
	},
);

it.each(['https://www.linkedin.com/in/null-example', 'linkedin.com/in/unknown', 'linkedin.com/in/1234567', '/in/42', 'null-example', 'no-1', '4ever', 'ada-example', 'ACoAABcDeFg', '', null, {}, 'who knows?'])(
	'%p is read as any profile is',
	(cell) => {
		expect(readLinkedinCell(cell)).toEqual(readLinkedin(cell));
	},
);
