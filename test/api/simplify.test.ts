import fc from 'fast-check';
import { COLUMNS, fillableColumns, type Column } from '../../nodes/IdentityResolution/api/columns';
import { emailForm, simplifier } from '../../nodes/IdentityResolution/api/simplify';
import { TOOLS } from '../../nodes/IdentityResolution/api/tools';
import { hemToBusinessProfile } from '../../nodes/IdentityResolution/api/tools/hemToBusinessProfile';
import { linkedinToBestPersonalEmailUsa } from '../../nodes/IdentityResolution/api/tools/linkedinToBestPersonalEmailUsa';
import { linkedinToBusinessProfile } from '../../nodes/IdentityResolution/api/tools/linkedinToBusinessProfile';
import { reverseEmailLookup } from '../../nodes/IdentityResolution/api/tools/reverseEmailLookup';
import { nested } from '../support/nested';

const MD5 = '3e3417d7ef77d5932a6734b916515ed5';

const reverse = simplifier(reverseEmailLookup.columns);
const profile = simplifier(linkedinToBusinessProfile.columns);
const best = simplifier(linkedinToBestPersonalEmailUsa.columns);

describe('each tool\'s results as columns', () => {
	it('linkedin_to_best_personal_email_usa', () => {
		expect(best({ email: 'ada@example.net', risk_score: 'A', last_validated_at: '2029-12-01' })).toEqual({
			personal_email: 'ada@example.net',
			personal_email_form: 'plain',
			personal_email_validated_at: '2029-12-01',
			personal_email_risk_score: 'A',
		});
	});

	it('linkedin_to_business_profile', () => {
		const results = {
			first_name: 'Ada',
			last_name: 'Example',
			full_name: 'Dr. Ada Example',
			title: 'Head of Research',
			seniority: 'Director',
			linkedin_url: 'https://www.linkedin.com/in/ada-example',
			business_email: 'ada@example.org',
			personal_email: 'ada@example.net',
			personal_emails: ['ada@example.net', 'a.example@example.com'],
			mobile_phone: '12025550123',
			country: 'United States',
			current_industry: 'Research',
			company: {
				name: 'Example Org',
				website_url: 'https://example.org',
				linkedin_url: 'https://www.linkedin.com/company/example',
				industry: 'Software',
				revenue: '5000000',
			},
		};
		expect(profile(results)).toEqual({
			full_name: 'Dr. Ada Example',
			first_name: 'Ada',
			last_name: 'Example',
			title: 'Head of Research',
			seniority: 'Director',
			linkedin_url: 'https://www.linkedin.com/in/ada-example',
			country: 'United States',
			current_industry: 'Research',
			work_email: 'ada@example.org',
			work_email_form: 'plain',
			personal_email: 'ada@example.net',
			personal_email_form: 'plain',
			personal_emails: 'ada@example.net, a.example@example.com',
			mobile_phone: '12025550123',
			company_name: 'Example Org',
			company_website_url: 'https://example.org',
			company_linkedin_url: 'https://www.linkedin.com/company/example',
			company_industry: 'Software',
			company_revenue: 5_000_000,
		});
	});

	const emailProfile = {
		first_name: 'Ada',
		last_name: 'Example',
		title: 'Head of Research',
		seniority: 'Director',
		functional_area: 'Research',
		linkedinurl: 'https://www.linkedin.com/in/ada-example',
		current_company: 'Example Org',
		current_company_url: 'https://example.org',
		current_company_linkedinurl: 'https://www.linkedin.com/company/example',
		country: 'United States',
		company_employee_count: '250',
		company_employee_range: '201-500',
		company_revenue: '5000000',
		company_revenue_range: '1M-10M',
		work_email_confirmed: 'a**@example.org',
		work_email_confirmed_status: '2029-11-30',
		personal_emails: ['a**@example.net', MD5],
		personal_emails_status: ['2029-12-01', null],
	};
	const columns = {
		full_name: 'Ada Example',
		first_name: 'Ada',
		last_name: 'Example',
		title: 'Head of Research',
		seniority: 'Director',
		functional_area: 'Research',
		linkedin_url: 'https://www.linkedin.com/in/ada-example',
		country: 'United States',
		work_email: 'a**@example.org',
		work_email_form: 'masked',
		work_email_validated_at: '2029-11-30',
		personal_email: 'a**@example.net',
		personal_email_form: 'masked',
		personal_email_validated_at: '2029-12-01',
		personal_emails: `a**@example.net, ${MD5}`,
		company_name: 'Example Org',
		company_website_url: 'https://example.org',
		company_linkedin_url: 'https://www.linkedin.com/company/example',
		company_employee_count: 250,
		company_employee_range: '201-500',
		company_revenue: 5_000_000,
		company_revenue_range: '1M-10M',
	};

	it('hem_to_business_profile', () => {
		expect(simplifier(hemToBusinessProfile.columns)({ ...emailProfile, mobile_phone: '12025550123' })).toEqual({
			...columns,
			mobile_phone: '12025550123',
		});
	});

	it('reverse_email_lookup', () => {
		const grades = { work_email_confirmed_risk_score: 'B', personal_emails_risk_score: ['C', 'A'] };
		expect(reverse({ ...emailProfile, ...grades })).toEqual({
			...columns,
			work_email_risk_score: 'B',
			personal_email: MD5,
			personal_email_form: 'hashed',
			personal_email_validated_at: null,
			personal_email_risk_score: 'A',
		});
	});

	it.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s: a miss leaves every column null', (_name, tool) => {
		const empty = Object.fromEntries(fillableColumns(tool.columns).map((column) => [column, null]));
		for (const results of [null, undefined, {}, [], '', 'text', 7, { email: null, personal_emails: null, company: null }]) {
			expect(simplifier(tool.columns)(results)).toEqual(empty);
		}
	});
});

