import fc from 'fast-check';
import { createHash } from 'node:crypto';
import type { Cell, Cells } from '../../../nodes/IdentityResolution/api/person/columns';
import {
	addressBook,
	addressesIn,
	addressesInRow,
	gradeRank,
	hasHashes,
	isPlainEmail,
	meetsGrade,
	type MinGrade,
	listIn,
	NO_ADDRESSES,
} from '../../../nodes/IdentityResolution/api/person/emails';

const hash = (algorithm: 'md5' | 'sha1' | 'sha256', text: string) => createHash(algorithm).update(text).digest('hex');

const ADA = 'ada@example.com';
const BEA = 'Bea.Other@Example.net';
const MD5 = hash('md5', ADA);
const SHA256 = hash('sha256', ADA);
const MD5_OF_UNKNOWN = hash('md5', 'stranger@example.org');

describe('isPlainEmail', () => {
	it.each(['ada@example.com', 'Ada.Example+x@mail.example.com', 'ada@exämple.com', 'x'.repeat(242) + '@example.com'])(
		'accepts %j',
		(cell) => {
			expect(isPlainEmail(cell)).toBe(true);
		},
	);

	it.each([
		MD5,
		MD5.toUpperCase(),
		'0'.repeat(40),
		'f'.repeat(64),
		'f'.repeat(33),
		'a**@example.com',
		'a••@example.com',
		'a…@example.com',
		'ada@e******.com',
		'***',
		'ada at example.com',
		'ada@example.com, bea@example.com',
		'x'.repeat(243) + '@example.com',
		'',
		null,
		undefined,
		42,
	])('rejects %j', (cell) => {
		expect(isPlainEmail(cell)).toBe(false);
	});
});

