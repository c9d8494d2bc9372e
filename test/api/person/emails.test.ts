import fc from 'fast-check';
import { createHash } from 'node:crypto';
import type { Cell, Cells } from '../../../nodes/IdentityResolution/api/person/columns';
import {
	addressBook,
	addressesIn,
	addressesInRow,
	bestOf,
	hasHashes,
	isPlainEmail,
	meetsGrade,
	type MinGrade,
	listIn,
	usableCells,
} from '../../../nodes/IdentityResolution/api/person/emails';

const hash = (algorithm: 'md5' | 'sha1' | 'sha256', text: string) => createHash(algorithm).update(text).digest('hex');

const ADA = 'ada@example.com';
const BEA = 'Bea.Other@Example.net';
const MD5 = hash('md5', ADA);
const SHA256 = hash('sha256', ADA);
const MD5_OF_UNKNOWN = hash('md5', 'stranger@example.org');

it.each([
	...['ada@example.com', 'Ada.Example+x@mail.example.com', 'ada@exämple.com', 'x'.repeat(242) + '@example.com'].map(
		(cell) => [cell, true],
	),
	...[MD5.toUpperCase(), '0'.repeat(40), 'f'.repeat(64), 'f'.repeat(33), 'a**@example.com', 'a••@example.com'].map(
		(cell) => [cell, false],
	),
	...['a…@example.com', 'ada@e******.com', '***', 'ada at example.com', `${ADA}, bea@example.com`, '', null, 42].map(
		(cell) => [cell, false],
	),
	['x'.repeat(243) + '@example.com', false],
] as Array<[Cell, boolean]>)('isPlainEmail of %j is %s', (cell, isPlain) => {
	expect(isPlainEmail(cell)).toBe(isPlain);
});

describe('addressBook', () => {
	it.each<[string, string]>([
		['the MD5 of an address as it is spelled', hash('md5', BEA)],
		['a SHA-1', hash('sha1', ADA)],
		['a masked address', 'a**@example.com'],
		['the address itself', ADA],
		['part of a hash', MD5.slice(1)],
		['a hash with a space', `${MD5} `],
		['an empty text', ''],
	])('finds nothing for %s: %j', (_what, obscured) => {
		expect(addressBook(() => [ADA, BEA])(obscured)).toBeUndefined();
	});

	it('ignores spaces around a known address', () => {
		const book = addressBook(() => [`  ${ADA} `]);
		expect([MD5, SHA256].map(book)).toEqual([ADA, ADA]);
	});

	it('requests the addresses for the first hash, once', () => {
		const addresses = jest.fn(() => [ADA]);
		const book = addressBook(addresses);
		expect([book('a**@example.com'), book(ADA), book('')]).toEqual([undefined, undefined, undefined]);
		expect(addresses).not.toHaveBeenCalled();
		expect([book(MD5_OF_UNKNOWN), book(MD5), book(SHA256)]).toEqual([undefined, ADA, ADA]);
		expect(addresses).toHaveBeenCalledTimes(1);
	});

	it('returns every address of a list in lower case, by either hash in either case, and nothing else', () => {
		const address = fc.emailAddress();
		fc.assert(
			fc.property(fc.array(address), address, (known, other) => {
				const book = addressBook(() => known);
				const isKnown = (email: string) => known.some((one) => one.toLowerCase() === email.toLowerCase());
				for (const email of [...known, other])
					for (const digest of [hash('md5', email.toLowerCase()), hash('sha256', email.toLowerCase())])
						for (const spelled of [digest, digest.toUpperCase()])
							expect(book(spelled)).toBe(isKnown(email) ? email.toLowerCase() : undefined);
			}),
			{ seed: 341, numRuns: 300 },
		);
	});
});

it.each<[Cell | undefined, string[]]>([
	[`${ADA}, , ${BEA}`, [ADA, BEA]],
	[`${MD5}, a**@example.com`, [MD5, 'a**@example.com']],
	['', []],
	[undefined, []],
	[42, []],
])('listIn of %j is %j', (cell, list) => {
	expect(listIn(cell)).toEqual(list);
});

