import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { md5OfEmail, readEmail, readHem } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { echoedKey, readIdentifier } from '../../../nodes/IdentityResolution/api/identifiers/readIdentifier';
import { anyText } from '../../support/api/unicode';

const EXPECTED = 'Use an email address or its MD5 (32 hex digits)';
/** `printf %s ada@example.com | md5sum` */
const MD5_OF_ADA = '3e3417d7ef77d5932a6734b916515ed5';
const SHA1_OF_ADA = '3ca93ad87e0bb737e653b66ad67731e86bbc050f';
const SHA256_OF_ADA = 'b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72';

describe('readHem with an MD5', () => {
	it.each([
		[MD5_OF_ADA],
		[MD5_OF_ADA.toUpperCase()],
		[`  ${MD5_OF_ADA}\n`],
		[`\ufeff${MD5_OF_ADA}\u200b`],
		[`\u00a0${MD5_OF_ADA}`],
	])('reads %j in lower case', (cell) => {
		const expected = { is: 'identifier', identifier: { kind: 'hem', key: `hem:${MD5_OF_ADA}`, value: MD5_OF_ADA } };
		expect(readHem(cell, 'plain')).toEqual(expected);
		expect(readHem(cell, 'hashed')).toEqual(expected);
	});

	it.each([`md5:${MD5_OF_ADA}`, `MD5: ${MD5_OF_ADA}`, `"${MD5_OF_ADA}"`, `'${MD5_OF_ADA}`, `md5=${MD5_OF_ADA}`])(
		'extracts the MD5 from %j',
		(cell) => {
			expect(readHem(cell, 'plain')).toMatchObject({ identifier: { kind: 'hem', value: MD5_OF_ADA } });
		},
	);
});

it('md5OfEmail trims the address and converts it to lower case', () => {
	expect([' ada@example.com ', 'Ada@Example.COM', 'ada@example.com'].map(md5OfEmail)).toEqual([
		MD5_OF_ADA,
		MD5_OF_ADA,
		MD5_OF_ADA,
	]);
});

describe('readHem with a plain email', () => {
	it.each([
		['ada@example.com'],
		['Ada@Example.com'],
		[' ada@example.com '],
		['mailto:ada@example.com'],
		['\u200bada@example.com'],
	])('returns the key of its MD5 for %j', (cell) => {
		expect(readHem(cell, 'plain')).toMatchObject({ identifier: { kind: 'email', key: `hem:${MD5_OF_ADA}` } });
	});

	it('keeps the email in the encoding `plain`', () => {
		expect(readHem(' Ada@Example.com ', 'plain')).toMatchObject({
			identifier: { kind: 'email', value: 'Ada@example.com' },
		});
	});

	it('returns only its MD5 in the encoding `hashed`', () => {
		const reading = readHem(' Ada@Example.com ', 'hashed');
		expect(reading).toEqual(readHem(MD5_OF_ADA, 'plain'));
		expect(JSON.stringify(reading).toLowerCase()).not.toContain('example');
	});

	it.each([
		['an MD5', MD5_OF_ADA],
		['a SHA-1', SHA1_OF_ADA],
		['a SHA-256', SHA256_OF_ADA],
	])('reads an email even if its mailbox has the form of %s', (_hash, mailbox) => {
		expect(readHem(`${mailbox}@example.com`, 'plain')).toMatchObject({ identifier: { kind: 'email' } });
	});
});

describe('readHem reads as blank', () => {
	it.each([[''], [null], [undefined], ['  '], ['\u00a0'], ['\ufeff\u200b']])('%j', (cell) => {
		expect(readHem(cell, 'plain')).toEqual({ is: 'blank' });
	});
});

describe('readHem refuses', () => {
	it.each([
		['SHA-1', SHA1_OF_ADA],
		['SHA-1 in upper case', SHA1_OF_ADA.toUpperCase()],
		['SHA-256', SHA256_OF_ADA],
		['SHA-256 in upper case', SHA256_OF_ADA.toUpperCase()],
	])('a %s hash', (_name, cell) => {
		const quote = cell.length > 60 ? `${cell.slice(0, 59)}…` : cell;
		expect(readHem(cell, 'plain')).toEqual({
			is: 'invalid',
			why: `"${quote}" is a SHA hash, which the service does not support. ${EXPECTED}`,
		});
	});

	it.each([
		['31 hex digits', MD5_OF_ADA.slice(1)],
		['33 hex digits', `${MD5_OF_ADA}0`],
		['41 hex digits', `0${SHA1_OF_ADA}`],
		['32 digits that are not hexadecimal', `g${MD5_OF_ADA.slice(1)}`],
		['a UUID', '3e3417d7-ef77-d593-2a67-34b916515ed5'],
		['half an address', 'ada@'],
		['a LinkedIn URL', 'https://www.linkedin.com/in/ada-example'],
		['mailto alone', 'mailto:'],
		['a number', 12345],
	])('%s', (_what, cell) => {
		expect(readHem(cell, 'hashed')).toEqual({
			is: 'invalid',
			why: `"${cell}" is neither an email address nor an MD5. ${EXPECTED}`,
		});
	});

	it.each([[{}], [[MD5_OF_ADA]], [{ md5: MD5_OF_ADA }]])('%j', (cell) => {
		expect(readHem(cell, 'plain')).toEqual({ is: 'invalid', why: `The hashed email is not text. ${EXPECTED}` });
	});
});

