import fc from 'fast-check';
import { isEmail, readEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { anyText } from '../../support/api/unicode';

const EXPECTED = 'Use an email address such as ada@example.com';

describe('readEmail', () => {
	it.each([
		['ada@example.com', 'ada@example.com'],
		['Ada@Example.COM', 'Ada@example.com'],
		['  ada@example.com\r\n', 'ada@example.com'],
		['\u00a0ada@example.com\u00a0', 'ada@example.com'],
		['\ufeffada@example.com\u200b', 'ada@example.com'],
		['a\u00adda@\u200bexample.\u2060com', 'ada@example.com'],
		['\u202aada@example.com\u202c', 'ada@example.com'],
		['mailto:ada@example.com', 'ada@example.com'],
		['MAILTO:Ada@example.com', 'Ada@example.com'],
		['[x](mailto:a\u00adda@\u200bexample.com)', 'ada@example.com'],
		['ada.example+list@mail.example.com', 'ada.example+list@mail.example.com'],
		["o'ada_%-x@example.co.example", "o'ada_%-x@example.co.example"],
		['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
		['ada@bücher.example', 'ada@xn--bcher-kva.example'],
		['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
		['jose\u0301@bu\u0308cher.example', 'josé@xn--bcher-kva.example'],
		['0123456789abcdef0123456789abcdef@example.com', '0123456789abcdef0123456789abcdef@example.com'],
		['1@example.com', '1@example.com'],
	])('reads %j as %j, with a key that ignores case', (cell, value) => {
		expect(readEmail(cell)).toEqual({
			is: 'identifier',
			identifier: { kind: 'email', key: `email:${value.toLowerCase()}`, value },
		});
	});

	it('refuses links to two addresses', () => {
		const cell = '<a href="mailto:ada@example.com">A</a> <a href="mailto:bob@example.com">B</a>';
		expect(readEmail(cell).is).toBe('invalid');
	});

	it.each(['a***@example.com', 'a•••@example.com', 'ada@e…x.com'])('refuses %j, which is masked', (cell) => {
		expect(readEmail(cell)).toEqual({ is: 'invalid', why: `"${cell}" is not an email address. ${EXPECTED}` });
	});

	it.each([[''], [null], [undefined], [' '], ['\u00a0\t'], ['\ufeff'], ['\u200b\u2060'], ['mailto:']])(
		'reads %j as blank',
		(cell) => {
			expect(readEmail(cell)).toEqual({ is: 'blank' });
		},
	);

	it.each([
		'"ada@example.com"',
		'(ada@example.com)',
		'<ada@example.com>',
		'Ada Example <ada@example.com>',
		'"Example, Ada" <ada@example.com>;',
		'mailto:ada@example.com',
		'<mailto:ada@example.com>',
		'[Ada](mailto:ada@example.com)',
		'<a href="mailto:ada@example.com?subject=x">Ada</a>',
		'<a href="mailto:ada@example.com">mailto:ADA@example.com</a>',
		'ada@example.com.',
		'ada@example.com;',
		'ada@example.com, ',
	])('extracts the address from %j', (cell) => {
		expect(readEmail(cell)).toMatchObject({ identifier: { value: 'ada@example.com' } });
	});

	it.each([
		['two addresses with names', 'Ada <ada@example.com>, Bob <bob@example.com>'],
		['a text without an at sign', 'ada.example.com'],
		['nothing before the at sign', '@example.com'],
		['nothing after the at sign', 'ada@'],
		['two at signs', 'ada@example@example.com'],
		['a domain without a dot', 'ada@localhost'],
		['a dot at the start of the domain', 'ada@.example.com'],
		['two dots in the domain', 'ada@example..com'],
		['a space inside', 'ada example@example.com'],
		['two addresses, by comma', 'ada@example.com,bob@example.com'],
		['two addresses, by semicolon', 'ada@example.com;bob@example.com'],
		['an MD5', '0123456789abcdef0123456789abcdef'],
		['a LinkedIn URL', 'https://www.linkedin.com/in/ada-example'],
		['a number', 42],
		['a boolean', false],
	])('refuses %s', (_what, cell) => {
		expect(readEmail(cell)).toEqual({ is: 'invalid', why: `"${cell}" is not an email address. ${EXPECTED}` });
	});

	it.each([
		['a line break', 'ada@example.com\nbob@example.com', '"ada@example.com bob@example.com"'],
		['a null', 'ada\0@example.com', '"ada @example.com"'],
		['too many characters', `${'a'.repeat(243)}@example.com`, `"${'a'.repeat(59)}…"`],
	])('quotes a cell with %s on one line, shortened', (_what, cell, quote) => {
		expect(readEmail(cell)).toEqual({ is: 'invalid', why: `${quote} is not an email address. ${EXPECTED}` });
	});

	it('accepts 254 characters', () => {
		expect(readEmail(`${'a'.repeat(242)}@example.com`)).toMatchObject({ is: 'identifier' });
	});

	it.each([[{}], [[]], [['ada@example.com']], [{ email: 'ada@example.com' }], [new Date(0)]])(
		'refuses %j',
		(cell) => {
			expect(readEmail(cell)).toEqual({ is: 'invalid', why: `The email is not text. ${EXPECTED}` });
		},
	);
});

describe('isEmail', () => {
	it.each([
		['ada@example.com', true],
		['ada@example', false],
		[' ada@example.com', false],
		['ada@example.com\n', false],
		['', false],
	])('returns for %j: %p', (text, is) => {
		expect(isEmail(text)).toBe(is);
	});
});

describe('readEmail with random cells', () => {
	const mailboxes = fc.string({ unit: fc.constantFrom(...'abcXYZ019._+-éÖ'), minLength: 1, maxLength: 20 });
	const emails = fc
		.tuple(mailboxes, fc.constantFrom('example.com', 'Mail.Example.COM', 'bücher.example'))
		.map((parts) => parts.join('@'));

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
				const [first, second] = [one, other].map(readEmail);
				const same = JSON.stringify(first).toLowerCase() === JSON.stringify(second).toLowerCase();
				expect(same).toBe(one.toLowerCase() === other.toLowerCase());
			}),
			{ seed: 112, numRuns: 500 },
		);
	});

	it('reads its own value as the same identifier, and never throws', () => {
		const cells = fc.oneof(
			emails,
			anyText,
			anyText.map((text) => `${text}@example.com`),
			fc.jsonValue(),
		);
		fc.assert(
			fc.property(cells, (cell) => {
				const reading = readEmail(cell);
				if (reading.is === 'identifier') expect(readEmail(reading.identifier.value)).toEqual(reading);
				if (reading.is === 'invalid') expect(reading.why).toMatch(/^[^\p{Cc}\u2028\u2029]+$/u);
			}),
			{ seed: 113, numRuns: 3_000 },
		);
	});
});
