import { COLUMN_NAMES, type Column } from '../../../nodes/IdentityResolution/api/person/columns';
import { columnsFrom, textFor, textsFor } from '../../../nodes/IdentityResolution/api/person/results';
import { TOOLS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import {
	hemToBusinessProfile,
	linkedinToBestEmail,
	linkedinToBestPersonalEmailUsa,
	hemToLinkedin,
	linkedinToBusinessProfile,
	reverseEmailLookup,
	ipToCompany,
} from '../../support/api/tools';
import { nested } from '../../support/api/nested';

const MD5 = '3e3417d7ef77d5932a6734b916515ed5';

const reverse = reverseEmailLookup.columns.read;
const profile = linkedinToBusinessProfile.columns.read;
const best = linkedinToBestPersonalEmailUsa.columns.read;

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

describe('the columns are filled by', () => {
	it('linkedin_to_best_personal_email_usa', () => {
		expect(best({ email: 'ada@example.net', risk_score: 'A', last_validated_at: '2029-12-01' })).toEqual({
			personal_email: 'ada@example.net',
			personal_email_validated_at: '2029-12-01',
			personal_email_risk_score: 'A',
			personal_email_obscured: null,
		});
	});

	it.each([
		['business', 'work_email'],
		['personal', 'personal_email'],
		['Personal', 'personal_email'],
		['other', 'work_email'],
		[undefined, 'work_email'],
	])('linkedin_to_best_email of the type %s: %s', (type, column) => {
		const read = linkedinToBestEmail.columns.read;
		const cells = read({ email: 'ada@example.net', type, risk_score: 'A', last_validated_at: '2029-12-01' });
		expect(Object.entries(cells).filter(([, cell]) => cell !== null)).toEqual([
			[column, 'ada@example.net'],
			[`${column}_risk_score`, 'A'],
			[`${column}_validated_at`, '2029-12-01'],
		]);
	});

	it.each([
		['ada-example', 'https://www.linkedin.com/in/ada-example'],
		['https://www.linkedin.com/in/ada-example', 'https://www.linkedin.com/in/ada-example'],
		['', null],
		[null, null],
	])('hem_to_linkedin: %j becomes the full address', (slug, address) => {
		expect(hemToLinkedin.columns.read({ linkedin_slug: slug })).toEqual({ linkedin_url: address });
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
			work_email_risk_score: null,
			work_email_obscured: null,
			personal_email: 'ada@example.net',
			personal_email_risk_score: null,
			personal_email_obscured: null,
			personal_emails: 'ada@example.net, a.example@example.com',
			personal_emails_obscured: null,
			mobile_phone: '+12025550123',
			company_name: 'Example Org',
			company_website_url: 'https://example.org',
			company_domain: 'example.org',
			company_linkedin_url: 'https://www.linkedin.com/company/example',
			company_industry: 'Software',
			company_revenue: '5000000',
		});
	});

	const columns = {
		full_name: 'Ada Example',
		first_name: 'Ada',
		last_name: 'Example',
		title: 'Head of Research',
		seniority: 'Director',
		functional_area: 'Research',
		linkedin_url: 'https://www.linkedin.com/in/ada-example',
		country: 'United States',
		work_email: null,
		work_email_validated_at: '2029-11-30',
		work_email_obscured: 'a**@example.org',
		personal_email: null,
		personal_email_validated_at: '2029-12-01',
		personal_email_obscured: 'a**@example.net',
		personal_emails: null,
		personal_emails_obscured: `a**@example.net, ${MD5}`,
		company_name: 'Example Org',
		company_website_url: 'https://example.org',
		company_domain: 'example.org',
		company_linkedin_url: 'https://www.linkedin.com/company/example',
		company_employee_count: '250',
		company_employee_range: '201-500',
		company_revenue: '5000000',
		company_revenue_range: '1M-10M',
	};

	it('hem_to_business_profile', () => {
		expect(hemToBusinessProfile.columns.read({ ...emailProfile, mobile_phone: '12025550123' })).toEqual({
			...columns,
			mobile_phone: '+12025550123',
		});
	});

	it('reverse_email_lookup', () => {
		const grades = { work_email_confirmed_risk_score: 'B', personal_emails_risk_score: ['C', 'A'] };
		expect(reverse({ ...emailProfile, ...grades })).toEqual({
			...columns,
			work_email_risk_score: 'B',
			personal_email_obscured: MD5,
			personal_email_validated_at: null,
			personal_email_risk_score: 'A',
		});
	});

	it.each(TOOLS)('$name, with null in every column for a miss', ({ columns }) => {
		const empty = Object.fromEntries(columns.fillable.map((column) => [column, null]));
		for (const results of [null, undefined, {}, [], '', 'text', 7, { email: null, company: null }])
			expect(columns.read(results)).toEqual(empty);
	});
});

it.each([
	['from the first field that is filled', { name: null, company_name: 'Second', company: 'Third' }, 'Second'],
	['from the first field if all are filled', { name: 'First', company_name: 'Second' }, 'First'],
	['as null if none is filled', { name: '', website: 'https://example.org' }, null],
])('a column with several fields is read %s', (_what, results, name) => {
	expect(ipToCompany.columns.read(results).company_name).toBe(name);
});

