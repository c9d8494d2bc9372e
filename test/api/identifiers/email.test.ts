import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { isEmail, md5OfEmail, readEmail, readHem } from '../../../nodes/IdentityResolution/api/identifiers/email';
import type { IdentifierReading } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { anyText } from '../../support/api/unicode';

/** `printf %s ada@example.com | md5sum` */
const MD5_OF_ADA = '3e3417d7ef77d5932a6734b916515ed5';
const SHA1_OF_ADA = '3ca93ad87e0bb737e653b66ad67731e86bbc050f';
const SHA256_OF_ADA = 'b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72';

const BLANK = ['', null, undefined, ' ', '\u00a0\t', '\ufeff', '\u200b\u2060'];
const keyOf = (reading: IdentifierReading) => (reading.is === 'identifier' ? reading.identifier.key : null);

const mailboxes = fc.string({ unit: fc.constantFrom(...'abcXYZ019._+-éÖ'), minLength: 1, maxLength: 20 });
const emails = fc
	.tuple(mailboxes, fc.constantFrom('example.com', 'Mail.Example.COM', 'bücher.example'))
	.map((parts) => parts.join('@'));

describe('readEmail', () => {
	const refused = (quote: string) => ({
		is: 'invalid',
		why: `${quote} is not an email address. Use an email address such as ada@example.com`,
	});

	it.each([
		['Ada@Example.COM', 'Ada@example.com'],
		['\u202aa\u00adda@\u200bexample.\u2060com\u202c', 'ada@example.com'],
		['[x](mailto:a\u00adda@\u200bexample.com)', 'ada@example.com'],
		["o'ada_%-x+list@example.co.example", "o'ada_%-x+list@example.co.example"],
		['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
		['jose\u0301@BU\u0308CHER.example', 'josé@xn--bcher-kva.example'],
		[`${MD5_OF_ADA}@example.com`, `${MD5_OF_ADA}@example.com`],
		['1@example.com', '1@example.com'],
		[`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
	])('reads %j as %j, with a key that ignores case', (cell, value) => {
		expect(readEmail(cell)).toEqual({
			is: 'identifier',
			identifier: { kind: 'email', key: `email:${value.toLowerCase()}`, value },
		});
	});

	it.each([
		'"ada@example.com"',
		'(ada@example.com)',
		'Ada Example <ada@example.com>',
		'"Example, Ada" <ada@example.com>;',
		'<mailto:ada@example.com>',
		'[Ada](mailto:ada@example.com)',
		'<a href="mailto:ada@example.com?subject=x">mailto:ADA@example.com</a>',
		'ada@example.com., ',
	])('extracts the address from %j', (cell) => {
		expect(readEmail(cell)).toMatchObject({ identifier: { value: 'ada@example.com' } });
	});

	it.each([...BLANK, 'mailto:'])('reads %j as blank', (cell) => {
		expect(readEmail(cell)).toEqual({ is: 'blank' });
	});

	it.each([
		['two addresses with names', 'Ada <ada@example.com>, Bob <bob@example.com>'],
		['links to two addresses', 'Mail mailto:ada@example.com mailto:bob@example.com'],
		['a mask of asterisks', 'a***@example.com'],
		['a mask of dots', 'a•••@example.com'],
		['an ellipsis', 'ada@e…x.com'],
		['a text without an at sign', 'ada.example.com'],
		['nothing before the at sign', '@example.com'],
		['nothing after the at sign', 'ada@'],
		['two at signs', 'ada@example@example.com'],
		['a domain without a dot', 'ada@localhost'],
		['a dot at the start of the domain', 'ada@.example.com'],
		['two dots in the domain', 'ada@example..com'],
		['a space inside', 'ada example@example.com'],
		['two addresses', 'ada@example.com,bob@example.com'],
		['an MD5', MD5_OF_ADA],
		['a number', 42],
	])('refuses %s', (_what, cell) => {
		expect(readEmail(cell)).toEqual(refused(`"${cell}"`));
	});

	it.each([
		['a line break', 'ada@example.com\nbob@example.com', '"ada@example.com bob@example.com"'],
		['a null', 'ada\0@example.com', '"ada @example.com"'],
		['too many characters', `${'a'.repeat(243)}@example.com`, `"${'a'.repeat(59)}…"`],
	])('quotes a cell with %s on one line, shortened', (_what, cell, quote) => {
		expect(readEmail(cell)).toEqual(refused(quote));
	});

	it.each([[{}], [['ada@example.com']], [new Date(0)]])('refuses %j, which is not text', (cell) => {
		expect(readEmail(cell)).toMatchObject({ why: expect.stringMatching(/^The email is not text\. /) as string });
	});

	it('returns one key for every spelling of an address', () => {
		const spaces = fc.constantFrom('', ' ', '\t', '\u00a0', '\ufeff', '\u200b');
		const around = fc.tuple(spaces, fc.constantFrom('', 'mailto:', 'MailTo:'), spaces);
		const cases = fc.constantFrom(
			(text: string) => text,
			(text: string) => text.toLowerCase(),
			(text: string) => text.toUpperCase(),
		);
		fc.assert(
			fc.property(emails, cases, around, (email, inCase, [before, scheme, after]) => {
				const [mailbox, host] = email.split('@');
				const sentHost = host.toLowerCase().replace('bücher', 'xn--bcher-kva');
				expect(readEmail(before + scheme + inCase(email) + after)).toMatchObject({
					identifier: {
						key: `email:${mailbox.toLowerCase()}@${sentHost}`,
						value: `${inCase(mailbox)}@${sentHost}`,
					},
				});
			}),
			{ seed: 111, numRuns: 500 },
		);
	});

	it('returns different keys for different addresses', () => {
		fc.assert(
			fc.property(emails, emails, (one, other) => {
				const isSame = keyOf(readEmail(one)) === keyOf(readEmail(other));
				expect(isSame).toBe(one.toLowerCase() === other.toLowerCase());
			}),
			{ seed: 112, numRuns: 500 },
		);
	});
});

it.each([
	['ada@example.com', true],
	['ada@example', false],
	[' ada@example.com', false],
	['ada@example.com\n', false],
])('isEmail returns for %j: %p', (text, is) => {
	expect(isEmail(text)).toBe(is);
});

it('md5OfEmail trims the address and converts it to lower case', () => {
	expect([' ada@example.com ', 'Ada@Example.COM'].map(md5OfEmail)).toEqual([MD5_OF_ADA, MD5_OF_ADA]);
});

describe('readHem', () => {
	const EXPECTED = 'Use an email address or its MD5 (32 hex digits)';

	it.each([
		` \ufeff${MD5_OF_ADA.toUpperCase()}\u200b\n`,
		`md5:${MD5_OF_ADA}`,
		`MD5: ${MD5_OF_ADA}`,
		`"${MD5_OF_ADA}"`,
		`'${MD5_OF_ADA}`,
		`md5=${MD5_OF_ADA}`,
	])('reads the MD5 in %j in lower case', (cell) => {
		const expected = { is: 'identifier', identifier: { kind: 'hem', key: `hem:${MD5_OF_ADA}`, value: MD5_OF_ADA } };
		expect([readHem(cell, 'plain'), readHem(cell, 'hashed')]).toEqual([expected, expected]);
	});

	it('returns an email with the key of its MD5, or only its MD5 in the encoding `hashed`', () => {
		const cell = ' mailto:Ada@Example.com ';
		expect(readHem(cell, 'plain')).toEqual({
			is: 'identifier',
			identifier: { kind: 'email', key: `hem:${MD5_OF_ADA}`, value: 'Ada@example.com' },
		});
		expect(readHem(cell, 'hashed')).toEqual(readHem(MD5_OF_ADA, 'plain'));
	});

	it.each([MD5_OF_ADA, SHA1_OF_ADA, SHA256_OF_ADA])(
		'reads an email whose mailbox has the form of a hash: %s',
		(mailbox) => {
			expect(readHem(`${mailbox}@example.com`, 'plain')).toMatchObject({ identifier: { kind: 'email' } });
		},
	);

	it.each(BLANK)('reads %j as blank', (cell) => {
		expect(readHem(cell, 'plain')).toEqual({ is: 'blank' });
	});

	it.each(['', ' ', '\n', 'nan', 'NaN', 'NULL', 'None', 'n/a', '#N/A', '-', '[object Object]', '0'])(
		'reads the MD5 of %j as blank',
		(word) => {
			const hash = createHash('md5').update(word).digest('hex');
			expect([readHem(hash, 'plain'), readHem(hash.toUpperCase(), 'hashed')]).toEqual([
				{ is: 'blank' },
				{ is: 'blank' },
			]);
		},
	);

	it.each(['0'.repeat(32), 'F'.repeat(32)])('reads %s as blank', (hash) => {
		expect(readHem(hash, 'plain')).toEqual({ is: 'blank' });
	});

	it.each([SHA1_OF_ADA, SHA256_OF_ADA.toUpperCase()])('refuses the SHA hash %s', (cell) => {
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
		['mailto alone', 'mailto:'],
		['a number', 12345],
	])('refuses %s', (_what, cell) => {
		expect(readHem(cell, 'hashed')).toEqual({
			is: 'invalid',
			why: `"${cell}" is neither an email address nor an MD5. ${EXPECTED}`,
		});
	});

	it.each([[{}], [[MD5_OF_ADA]]])('refuses %j, which is not text', (cell) => {
		expect(readHem(cell, 'plain')).toEqual({ is: 'invalid', why: `The hashed email is not text. ${EXPECTED}` });
	});

	it('returns one key for an email and its MD5, and accepts the same emails as readEmail', () => {
		const texts = fc.oneof(
			emails,
			anyText.map((text) => `${text}@example.com`),
		);
		fc.assert(
			fc.property(texts, (text) => {
				const email = readEmail(text);
				if (email.is !== 'identifier') return expect(readHem(text, 'plain').is).toBe(email.is);
				const md5 = md5OfEmail(String(email.identifier.value));
				const readings = [readHem(text, 'plain'), readHem(text, 'hashed'), readHem(md5.toUpperCase(), 'plain')];
				expect(readings.map(keyOf)).toEqual(Array(3).fill(`hem:${md5}`));
			}),
			{ seed: 121, numRuns: 1_000 },
		);
	});

	it('returns the same MD5 for two emails only if they are equal', () => {
		const surrogates = fc.string({
			unit: fc.constantFrom('\ud800', '\ud801', '\udc00', '\ufffd', 'a', 'A'),
			minLength: 1,
			maxLength: 3,
		});
		const texts = fc.oneof(anyText, surrogates).map((mailbox) => `${mailbox}@example.com`);
		fc.assert(
			fc.property(texts, texts, (one, other) => {
				const [plain, ofOther] = [one, other].map((email) => keyOf(readEmail(email)));
				const [md5, md5OfOther] = [one, other].map((email) => keyOf(readHem(email, 'hashed')));
				expect([one, other, md5 === md5OfOther]).toEqual([one, other, plain === ofOther]);
			}),
			{ seed: 712, numRuns: 5_000 },
		);
	});
});

it('readEmail and readHem read their own value as the same identifier, and never throw', () => {
	const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 31, maxLength: 33 });
	const readers = fc.constantFrom(
		readEmail,
		(cell: unknown) => readHem(cell, 'plain'),
		(cell: unknown) => readHem(cell, 'hashed'),
	);
	fc.assert(
		fc.property(readers, fc.oneof(emails, hex, anyText, fc.jsonValue()), (read, cell) => {
			const reading = read(cell);
			if (reading.is === 'identifier') expect(read(reading.identifier.value)).toEqual(reading);
			if (reading.is === 'invalid') expect(reading.why).toMatch(/^[^\p{Cc}\u2028\u2029]+$/u);
		}),
		{ seed: 113, numRuns: 5_000 },
	);
});
