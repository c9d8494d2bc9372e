import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { echoedKey } from '../../../nodes/IdentityResolution/api/replies/matchRows';
import { identifierOf } from '../../support/run/lookups';

const [MD5_OF_ADA, MD5_OF_BOB] = ['ada@example.com', 'bob@example.com'].map(md5OfEmail);

it.each([
	['linkedin', 'ada-example', 'http://uk.linkedin.com/in/Ada-Example/', 'linkedin:ada-example'],
	['linkedin', 'ada-example', 'bob-example', 'linkedin:bob-example'],
	['linkedin', 'ada-example', 'https://example.com/ada-example', null],
	['email', 'ada@example.com', 'ADA@example.com', 'email:ada@example.com'],
	['email', 'ada@example.com', 'ada-example', null],
	['hem', 'ada@example.com', 'ADA@example.com', `hem:${MD5_OF_ADA}`],
	['hem', 'ada@example.com', MD5_OF_ADA.toUpperCase(), `hem:${MD5_OF_ADA}`],
	['hem', MD5_OF_ADA, 'ada@example.com', `hem:${MD5_OF_ADA}`],
	['hem', 'ada@example.com', 'bob@example.com', `hem:${MD5_OF_BOB}`],
	['hem', 'ada@example.com', '', null],
	['ip', '203.0.113.7', '203.0.113.7', 'ip:203.0.113.7'],
] as const)('echoedKey for the %s %s and the echo %s is %s', (kind, cell, echo, key) => {
	expect(echoedKey(identifierOf(kind, cell), echo)).toBe(key);
});

it('echoedKey is null for a request body, which no text names', () => {
	expect(echoedKey(readBody({}), '{}')).toBeNull();
});