describe('a tool reads the size and revenue of a company as text', () => {
	it.each<[unknown, string | null]>([
		...['250', '1.5e6', '0x1F', '12345678901234567890', '5,000,000', '$5M', '201-500'].map(
			(text): [unknown, string] => [text, text],
		),
		[250, '250'],
		[1_500_000.5, '1500000.5'],
		['unknown', null],
		['', null],
		[true, 'true'],
		[[250], '250'],
		[{ amount: 250 }, '{"amount":250}'],
	])('%j becomes the text %j', (value, cell) => {
		expect(reverse({ company_employee_count: value, company_revenue: value })).toMatchObject({
			company_employee_count: cell,
			company_revenue: cell,
		});
	});

	it('returns a phone as text, also if it is a number', () => {
		expect(profile({ mobile_phone: 12025550123 }).mobile_phone).toBe('+12025550123');
		expect(profile({ mobile_phone: '02025550123' }).mobile_phone).toBe('02025550123');
	});
});

describe('a tool sets the full name', () => {
	it.each([
		[{ full_name: 'Dr. Ada Example', first_name: 'Ada', last_name: 'Example' }, 'Dr. Ada Example'],
		[{ first_name: 'Ada', last_name: 'Example' }, 'Ada Example'],
		[{ full_name: null, first_name: 'Ada', last_name: 'Example' }, 'Ada Example'],
		[{ full_name: '', first_name: 'Ada', last_name: 'Example' }, 'Ada Example'],
		[{ first_name: 'Ada', last_name: null }, 'Ada'],
		[{ first_name: '', last_name: 'Example' }, 'Example'],
		[{ full_name: 'Ada Example' }, 'Ada Example'],
		[{}, null],
	])('of %j to %j', (results, name) => {
		expect(profile(results).full_name).toBe(name);
	});

	it('from the first and the last name if the tool has no full name', () => {
		expect(
			reverse({ first_name: 'Ada', last_name: 'Example', full_name: 'not a field of this tool' }).full_name,
		).toBe('Ada Example');
	});
});

describe('a tool reads a field of an unexpected type', () => {
	it.each([
		[7, '7'],
		[true, 'true'],
		[false, null],
		[['Ada', null, 'Bea'], 'Ada, Bea'],
		[[['Ada'], ['Bea', [7]]], 'Ada, Bea, 7'],
		[[], null],
		[[null, '', []], null],
		[{ en: 'Head' }, '{"en":"Head"}'],
		[[{ en: 'Head' }], '{"en":"Head"}'],
		[Infinity, null],
		[['Ada', -Infinity], 'Ada'],
	])('%j as %j', (value, cell) => {
		expect(reverse({ title: value }).title).toBe(cell);
	});

	it('as null if it is inherited', () => {
		expect(reverse(Object.create({ title: 'Head' })).title).toBeNull();
	});

	it('as null if it is nested too deep', () => {
		const deep = nested(100_000, 'x');
		expect(reverse({ title: deep, company_revenue: { deep }, personal_emails: deep })).toMatchObject({
			title: null,
			company_revenue: null,
			personal_email: null,
			personal_email_obscured: null,
			personal_emails: null,
			personal_emails_obscured: null,
		});
	});
});

describe('columnsFrom adds derived columns', () => {
	const emails = { emails: textsFor('listed_emails') };
	const ofList = [
		'personal_email',
		'personal_email_obscured',
		'personal_emails',
		'personal_emails_obscured',
	] as Column[];
	const withColumn = (column: Column) => COLUMN_NAMES.filter((name) => name === column || ofList.includes(name));

	it.each<[string, Parameters<typeof columnsFrom>[0], Column[]]>([
		[
			'a first and a last name make a full name',
			{ a: textFor('first_name'), b: textFor('last_name') },
			['full_name', 'first_name', 'last_name'],
		],
		['a first name alone makes no full name', { a: textFor('first_name') }, ['first_name']],
		['a work email can be obscured', { a: textFor('work_email') }, ['work_email', 'work_email_obscured']],
		[
			'a date without an email adds no column',
			{ a: textFor('work_email_validated_at') },
			['work_email_validated_at'],
		],
		['a list fills the best email and both lists', emails, ofList],
		[
			'a list with dates fills the date of the best email',
			{ ...emails, d: textsFor('listed_validatedAt') },
			withColumn('personal_email_validated_at'),
		],
		[
			'a list with grades fills the grade of the best email',
			{ ...emails, g: textsFor('listed_riskScore') },
			withColumn('personal_email_risk_score'),
		],
		[
			'the order of the columns does not depend on the order of the fields',
			{ a: textFor('country'), b: textFor('title') },
			['title', 'country'],
		],
	])('%s', (_rule, shape, columns) => {
		expect(columnsFrom(shape).fillable).toEqual(columns);
	});
});

it.each([
	['objects', { rows: [{ a: 1 }] }],
	['values of other names', { width: 7 }],
	['nothing', {}],
	['no object', 'three'],
])('a field "columns" of the service with %s hides no other field', (_what, columns) => {
	expect(best({ email: 'ada@example.net', columns }).personal_email).toBe('ada@example.net');
});

describe('a tool reads what stands under a usual name', () => {
	const PROFILE = 'https://www.linkedin.com/in/ada-example';

	it.each<[Column, object, unknown]>([
		['linkedin_url', { profile_url: PROFILE }, PROFILE],
		['linkedin_url', { linkedin_url: PROFILE, profile_url: `${PROFILE}-2` }, PROFILE],
		['mobile_phone', { cell: '12025550100' }, '+12025550100'],
		['work_email', { corporate_email: 'ada@example.com' }, 'ada@example.com'],
	])('%s from %j', (column, results, value) => {
		expect(linkedinToBusinessProfile.columns.read(results)[column]).toBe(value);
	});

	it('but only for its own columns', () => {
		const results = { profile_url: PROFILE, cell: '12025550100', email: 'ada@example.com' };
		expect(ipToCompany.columns.read(results)).toEqual(
			Object.fromEntries(ipToCompany.columns.fillable.map((column) => [column, null])),
		);
	});
});