describe('readHem with random cells', () => {
	const emails = fc
		.string({ unit: fc.constantFrom(...'abcXYZ019._+-éÖ'), minLength: 1, maxLength: 20 })
		.map((mailbox) => `${mailbox}@Example.com`);

	it('returns one key for an email and its MD5', () => {
		fc.assert(
			fc.property(emails, (email) => {
				const readings = [
					readHem(email, 'plain'),
					readHem(email, 'hashed'),
					readHem(md5OfEmail(email).toUpperCase(), 'plain'),
				];
				const keys = readings.map((reading) => reading.is === 'identifier' && reading.identifier.key);
				expect(keys).toEqual(keys.map(() => `hem:${md5OfEmail(email)}`));
			}),
			{ seed: 121, numRuns: 300 },
		);
	});

	it('accepts the same emails as readEmail', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					emails,
					anyText.map((text) => `${text}@example.com`),
				),
				(email) => {
					expect(readHem(email, 'plain').is).toBe(readEmail(email).is);
				},
			),
			{ seed: 122, numRuns: 1_000 },
		);
	});

	it('reads its own value as the same identifier, and never throws', () => {
		const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 31, maxLength: 33 });
		fc.assert(
			fc.property(
				fc.oneof(emails, hex, anyText, fc.jsonValue()),
				fc.constantFrom('plain', 'hashed'),
				(cell, encoding) => {
					const reading = readHem(cell, encoding);
					if (reading.is === 'identifier')
						expect(readHem(reading.identifier.value, encoding)).toEqual(reading);
					if (reading.is === 'invalid') expect(reading.why).toMatch(/^[^\p{Cc}\u2028\u2029]+$/u);
				},
			),
			{ seed: 123, numRuns: 2_000 },
		);
	});
});

describe('readIdentifier', () => {
	it.each([
		['linkedin', 'Ada-Example', 'linkedin:ada-example'],
		['email', 'Ada@Example.com', 'email:ada@example.com'],
		['hem', 'Ada@Example.com', `hem:${MD5_OF_ADA}`],
	] as const)('reads a cell as %s', (kind, cell, key) => {
		expect(readIdentifier(kind, cell)).toMatchObject({ is: 'identifier', identifier: { key } });
	});

	it('keeps a plain email', () => {
		expect(readIdentifier('hem', 'ada@example.com')).toEqual(readHem('ada@example.com', 'plain'));
	});

	it('refuses a request body', () => {
		expect(readIdentifier('body', '{}').is).toBe('invalid');
	});
});

describe('echoedKey', () => {
	const identifierOf = (kind: 'linkedin' | 'email' | 'hem', cell: string) => {
		const reading = readIdentifier(kind, cell);
		if (reading.is !== 'identifier') throw new Error(`${cell} is no identifier`);
		return reading.identifier;
	};

	it.each([
		['linkedin', 'ada-example', 'http://uk.linkedin.com/in/Ada-Example/'],
		['email', 'ada@example.com', 'ADA@example.com'],
		['hem', 'ada@example.com', 'ADA@example.com'],
		['hem', 'ada@example.com', MD5_OF_ADA.toUpperCase()],
		['hem', MD5_OF_ADA, 'ada@example.com'],
		['hem', MD5_OF_ADA, MD5_OF_ADA],
	] as const)('returns the key of the %s %s for the echo %s', (kind, cell, echo) => {
		const identifier = identifierOf(kind, cell);
		expect(echoedKey(identifier, echo)).toBe(identifier.key);
	});

	it.each([
		['linkedin', 'ada-example', 'bob-example', 'linkedin:bob-example'],
		['hem', 'ada@example.com', 'bob@example.com', `hem:${md5OfEmail('bob@example.com')}`],
		['linkedin', 'ada-example', 'https://example.com/ada-example', null],
		['email', 'ada@example.com', 'ada-example', null],
		['hem', 'ada@example.com', '', null],
	] as const)('returns another key or null for the %s %s and the echo %s', (kind, cell, echo, key) => {
		expect(echoedKey(identifierOf(kind, cell), echo)).toBe(key);
	});
});

describe('readHem returns blank for', () => {
	const md5Of = (text: string) => createHash('md5').update(text).digest('hex');

	it.each([
		'',
		' ',
		'\n',
		'nan',
		'NaN',
		'null',
		'NULL',
		'None',
		'undefined',
		'n/a',
		'N/A',
		'#N/A',
		'-',
		'[object Object]',
		'0',
	])('the MD5 of %j', (word) => {
		expect(readHem(md5Of(word), 'plain')).toEqual({ is: 'blank' });
		expect(readHem(md5Of(word).toUpperCase(), 'hashed')).toEqual({ is: 'blank' });
	});

	it.each(['0'.repeat(32), 'f'.repeat(32), 'F'.repeat(32)])('%s', (hash) => {
		expect(readHem(hash, 'plain')).toEqual({ is: 'blank' });
	});
});
