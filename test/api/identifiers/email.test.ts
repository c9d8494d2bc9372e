import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { hashed, md5OfEmail, readHem } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { isEmail } from '../../../nodes/IdentityResolution/api/identifiers/addresses';
import { readEmail, readEmailCell } from '../../../nodes/IdentityResolution/api/identifiers/email';
import type { IdentifierReading } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { anyText } from '../../support/api/unicode';

/** `printf %s ada@example.com | md5sum` */
const MD5_OF_ADA = '3e3417d7ef77d5932a6734b916515ed5';
const SHA1_OF_ADA = '3ca93ad87e0bb737e653b66ad67731e86bbc050f';
const SHA256_OF_ADA = 'b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72';

/** A cell as messages quote it: control and direction characters are blanks. */
const quotable = (cell: unknown) => String(cell).replace(/[\u202a-\u202e]/g, ' ');
const keyOf = (reading: IdentifierReading) => (reading.is === 'identifier' ? reading.identifier.key : null);
/** Reads an email or its MD5, and sends neither as an address. */
const readHashed = (cell: string): IdentifierReading => {
	const reading = readHem(cell);
	return reading.is === 'identifier' ? { ...reading, identifier: hashed(reading.identifier) } : reading;
};

const mailboxes = fc
	.string({ unit: fc.constantFrom(...'abcXYZ019._+-éÖ'), minLength: 1, maxLength: 20 })
	.filter((text) => !text.includes('..'));
const emails = fc
	.tuple(mailboxes, fc.constantFrom('example.com', 'Mail.Example.COM', 'bücher.example'))
	.map((parts) => parts.join('@'));

const EXPECTED_EMAIL = 'Use an email address such as ada@example.com';

