import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { matchRows } from '../../../nodes/IdentityResolution/api/replies/matchRows';
import { identifierOf, personalEmail } from '../../support/run/lookups';

const MD5_OF_ADA = md5OfEmail('ada@example.com');
/** The other lookup of each batch. */
const OTHERS = { linkedin: 'bob-example', email: 'bob@example.com', hem: 'bob@example.com', ip: '203.0.113.8' };

it.each([
	['linkedin', 'ada-example', 'http://uk.linkedin.com/in/Ada-Example/', 0],
	['linkedin', 'ada-example', 'bob-example', 1],
	['linkedin', 'ada-example', 'https://example.com/ada-example', null],
	['email', 'ada@example.com', 'ADA@example.com', 0],
	['email', 'ada@example.com', 'ada-example', null],
	['hem', 'ada@example.com', 'ADA@example.com', 0],
	['hem', 'ada@example.com', MD5_OF_ADA.toUpperCase(), 0],
	['hem', MD5_OF_ADA, 'ada@example.com', 0],
	['hem', 'ada@example.com', md5OfEmail('bob@example.com'), 1],
	['hem', 'ada@example.com', '', null],
	['ip', '203.0.113.7', '203.0.113.7', 0],
] as const)('in a batch with the %s %s, a row that echoes %s answers lookup %j', (kind, cell, input, lookup) => {
	const requested = [cell, OTHERS[kind]].map((text) => identifierOf(kind, text));
	const { rows } = matchRows(personalEmail, [{ input, country: 'Canada' }], requested, 'whole');
	expect([...rows.keys()]).toEqual(lookup === null ? [] : [requested[lookup].key]);
});

it('the only row of a reply answers a request body, which no text names', () => {
	const body = readBody({});
	const { rows } = matchRows(personalEmail, [{ input: '{}', country: 'Canada' }], [body], 'whole');
	expect([...rows.keys()]).toEqual([body.key]);
});
