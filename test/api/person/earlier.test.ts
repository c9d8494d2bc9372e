import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { COLUMN_NAMES, EMAILS, type Cells, type Column } from '../../../nodes/IdentityResolution/api/person/columns';
import { isFilled } from '../../../nodes/IdentityResolution/api/values/json';
import { earlierCells, withEarlier } from '../../../nodes/IdentityResolution/api/person/earlier';
import { addressBook, addressesIn, isPlainEmail, listIn } from '../../../nodes/IdentityResolution/api/person/emails';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';

const [ADA, BEA, CLEO] = ['ada@example.com', 'bea@example.com', 'cleo@example.net'];
const MASKED = 'a**@example.com';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The emails of the tables below. */
const TEXTS: Record<string, string | null> = {
	none: null,
	ada: ADA,
	ADA: ADA.toUpperCase(),
	bea: BEA,
	cleo: CLEO,
	'ada#': md5OfEmail(ADA),
	'ADA#': md5OfEmail(ADA).toUpperCase(),
	'ada##': sha256(ADA),
	'bea#': md5OfEmail(BEA),
	'cleo#': md5OfEmail(CLEO),
	'a**': MASKED,
};
const textsOf = (names: string) => names.split(' ').map((name) => TEXTS[name]);

type Columns = (typeof EMAILS)[number];

/**
 * Reads `ada 2 B + bea#` as the columns of the email `ada`, validated in February, of grade B, beside the obscured
 * email `bea#`; `-` is nothing.
 */
function read({ address, obscured, validatedAt, riskScore }: Columns, text: string): Cells {
	const [described, beside] = text.split(' + ');
	const [name, month = '-', grade = '-'] = described.split(' ');
	const email = TEXTS[name];
	return {
		[address]: isPlainEmail(email) ? email : null,
		[validatedAt]: month === '-' ? null : `2029-0${month}-01`,
		[riskScore]: grade === '-' ? null : grade,
		[obscured]: isPlainEmail(email) ? (TEXTS[beside] ?? null) : email,
	};
}

const filledIn = (cells: Cells): Cells =>
	Object.fromEntries(Object.entries(cells).filter(([, cell]) => isFilled(cell)));

const rowAfter = (earlier: Cells, answered: Cells): Cells => filledIn(withEarlier(answered, earlier));

/** What the earlier cells become that the answer makes wrong. */
const changed = (earlier: Cells, answered: Cells): Cells => {
	const cells = withEarlier(answered, earlier);
	const columns = (Object.keys(earlier) as Column[]).filter((column) => cells[column] !== earlier[column]);
	return Object.fromEntries(columns.map((column) => [column, cells[column]]));
};

const WORKS: Cells = { company_name: 'Example Works' };
const SHOP: Cells = { company_name: 'Example Shop' };
const [WORK_EMAIL, PERSONAL_EMAIL] = EMAILS;

describe.each(EMAILS)('withEarlier: $address', (email) => {
	it.each<[string, string, string, string]>([
		['is replaced by a new one, however bad', 'ada 1 A', 'bea 2 D', 'bea 2 D'],
		['keeps the date and the grade of the same address if there are no new ones', 'ada 1 A', 'ADA', 'ADA 1 A'],
		['keeps the grade of the same address if there is no new one', 'ada 1 A', 'ada 2', 'ada 2 A'],
		['removes the date and the grade of another address', 'ada 1 D', 'bea', 'bea'],
		['keeps an address if there is no new email', 'ada 1 A', 'none', 'ada 1 A'],
		['keeps an address beside a new hash, without its date and grade', 'ada', 'bea# 2 A', 'ada + bea#'],
		['removes the date and the grade of a hash beside a new address', 'bea# 1 A', 'ada', 'ada + bea#'],
		['removes the date and the grade of another hash', 'ada# 1 A', 'bea#', 'bea#'],
		['keeps the date and the grade of the same hash', 'ada# 1 A', 'ADA#', 'ADA# 1 A'],
		['removes a SHA-256 beside its address', 'ada## 1 A', 'ada 2 B', 'ada 2 B'],
		['removes a hash in capitals beside its address', 'ADA# 1 A', 'ada 2 B', 'ada 2 B'],
		['keeps a masked address beside a new address', 'a**', 'ada 2 B', 'ada 2 B + a**'],
		['ignores a date and a grade without an email beside a hash', 'ada# 1 A', 'none 2 B', 'ada# 1 A'],
		['ignores a date and a grade without an email beside an address', 'ada 1 A', 'none 2 B', 'ada 1 A'],
		['fills empty columns', 'none', 'ada 1 A + bea#', 'ada 1 A + bea#'],
	])('%s: %s, then %s', (_rule, before, now, after) => {
		const [earlier, answered] = [filledIn(read(email, before)), read(email, now)];
		expect(rowAfter(earlier, answered)).toEqual(filledIn(read(email, after)));
	});
});