describe('addressBook', () => {
	const find = addressBook(() => [ADA, BEA]);

	it.each<[string, string, string | undefined]>([
		['an MD5', MD5, ADA],
		['an MD5 in capitals', MD5.toUpperCase(), ADA],
		['a SHA-256', SHA256, ADA],
		['a SHA-256 in capitals', SHA256.toUpperCase(), ADA],
		['the MD5 of an address in lower case', hash('md5', BEA.toLowerCase()), BEA.toLowerCase()],
		['the SHA-256 of an address in lower case', hash('sha256', BEA.toLowerCase()), BEA.toLowerCase()],
		['the MD5 of an address as it is spelled', hash('md5', BEA), undefined],
		['a SHA-1', hash('sha1', ADA), undefined],
		['a hash of another address', MD5_OF_UNKNOWN, undefined],
		['a masked address', 'a**@example.com', undefined],
		['the address itself', ADA, undefined],
		['part of a hash', MD5.slice(1), undefined],
		['a hash with a space', `${MD5} `, undefined],
		['an empty text', '', undefined],
	])('%s: %j gives %j', (_what, obscured, address) => {
		expect(find(obscured)).toBe(address);
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

	it('NO_ADDRESSES finds nothing', () => {
		expect([MD5, SHA256, ADA, ''].map(NO_ADDRESSES)).toEqual([undefined, undefined, undefined, undefined]);
	});
});

describe('listIn', () => {
	it.each<[Cell | undefined, string[]]>([
		[`${ADA}, ${BEA}`, [ADA, BEA]],
		[ADA, [ADA]],
		[`${MD5}, a**@example.com`, [MD5, 'a**@example.com']],
		[`${ADA}, , ${BEA}`, [ADA, BEA]],
		['', []],
		[null, []],
		[undefined, []],
		[42, []],
	])('of %j is %j', (cell, list) => {
		expect(listIn(cell)).toEqual(list);
	});
});

describe('addressesIn', () => {
	it.each<[Cells, string[]]>([
		[{}, []],
		[{ work_email: ADA }, [ADA]],
		[{ personal_email: ADA }, [ADA]],
		[{ personal_emails: `${ADA}, ${BEA}` }, [ADA, BEA]],
		[{ work_email: 'w@example.org', personal_email: ADA, personal_emails: BEA }, ['w@example.org', ADA, BEA]],
		[{ work_email: null, personal_email: '', personal_emails: null }, []],
		[{ work_email: 'a**@example.com', personal_email: MD5, personal_emails: `${MD5}, ${BEA}` }, [BEA]],
		[{ work_email_obscured: MD5, personal_email_obscured: MD5, personal_emails_obscured: MD5 }, []],
		[{ full_name: ADA, linkedin_url: ADA }, []],
	])('of %j is %j', (cells, addresses) => {
		expect(addressesIn(cells)).toEqual(addresses);
	});
});

describe('addressesInRow', () => {
	it('returns the trimmed email addresses of all fields', () => {
		expect(addressesInRow({ a: ' ada@example.com ', b: 'Ada', c: 5, d: null, e: 'bob@example.com' })).toEqual([
			'ada@example.com',
			'bob@example.com',
		]);
	});
});

describe('hasHashes', () => {
	it.each<[Cells, boolean]>([
		[{ work_email_obscured: MD5 }, true],
		[{ work_email_obscured: SHA256.toUpperCase() }, true],
		[{ personal_email_obscured: MD5 }, true],
		[{ personal_emails_obscured: `a**@example.com, ${MD5}` }, true],
		[{}, false],
		[{ work_email_obscured: null, personal_email_obscured: '', personal_emails_obscured: null }, false],
		[
			{
				work_email_obscured: 'a**@example.com',
				personal_email_obscured: 'a**@example.net',
				personal_emails_obscured: 'a**@example.net, ***',
			},
			false,
		],
		[{ work_email: ADA, personal_emails: `${ADA}, ${BEA}` }, false],
	])('for %j is %s', (cells, expected) => {
		expect(hasHashes(cells)).toBe(expected);
	});
});

describe('gradeRank', () => {
	const OTHERS: Array<Cell | undefined> = [undefined, null, '', ' ', 'E', 'F', 'a+', 'AB', 'unknown', 0, 4];

	it.each<[Cell | undefined, number]>([
		['A', 0],
		['a', 0],
		[' A ', 0],
		['B', 1],
		['b', 1],
		['C', 2],
		['c', 2],
		...OTHERS.map((grade): [Cell | undefined, number] => [grade, 3]),
		['D', 4],
		['d', 4],
		[' d', 4],
	])('of %j is %i', (grade, rank) => {
		expect(gradeRank(grade)).toBe(rank);
	});

	it.each<[MinGrade, string[]]>([
		['A', ['A', 'a']],
		['B', ['A', 'a', 'B', 'b']],
		['C', ['A', 'a', 'B', 'b', 'C', 'c']],
		['any', ['A', 'a', 'B', 'b', 'C', 'c', 'E', 'F', '', 'unknown']],
	])('meetsGrade for at least %s admits only %j', (minGrade, sufficient) => {
		const grades = ['A', 'a', 'B', 'b', 'C', 'c', 'D', 'd', ' D ', 'E', 'F', '', 'unknown'];
		expect(grades.filter((grade) => meetsGrade(grade, minGrade))).toEqual(sufficient);
		expect(meetsGrade(null, minGrade)).toBe(minGrade === 'any');
	});

	it('ignores case and is worst for D alone, for any grades', () => {
		fc.assert(
			fc.property(fc.string(), (grade) => {
				expect(gradeRank(grade.toLowerCase())).toBe(gradeRank(grade.toUpperCase()));
				expect(meetsGrade(grade, 'any')).toBe(grade.trim().toUpperCase() !== 'D');
				expect(gradeRank('D')).toBeGreaterThan(meetsGrade(grade, 'any') ? gradeRank(grade) : 3);
			}),
			{ seed: 342, numRuns: 500 },
		);
	});
});