describe.each([
	['readEmail', readEmail],
	['readEmailCell', readEmailCell],
])('%s', (_name, read) => {
	it.each([
		['Ada@Example.COM', 'Ada@example.com'],
		['per%cent/ful=1@example.com', 'per%cent/ful=1@example.com'],
		["o'ada_%-x+list@example.co.example", "o'ada_%-x+list@example.co.example"],
		['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
		['jose\u0301@BU\u0308CHER.example', 'josé@xn--bcher-kva.example'],
		[' a\u00adda@\u200bexample.\u2060com\ufeff', 'ada@example.com'],
		['1@example.com', '1@example.com'],
		[`${'x'.repeat(242)}@example.com`, `${'x'.repeat(242)}@example.com`],
		['info@example.com', 'info@example.com'],
	])('reads %j as %j, with a key that ignores case', (cell, value) => {
		expect(read(cell)).toEqual({
			is: 'identifier',
			identifier: { kind: 'email', key: `email:${value.toLowerCase()}`, value },
		});
	});

	it.each([
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
		['a hyphen at the start of the domain', 'ada@-example.com'],
		['a domain that is cut', 'ada@example.c'],
		['an unfilled template', '{{name}}@example.com'],
		['a mask of three dots', 'a...@example.com'],
		['a letter that was lost', 'ada@example.com\ufffd'],
		['reversed letters', 'ada\u202e@example.com'],
		['an MD5', MD5_OF_ADA],
		['a number', '42'],
	])('refuses %s', (_what, cell) => {
		expect(read(cell)).toEqual({
			is: 'invalid',
			why: `"${quotable(cell)}" is not an email address. ${EXPECTED_EMAIL}`,
		});
	});

	it.each([
		['a null', 'ada\0@example.com', '"ada @example.com"'],
		['too many characters', `${'a'.repeat(243)}@example.com`, `"${'a'.repeat(59)}…"`],
	])('quotes a cell with %s on one line, shortened', (_what, cell, quote) => {
		expect(read(cell)).toEqual({ is: 'invalid', why: `${quote} is not an email address. ${EXPECTED_EMAIL}` });
	});
});

it.each([
	['ada@example.com', true],
	['ada@example', false],
	[' ada@example.com', false],
	['ada@example.com\n', false],
])('isEmail returns for %j: %j', (text, is) => {
	expect(isEmail(text)).toBe(is);
});

it('md5OfEmail trims the address and converts it to lower case', () => {
	expect([' ada@example.com ', 'Ada@Example.COM'].map(md5OfEmail)).toEqual([MD5_OF_ADA, MD5_OF_ADA]);
});

describe('readEmailCell', () => {
	it.each([
		'"ada@example.com"',
		'(ada@example.com)',
		'{ada@example.com}',
		'["ada@example.com"]',
		'[[ada@example.com]]',
		'«ada@example.com»',
		'Ada Example <ada@example.com>',
		'Ada Example (ada@example.com)',
		'"Example, Ada" <ada@example.com>;',
		'"Ada" <\u202aada@example.com\u202c>',
		'<mailto:ada@example.com>',
		'mailto: ada@example.com',
		'[Ada](mailto:a\u00adda@\u200bexample.com)',
		'<a href="mailto:ada@example.com?subject=x">mailto:ADA@example.com</a>',
		'ada@example.com., ',
		'ada@example.com!',
		'ada@example.com?subject=hi',
		'ada@example.com (work)',
		'(work) ada@example.com',
		'ada@example.com <work>',
		'SMTP:ada@example.com',
		'E-Mail: ada@example.com',
		'email=ada@example.com',
		'邮箱：ada@example.com',
		'（ada@example.com），',
		'ada@example.com/',
		'"Work email: ada@example.com"',
		'ada\u200d@exam\u200cple.com',
		'ada@example.com; ADA@example.com',
		'ada@example.com ada@example.com',
		'ada@example.com <ada@example.com>',
		'["ada@example.com","ADA@EXAMPLE.COM"]',
		'ada@example.com; n/a',
	])('finds the address in %j', (cell) => {
		expect(readEmailCell(cell)).toMatchObject({ identifier: { value: 'ada@example.com' } });
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
				expect(readEmailCell(before + scheme + inCase(email) + after)).toMatchObject({
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
				const isSame = keyOf(readEmailCell(one)) === keyOf(readEmailCell(other));
				expect(isSame).toBe(one.toLowerCase() === other.toLowerCase());
			}),
			{ seed: 112, numRuns: 500 },
		);
	});

	it.each(['mailto:', '()', '<>', '""'])('reads %j as blank', (cell) => {
		expect(readEmailCell(cell)).toEqual({ is: 'blank' });
	});

	it.each([
		'ada@example.com; bob@example.com',
		'ada@example.com,bob@example.com',
		'ada@example.com\nbob@example.com',
		'Ada <ada@example.com>, Bob <bob@example.com>',
		'ada@example.com <bob@example.com>',
		'ada@example.com (was bob@example.com)',
		'Work: ada@example.com, home: bob@example.com',
		'{ada@example.com,bob@example.com}',
		'["ada@example.com","bob@example.com"]',
		'Mail mailto:ada@example.com mailto:bob@example.com',
		'mailto:ada@example.com bob@example.com',
		'<a href="mailto:ada@example.com">bob@example.com</a>',
		'bob@example.com (mailto:ada@example.com)',
		'ada@example.com?cc=bob@example.com',
	])('says how many addresses %j has', (cell) => {
		const why = expect.stringMatching(/ contains 2 email addresses\. Keep one$/) as string;
		expect(readEmailCell(cell)).toEqual({ is: 'invalid', why });
	});

	// Each of them could be a part of another address.
	it.each([
		'ada example@example.com',
		'ada, lovelace@example.com',
		'Ada Example ada@example.com',
		'ada@example.com or phone',
	])('does not guess which words of %j belong to the address', (cell) => {
		const why = `"${cell}" contains other words than an email address. Keep the address alone`;
		expect(readEmailCell(cell)).toEqual({ is: 'invalid', why });
	});

	it.each([
		['a link to a server', 'https://ada@example.com'],
		['a user and a password', 'user:pass@example.com'],
		['an encoded at sign', 'ada%40example.com'],
		['an at sign in full width', 'ada\uff20example.com'],
	])('refuses %s', (_what, cell) => {
		expect(readEmailCell(cell)).toMatchObject({ is: 'invalid' });
	});

	it('says which letter is not the one that it seems to be', () => {
		expect(readEmailCell('<\u212aada@example.com>')).toMatchObject({
			why: expect.stringContaining('a letter that only looks like one of A to Z') as string,
		});
	});

	it.each([
		['a guest account', 'ada_example.com#EXT#@tenant.onmicrosoft.com'],
		['a return address of mail software', 'bounces+12345-ab1c-ada=example.com@em.example.com'],
		['a return address of mail software', 'bounce-77_HTML-1@bounce.example.com'],
		['a return address of mail software', 'prvs=0123456789=ada@example.com'],
		['a return address of mail software', 'SRS0=abcd=ef=example.com=ada@example.org'],
		['a return address of mail software', 'MAILER-DAEMON@example.com'],
		['an address that accepts no mail', 'no-reply@example.com'],
		['an address that accepts no mail', 'noreply+ada@example.com'],
		['an address that accepts no mail', 'do_not_reply@example.com'],
		['an address that accepts no mail', 'ne-pas-repondre@example.com'],
		['an address that accepts no mail', 'keine-antwort@example.com'],
		['an address that accepts no mail', 'noresponder@example.com'],
		['an address that accepts no mail', 'abc123@group.calendar.google.com'],
		['a return address of mail software', 'list-bounces@example.com'],
		['a return address of mail software', 'x1@bounce.example.com'],
		['an address that accepts no mail', '1234567+ada@users.noreply.example.com'],
		['the id of a message', '<CAF=x2uQ+abc_1234@mail.gmail.com>'],
		['the id of a message', '<0100018c1234abcd-12ab34cd-0000-4a5b-8c9d-000000000000-000000@email.amazonses.com>'],
		['the id of a message', 'DB7PR04MB4618A1B2@DB7PR04MB4618.eurprd04.prod.outlook.com'],
		['the id of a message', '3F2504E0-4F89-11D3-9A0C-0305E82C3301@example.com'],
		['the id of a message', 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY@example.com'],
		['the id of a message', '20261101123456.4C2B81A0@example.com'],
		['the id of a message', '1650000000.123.1650000000000@example.com'],
		['the id of a message', '<12345.67.1650000000000.JavaMail.ada@example.com>'],
		['the id of a message', '000001d8f0a1$b2c3d4e0$18b47ea0$@example.com'],
		['the id of a message', 'tencent_0A1B2C3D4E5F@qq.com'],
		['the id of a message', '202611011234.4C2B81A0@example.com'],
		['the id of a message', '1kAbCd-000000001Ab-2CdE@example.com'],
		['the id of a message', '5F1A2B3C.4050607@example.com'],
		['the id of a message', 'OF1A2B3C4D.1234ABCD-ONC1258000@example.com'],
		['an id of WhatsApp', '15550100@s.whatsapp.net'],
		['at a server that is not on the internet', 'deleted-user-12@example.invalid'],
		['at a server that is not on the internet', 'root@server.localhost'],
		['at a server that is not on the internet', 'ada@192.0.2.77'],
		['a placeholder', 'noemail@example.com'],
		['a placeholder', 'unknown@example.com'],
		['a placeholder', 'test@test.example'],
	])('refuses %s: %j', (is, cell) => {
		const why = `"${cell.length > 60 ? `${cell.slice(0, 59)}…` : cell}" is ${is}, not an address of a person`;
		expect(readEmailCell(cell)).toEqual({ is: 'invalid', why });
	});

	it.each([
		...[
			'info@example.com',
			'sales@example.com',
			'ada+list@example.com',
			'ada.example-1990@example.com',
			'na@example.com',
		],
		...['12345678@example.com', 'x1y2z3@privaterelay.example', 'nullmann@example.com', 'a.noreply@example.com'],
		...[MD5_OF_ADA, SHA1_OF_ADA, SHA256_OF_ADA].map((mailbox) => `${mailbox}@example.com`),
		...[
			'ada+newsletter-signup-form-20240115@example.com',
			'maria_fernanda_gonzalez_rodriguez_19880214@example.com',
		],
		...['nan@example.com', 'bounce.fitness@example.com', 'bounce1985@example.com', 'ada@bounce.example'],
		...[
			'taro..yamada@example.com',
			'1985.12.24.1@example.com',
			'1smith-johnson-jr@example.com',
			'no.reply.smith@example.com',
		],
		...['ada@bcc.example.com'],
		...['bouncer@example.com', 'testa@test.example', 'email.ada@example.com', 'ada@mail.example.com'],
	])('accepts %s', (cell) => {
		expect(readEmailCell(cell)).toMatchObject({ identifier: { value: cell } });
	});
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
		`0x${MD5_OF_ADA}`,
		`\\x${MD5_OF_ADA}`,
		`[${MD5_OF_ADA}]`,
		`hash: ${MD5_OF_ADA};`,
	])('reads the MD5 in %j in lower case', (cell) => {
		const expected = { is: 'identifier', identifier: { kind: 'hem', key: `hem:${MD5_OF_ADA}`, value: MD5_OF_ADA } };
		expect([readHem(cell), readHashed(cell)]).toEqual([expected, expected]);
	});

	it('returns an email with the key of its MD5, or only its MD5 if it is hashed', () => {
		const cell = ' mailto:Ada@Example.com ';
		expect(readHem(cell)).toEqual({
			is: 'identifier',
			identifier: { kind: 'email', key: `hem:${MD5_OF_ADA}`, value: 'Ada@example.com' },
		});
		expect(readHashed(cell)).toEqual(readHem(MD5_OF_ADA));
	});

	it.each(['', ' ', '\u00a0\t', '\ufeff', '\u200b\u2060', 'mailto:'])('reads %j as blank', (cell) => {
		expect(readHem(cell)).toEqual({ is: 'blank' });
	});

	it.each(['', ' ', '\n', 'nan', 'NaN', 'NULL', 'None', 'n/a', '#N/A', '-', '[object Object]', '0'])(
		'reads the MD5 of %j as blank',
		(word) => {
			const hash = createHash('md5').update(word).digest('hex');
			expect([readHem(hash), readHashed(hash.toUpperCase())]).toEqual([{ is: 'blank' }, { is: 'blank' }]);
		},
	);

	it.each(['0'.repeat(32), 'F'.repeat(32)])('reads %s as blank', (hash) => {
		expect(readHem(hash)).toEqual({ is: 'blank' });
	});

	it.each([SHA1_OF_ADA, SHA256_OF_ADA.toUpperCase()])('refuses the SHA hash %s', (cell) => {
		const quote = cell.length > 60 ? `${cell.slice(0, 59)}…` : cell;
		expect(readHem(cell)).toEqual({
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
		['a number', '12345'],
	])('refuses %s', (_what, cell) => {
		expect(readHashed(cell)).toEqual({
			is: 'invalid',
			why: `"${cell}" is neither an email address nor an MD5. ${EXPECTED}`,
		});
	});

	it.each(['ada@example.com, bob@example.com', 'no-reply@example.com', 'Ada ada@example.com'])(
		'says of %j what is wrong with the email',
		(cell) => {
			expect(readHem(cell)).toEqual(readEmailCell(cell));
		},
	);

	it('returns one key for an email and its MD5, and accepts the same emails as readEmailCell', () => {
		const texts = fc.oneof(
			emails,
			anyText.map((text) => `${text}@example.com`),
		);
		fc.assert(
			fc.property(texts, (text) => {
				const email = readEmailCell(text);
				if (email.is !== 'identifier') return readHem(text).is === email.is;
				const md5 = md5OfEmail(String(email.identifier.value));
				const readings = [readHem(text), readHashed(text), readHem(md5.toUpperCase())];
				return readings.every((reading) => keyOf(reading) === `hem:${md5}`);
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
				const [plain, ofOther] = [one, other].map((email) => keyOf(readEmailCell(email)));
				const [md5, md5OfOther] = [one, other].map((email) => keyOf(readHashed(email)));
				expect([one, other, md5 === md5OfOther]).toEqual([one, other, plain === ofOther]);
			}),
			{ seed: 712, numRuns: 5_000 },
		);
	});
});

it('readEmail, readEmailCell and readHem read their own value as the same identifier, and never throw', () => {
	const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 31, maxLength: 33 });
	const readers = fc.constantFrom(readEmail, readEmailCell, (cell: string) => readHem(cell), readHashed);
	fc.assert(
		fc.property(readers, fc.oneof(emails, hex, anyText), (read, cell) => {
			const reading = read(cell);
			if (reading.is === 'identifier') expect(read(String(reading.identifier.value))).toEqual(reading);
			if (reading.is === 'invalid') expect(reading.why).toMatch(/^[^\p{Cc}\u2028\u2029]+$/u);
		}),
		{ seed: 113, numRuns: 5_000 },
	);
});
