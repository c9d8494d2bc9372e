import { md5OfEmail, readHem } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { echoedKey, readIdentifier } from '../../../nodes/IdentityResolution/api/identifiers/readIdentifier';

const [MD5_OF_ADA, MD5_OF_BOB] = ['ada@example.com', 'bob@example.com'].map(md5OfEmail);

describe('readIdentifier', () => {
	it.each([
		['linkedin', 'Ada-Example', 'linkedin:ada-example'],
		['email', 'Ada@Example.com', 'email:ada@example.com'],
		['hem', 'Ada@Example.com', `hem:${MD5_OF_ADA}`],
	] as const)('reads a cell as %s', (kind, cell, key) => {
		expect(readIdentifier(kind, cell)).toMatchObject({ is: 'identifier', identifier: { key } });
	});

	it('keeps a plain email, and refuses a request body', () => {
		expect(readIdentifier('hem', 'ada@example.com')).toEqual(readHem('ada@example.com', 'plain'));
		expect(readIdentifier('body', '{}').is).toBe('invalid');
	});
});

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
] as const)('echoedKey for the %s %s and the echo %s is %s', (kind, cell, echo, key) => {
	const reading = readIdentifier(kind, cell);
	expect(reading.is === 'identifier' && echoedKey(reading.identifier, echo)).toBe(key);
});