describe('a number is a number where the text is one', () => {
	it.each([
		['250', 250],
		[250, 250],
		[' 250 ', 250],
		['0', 0],
		[0, 0],
		['1.5e6', 1_500_000],
		['5,000,000', '5,000,000'],
		['$5M', '$5M'],
		['201-500', '201-500'],
		['unknown', 'unknown'],
		['', null],
		[null, null],
		[true, 'true'],
		[[250], '250'],
		[{ amount: 250 }, '{"amount":250}'],
	])('%j becomes %j', (text, cell) => {
		expect(reverse({ company_employee_count: text, company_revenue: text })).toMatchObject({
			company_employee_count: cell,
			company_revenue: cell,
		});
	});

	it('and a phone is text where it is a number', () => {
		expect(profile({ mobile_phone: 12025550123 }).mobile_phone).toBe('12025550123');
		expect(profile({ mobile_phone: '02025550123' }).mobile_phone).toBe('02025550123');
	});
});

describe('the full name', () => {
	it.each([
		[{ full_name: 'Dr. Ada Example', first_name: 'Ada', last_name: 'Example' }, 'Dr. Ada Example'],
		[{ first_name: 'Ada', last_name: 'Example' }, 'Ada Example'],
		[{ full_name: null, first_name: 'Ada', last_name: 'Example' }, 'Ada Example'],
		[{ full_name: '', first_name: 'Ada', last_name: 'Example' }, 'Ada Example'],
		[{ first_name: 'Ada', last_name: null }, 'Ada'],
		[{ first_name: '', last_name: 'Example' }, 'Example'],
		[{ full_name: 'Ada Example' }, 'Ada Example'],
		[{}, null],
	])('of %j is %j', (results, name) => {
		expect(profile(results).full_name).toBe(name);
	});

	it('is composed where the tool has none', () => {
		expect(reverse({ first_name: 'Ada', last_name: 'Example', full_name: 'not a field of this tool' }).full_name).toBe('Ada Example');
	});
});