describe('withEarlier', () => {
	const before = { ...filledIn(read(WORK_EMAIL, 'ada 1 A')), ...filledIn(read(PERSONAL_EMAIL, 'cleo 1 A')) };

	it('empties the columns of another job', () => {
		const job = { title: 'Engineer', seniority: 'Senior', ...WORKS, country: 'Canada' };
		expect(rowAfter(job, { ...SHOP, title: 'Buyer', seniority: null })).toEqual({
			...SHOP,
			title: 'Buyer',
			country: 'Canada',
		});
	});

	it('empties all columns of another person', () => {
		const ada = { first_name: 'Ada', linkedin_url: 'linkedin.com/in/ada-example', ...WORKS, personal_emails: ADA };
		const bea = { first_name: 'Bea', linkedin_url: 'linkedin.com/in/bea-other' };
		for (const email of EMAILS) {
			const answered = { ...bea, ...read(email, 'bea# 2 B') };
			const earlier = { ...ada, ...read(email, 'ada 1 A'), personal_emails_obscured: TEXTS['cleo#'] };
			expect(rowAfter(earlier, answered)).toEqual(filledIn(answered));
		}
	});

	it.each<[string, Cells, Cells, Cells]>([
		[
			'a new work email, with their date and grade',
			filledIn(read(PERSONAL_EMAIL, 'ada# 1 A')),
			{ work_email: ADA },
			{ personal_email_obscured: null, personal_email_validated_at: null, personal_email_risk_score: null },
		],
		[
			'a new list of addresses',
			{ work_email_obscured: TEXTS['bea#'], personal_emails_obscured: TEXTS['ada##'] },
			{ personal_emails: `${ADA}, ${BEA}` },
			{ work_email_obscured: null, personal_emails_obscured: null },
		],
		[
			'an earlier address',
			{ work_email: ADA, personal_email_obscured: TEXTS['ada##'] },
			{},
			{ personal_email_obscured: null },
		],
		[
			'a new address, and keeps the others of a list',
			{ personal_emails_obscured: textsOf('a** ada# bea# ada##').join(', ') },
			{ personal_email: ADA },
			{ personal_emails_obscured: textsOf('a** bea#').join(', ') },
		],
	])('empties the hashes of %s', (_address, earlier, answered, emptied) => {
		expect(changed(earlier, answered)).toEqual(emptied);
	});

	it.each<[string, Cells]>([
		['without columns', {}],
		['with null in every column', Object.fromEntries(COLUMN_NAMES.map((column) => [column, null]))],
	])('leaves a row unchanged after an answer %s', (_what, answered) => {
		const earlier = { ...WORKS, ...before, ...read(PERSONAL_EMAIL, 'cleo 1 B + bea#'), country: 'Canada' };
		expect(rowAfter(earlier, answered)).toEqual(filledIn(earlier));
	});

	it('changes neither of its arguments', () => {
		const [earlier, answered] = [
			{ ...WORKS, ...before },
			{ ...SHOP, ...read(WORK_EMAIL, 'none 2 B') },
		];
		const copies = [{ ...earlier }, { ...answered }];
		withEarlier(answered, earlier);
		expect([earlier, answered]).toEqual(copies);
	});
});

