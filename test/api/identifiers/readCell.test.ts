import { readEmail, readHem } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { readCell, type CellKind } from '../../../nodes/IdentityResolution/api/identifiers/readCell';
import { EXPECTED } from '../../support/api/profiles';

const ENCODING = 'plain';
const MD5 = 'ca7cfac92323ddbebdb35ec6fee56c50';
const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const KINDS: readonly CellKind[] = ['linkedin', 'email', 'hem'];

describe.each(KINDS)('readCell of kind %s', (kind) => {
	it.each([
		'n/a',
		'N/A',
		'#N/A',
		'na',
		'n.a.',
		'-',
		' - ',
		'--',
		'\u2013',
		'\u2014',
		'?',
		'???',
		'...',
		'none',
		'None',
		'NULL',
		'nil',
		'nan',
		Number.NaN,
		'undefined',
		'Unknown',
		'unavailable',
		'not found',
		'not_found',
		'Not Available',
		'not applicable',
		'not provided',
		'empty',
		'(blank)',
		'[null]',
		'TBD',
		'todo',
		'missing',
		'',
		null,
		undefined,
	])('reads %p as blank', (cell) => {
		expect(readCell(kind, cell, ENCODING)).toEqual({ is: 'blank' });
	});
});

describe('readCell', () => {
	it('uses the reader of each kind', () => {
		const url = 'LinkedIn: linkedin.com/in/ada-example';
		expect(readCell('linkedin', url, ENCODING)).toEqual(readLinkedin('linkedin.com/in/ada-example'));
		expect(readCell('email', 'ada@example.com', ENCODING)).toEqual(readEmail('ada@example.com'));
		expect(readCell('hem', 'ada@example.com', 'hashed')).toEqual(readHem('ada@example.com', 'hashed'));
	});

	it('unwraps a list of one entry, as in Airtable', () => {
		expect(readCell('email', ['ada@example.com'], ENCODING)).toEqual(readEmail('ada@example.com'));
		expect(readCell('email', [], ENCODING)).toEqual({ is: 'blank' });
		expect(readCell('email', ['ada@example.com', 'bob@example.com'], ENCODING).is).toBe('invalid');
		expect(readCell('email', [['ada@example.com']], ENCODING).is).toBe('invalid');
	});

	it.each<[CellKind, string, string, string]>([
		['linkedin', 'ada@example.com', 'email', 'is an email address, not a LinkedIn profile'],
		['linkedin', MD5, 'md5', 'is an MD5 hash, not a LinkedIn profile'],
		['linkedin', '1001', 'number', 'is a number, not a LinkedIn profile'],
		['linkedin', '2026-11-04', 'date', 'is a date, not a LinkedIn profile'],
		['linkedin', 'example.com', 'webAddress', 'is a web address, not a LinkedIn profile'],
		['linkedin', '#REF!', 'formulaError', 'is a formula error, not a LinkedIn profile'],
		['email', 'linkedin.com/in/ada-example', 'profile', 'is a LinkedIn profile, not an email address'],
		['email', MD5, 'md5', 'is an MD5 hash, not an email address'],
		['email', '+1 202-555-0123', 'phone', 'is a phone number, not an email address'],
		['hem', 'linkedin.com/in/ada-example', 'profile', 'is a LinkedIn profile, not an email address or its MD5'],
		['hem', SHA256, 'sha', 'is a SHA hash, not an email address or its MD5'],
	])('of kind %s names the kind of value of %s', (kind, cell, inputKind, why) => {
		const quoted = cell.length > 60 ? `${cell.slice(0, 59)}\u2026` : cell;
		expect(readCell(kind, cell, ENCODING)).toEqual({ is: 'invalid', inputKind, why: `"${quoted}" ${why}` });
	});

	it.each<[CellKind, string, string, string]>([
		[
			'linkedin',
			'https://www.linkedin.com/company/example',
			'linkedinPage',
			`is a company or school page, not a profile. ${EXPECTED}`,
		],
		['linkedin', 'Ada Example', 'text', `is not on linkedin.com. ${EXPECTED}`],
		['email', 'Ada Example', 'text', 'is not an email address. Use an email address such as ada@example.com'],
	])('of kind %s uses the message of its reader for %s', (kind, cell, inputKind, why) => {
		expect(readCell(kind, cell, ENCODING)).toEqual({ is: 'invalid', inputKind, why: `"${cell}" ${why}` });
	});
});