describe('the best personal e-mail', () => {
	const [a, b, c] = ['a@example.net', 'b@example.net', 'c@example.net'];

	it.each([
		['the best grade comes first', [a, b, c], ['C', 'A', 'B'], ['2029-03-01', '2029-01-01', '2029-02-01'], b],
		['a grade counts in either case', [a, b], ['b', 'A'], [null, null], b],
		['the same grade in another case is the same', [a, b], ['a', 'A'], ['2029-01-01', '2029-02-01'], b],
		['a lower-case A is better than a B', [a, b], ['a', 'B'], [null, null], a],
		['and in the other order as well', [b, a], ['B', 'a'], [null, null], a],
		['no grade stands behind any grade', [a, b], [null, 'F'], ['2029-02-01', '2029-01-01'], b],
		['an empty grade is none', [a, b], ['', 'F'], [null, null], b],
		['among equal grades the latest date', [a, b, c], ['A', 'A', 'A'], ['2029-01-01', '2029-03-01', '2029-02-01'], b],
		['no date stands behind any date', [a, b], ['A', 'A'], [null, '2020-01-01'], b],
		['among equal dates the first', [b, a, c], ['A', 'A', 'A'], ['2029-01-01', '2029-01-01', '2029-01-01'], b],
		['without grades and dates the first', [b, a], null, null, b],
		['grades may be fewer than e-mails', [a, b], ['B'], ['2029-01-01', '2029-02-01'], a],
		['what is no e-mail is passed over, with its grade and date', [null, '', b], ['A', 'A', 'B'], ['2029-02-01', '2029-02-01', '2029-01-01'], b],
		['a single text is a list of one', b, 'A', '2029-01-01', b],
		['none of none', [], ['A'], ['2029-01-01'], null],
	])('%s', (_rule, emails, grades, dates, expected) => {
		const results = { personal_emails: emails, personal_emails_risk_score: grades, personal_emails_status: dates };
		expect(reverse(results).personal_email).toBe(expected);
	});

	it('brings its own grade and date along', () => {
		const results = {
			personal_emails: [a, b, c],
			personal_emails_risk_score: ['B', 'A', null],
			personal_emails_status: ['2029-03-01', null, '2029-02-01'],
		};
		expect(reverse(results)).toMatchObject({
			personal_email: b,
			personal_email_risk_score: 'A',
			personal_email_validated_at: null,
			personal_emails: `${a}, ${b}, ${c}`,
		});
	});

	it('is the one that the service names, where it names one', () => {
		expect(profile({ personal_email: c, personal_emails: [a, b] })).toMatchObject({ personal_email: c, personal_emails: `${a}, ${b}` });
		expect(profile({ personal_email: null, personal_emails: [a, b] })).toMatchObject({ personal_email: a });
	});

	it('is never worse than another, whatever the lists hold', () => {
		const entries = fc.record({
			grade: fc.constantFrom(null, 'A', 'B', 'F'),
			date: fc.constantFrom(null, '2028-12-31', '2029-01-01', '2029-06-30'),
		});
		const rank = ({ grade, date }: { grade: string | null; date: string | null }) => [
			['A', 'B', 'F', null].indexOf(grade),
			['2029-06-30', '2029-01-01', '2028-12-31', null].indexOf(date),
		];
		fc.assert(
			fc.property(fc.array(entries, { minLength: 1, maxLength: 8 }), (held) => {
				const emails = held.map((_entry, place) => `person-${place}@example.net`);
				const cells = reverse({
					personal_emails: emails,
					personal_emails_risk_score: held.map(({ grade }) => grade),
					personal_emails_status: held.map(({ date }) => date),
				});
				const chosen = emails.indexOf(String(cells.personal_email));
				const [grade, date] = rank(held[chosen]);
				held.forEach((entry, place) => {
					const [otherGrade, otherDate] = rank(entry);
					const better = otherGrade < grade || (otherGrade === grade && (otherDate < date || (otherDate === date && place < chosen)));
					expect(better).toBe(false);
				});
				expect([cells.personal_email_risk_score, cells.personal_email_validated_at]).toEqual([held[chosen].grade, held[chosen].date]);
			}),
			{ seed: 201, numRuns: 500 },
		);
	});
});