describe('withEarlier of any two answers', () => {
	const name = fc.constantFrom('none', 'ada', 'ADA', 'bea', 'cleo', 'ada#', 'bea#', 'cleo#', 'ada##', 'a**');
	const month = fc.constantFrom('-', '1', '2', '3');
	const grade = fc.constantFrom('-', 'A', 'b', 'C', 'F', 'D');
	const hidden = fc.constantFrom('none', 'ada#', 'bea#', 'a**');
	/** What one run returns: the date and the grade of an email only with that email. */
	const cells = fc
		.tuple(
			fc.tuple(name, month, grade, hidden),
			fc.tuple(name, month, grade, hidden),
			fc.option(fc.constantFrom(WORKS, SHOP)),
			fc.boolean(),
		)
		.map(([work, personal, job, hasGrades]): Cells => {
			const all = [work, personal].map(([email, date, score, beside], place) => {
				const described = email === 'none' ? email : `${email} ${date} ${hasGrades ? score : '-'}`;
				return read(EMAILS[place], `${described} + ${beside}`);
			});
			const [, { personal_email: address, personal_email_obscured: obscured }] = all;
			const lists = { personal_emails: address, personal_emails_obscured: obscured };
			return { ...all[0], ...all[1], ...lists, ...job };
		});
	const describedIn = (row: Cells, { address, obscured }: Columns) =>
		String(row[address] ?? row[obscured] ?? '').toLowerCase();
	const check = (property: (earlier: Cells, answered: Cells, row: Cells) => void, seed: number) =>
		fc.assert(
			fc.property(cells.map(filledIn), cells, (earlier, answered) =>
				property(earlier, answered, rowAfter(earlier, answered)),
			),
			{ seed, numRuns: 3_000 },
		);

	it('has the address of the answer, or else the earlier one', () => {
		check((earlier, answered, row) => {
			for (const { address } of EMAILS) expect(row[address]).toBe(answered[address] ?? earlier[address]);
		}, 351);
	});

	it('never shows an email beside the date or the grade of another one', () => {
		check((earlier, answered, row) => {
			for (const email of EMAILS)
				for (const column of [email.validatedAt, email.riskScore]) {
					const sources = [earlier, answered].filter(
						(one) => one[column] === row[column] && describedIn(one, email) === describedIn(row, email),
					);
					if (isFilled(row[column])) expect(sources).not.toEqual([]);
				}
		}, 352);
	});

	it('leaves no hash of an address that it has', () => {
		check((_earlier, _answered, row) => {
			const known = addressBook(() => addressesIn(row));
			for (const column of [
				'work_email_obscured',
				'personal_email_obscured',
				'personal_emails_obscured',
			] as const)
				expect(listIn(row[column]).filter((hash) => known(hash) !== undefined)).toEqual([]);
		}, 353);
	});

	it('returns the same row for the same answer again', () => {
		check((_earlier, answered, row) => {
			expect(rowAfter(row, answered)).toEqual(row);
		}, 355);
	});
});

it('earlierCells returns the texts and numbers of the given columns, and nothing for empty or other values', () => {
	const values: Partial<Record<Column, unknown>> = {
		title: 'Engineer',
		company_employee_count: 0,
		country: '',
		full_name: null,
		seniority: true,
		personal_emails: [ADA],
	};
	const columns = [...(Object.keys(values) as Column[]), 'mobile_phone' as const];
	expect(earlierCells(columns, (column) => values[column])).toEqual({ title: 'Engineer', company_employee_count: 0 });
	expect(earlierCells(['country'], () => 'x')).toEqual({ country: 'x' });
});