it.each<[Cells, string[]]>([
	[{ work_email: 'w@example.org', personal_email: ADA, personal_emails: BEA }, ['w@example.org', ADA, BEA]],
	[{ work_email: null, personal_email: '' }, []],
	[{ work_email: 'a**@example.com', personal_email: MD5, personal_emails: `${MD5}, ${BEA}` }, [BEA]],
	[{ work_email_obscured: ADA, full_name: ADA, linkedin_url: ADA }, []],
])('addressesIn of %j is %j', (cells, addresses) => {
	expect(addressesIn(cells)).toEqual(addresses);
});

it('addressesInRow returns the trimmed email addresses of all fields', () => {
	const row = { a: ' ada@example.com ', b: 'Ada', c: 5, d: null, e: 'bob@example.com' };
	expect(addressesInRow(row)).toEqual(['ada@example.com', 'bob@example.com']);
});

it.each<[Cells, boolean]>([
	[{ work_email_obscured: SHA256.toUpperCase() }, true],
	[{ personal_email_obscured: MD5 }, true],
	[{ personal_emails_obscured: `a**@example.com, ${MD5}` }, true],
	[{ work_email_obscured: null, personal_email_obscured: '', personal_emails_obscured: null }, false],
	[{ work_email_obscured: 'a**@example.com', personal_emails_obscured: 'a**@example.net, ***' }, false],
	[{ work_email: ADA, personal_emails: `${ADA}, ${BEA}` }, false],
])('hasHashes for %j is %s', (cells, expected) => {
	expect(hasHashes(cells)).toBe(expected);
});

describe('a risk grade', () => {
	const emailWith = (riskScore: Cell) => ({ email: ADA, validatedAt: null, riskScore });
	/** From the best to the worst. */
	const ORDER: Cell[][] = [[' a ', 'A'], ['B'], ['c'], [null, '', 'E', 'a+', 'AB', 'unknown', 0], [' d', 'D']];
	const places = ORDER.flatMap((equal, place) => equal.map((grade) => ({ place, email: emailWith(grade) })));

	it('is preferred in the order A, B, C, any other or none, D', () => {
		for (const one of places)
			for (const other of places)
				expect(bestOf([one.email, other.email])).toBe((other.place < one.place ? other : one).email);
	});

	it.each<[MinGrade, string[]]>([
		['aOrB', ['A', 'a', 'B', 'b']],
		['anyExceptD', ['A', 'a', 'B', 'b', 'C', 'c', 'E', 'F', '', 'unknown']],
		['any', ['A', 'a', 'B', 'b', 'C', 'c', 'D', 'd', ' D ', 'E', 'F', '', 'unknown']],
	])('meetsGrade for %s admits only %j', (minGrade, sufficient) => {
		const grades = ['A', 'a', 'B', 'b', 'C', 'c', 'D', 'd', ' D ', 'E', 'F', '', 'unknown'];
		expect(grades.filter((grade) => meetsGrade(grade, minGrade))).toEqual(sufficient);
		expect(meetsGrade(null, minGrade)).toBe(minGrade !== 'aOrB');
		expect(meetsGrade(undefined, minGrade)).toBe(minGrade !== 'aOrB');
	});

	it('ignores case and is worst for D alone, for any grades', () => {
		const d = emailWith('D');
		fc.assert(
			fc.property(fc.string(), (grade) => {
				const [lower, upper] = [grade.toLowerCase(), grade.toUpperCase()].map(emailWith);
				expect([bestOf([lower, upper]), bestOf([upper, lower])]).toEqual([lower, upper]);
				expect(meetsGrade(grade, 'anyExceptD')).toBe(grade.trim().toUpperCase() !== 'D');
				expect(bestOf([d, lower])).toBe(meetsGrade(grade, 'anyExceptD') ? lower : d);
			}),
			{ seed: 342, numRuns: 500 },
		);
	});
});

it.each([
	[{ personal_email_risk_score: 'A' }, 'a@h.test'],
	[{ personal_email_risk_score: 'D' }, null],
	[{}, 'a@h.test, d@h.test'],
])('beside an email with %j, a list shows %j except for grade D', (grade, personal_emails) => {
	const cells = { personal_email: 'a@h.test', personal_emails: 'a@h.test, d@h.test', ...grade };
	expect(usableCells(cells, 'anyExceptD')).toMatchObject({ personal_emails });
});