describe('the form of an e-mail', () => {
	it.each([
		['ada@example.com', 'plain'],
		['Ada.Example+x@mail.example.com', 'plain'],
		[MD5, 'hashed'],
		[MD5.toUpperCase(), 'hashed'],
		['0'.repeat(40), 'hashed'],
		['f'.repeat(64), 'hashed'],
		['a**@example.com', 'masked'],
		['a••@example.com', 'masked'],
		['a…@example.com', 'masked'],
		['ada@e******.com', 'masked'],
		['***', 'masked'],
		['ada at example.com', 'masked'],
		['f'.repeat(33), 'masked'],
		[null, null],
		[undefined, null],
		[42, null],
	])('%j is %j', (email, form) => {
		expect(emailForm(email)).toBe(form);
		if (email === null || typeof email === 'string') {
			expect(reverse({ work_email_confirmed: email }).work_email_form).toBe(form);
			expect(best({ email }).personal_email_form).toBe(form);
		}
	});
});

describe('an oddly typed field', () => {
	it.each([
		[7, '7'],
		[true, 'true'],
		[false, 'false'],
		[['Ada', null, 'Bea'], 'Ada, Bea'],
		[[['Ada'], ['Bea', [7]]], 'Ada, Bea, 7'],
		[[], null],
		[[null, '', []], null],
		[{ en: 'Head' }, '{"en":"Head"}'],
		[[{ en: 'Head' }], '{"en":"Head"}'],
		[Infinity, null],
		[['Ada', -Infinity], 'Ada'],
	])('%j becomes %j', (value, cell) => {
		expect(reverse({ title: value }).title).toBe(cell);
	});

	it('where an object is expected leaves its columns null', () => {
		expect(profile({ company: 'Example Org' })).toMatchObject({ company_name: null, company_revenue: null });
		expect(profile({ company: ['Example Org'] })).toMatchObject({ company_name: null });
	});

	it('that is inherited is none', () => {
		expect(reverse(Object.create({ title: 'Head' })).title).toBeNull();
	});

	it('that is nested without end is no text', () => {
		const deep = nested(100_000, 'x');
		expect(reverse({ title: deep, company_revenue: { deep }, personal_emails: deep })).toMatchObject({
			title: null,
			company_revenue: null,
			personal_email: null,
			personal_emails: null,
		});
	});
});

describe('promises of simplified results', () => {
	const names = [
		...new Set(
			TOOLS.flatMap(({ columns: { fields, personalEmails } }) => [...Object.values<string>(fields), ...Object.values<string>({ ...personalEmails })]).flatMap((path) => path.split('.')),
		),
		'__proto__',
		'constructor',
	];
	const { results } = fc.letrec<{ results: unknown }>((tie) => ({
		results: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			fc.jsonValue({ maxDepth: 2 }),
			fc.constantFrom('A', '2029-01-01', 'ada@example.net', MD5, '42', '', null),
			fc.array(tie('results'), { maxLength: 4 }),
			fc.dictionary(fc.constantFrom(...names), tie('results'), { maxKeys: 8 }),
		),
	}));

	it('any JSON gives exactly the fillable columns, and in them texts, numbers and nulls', () => {
		fc.assert(
			fc.property(fc.constantFrom(...TOOLS), fc.oneof(results, fc.dictionary(fc.constantFrom(...names), results)), ({ columns }, value) => {
				const cells = simplifier(columns)(value);
				expect(Object.keys(cells)).toEqual(fillableColumns(columns));
				for (const [column, cell] of Object.entries(cells)) {
					const type = COLUMNS[column as Column].type;
					if (type === 'form') expect([null, 'plain', 'hashed', 'masked']).toContain(cell);
					else if (typeof cell === 'number') expect([type, Number.isFinite(cell)]).toEqual(['number', true]);
					else expect(cell === null || (typeof cell === 'string' && cell !== '')).toBe(true);
				}
			}),
			{ seed: 202, numRuns: 2_000 },
		);
	});

	it('what is no JSON at all does not make it throw', () => {
		fc.assert(
			fc.property(fc.constantFrom(...TOOLS), fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), ({ columns }, value) => {
				expect(Object.keys(simplifier(columns)(value))).toEqual(fillableColumns(columns));
			}),
			{ seed: 203, numRuns: 1_000 },
		);
	});
});
