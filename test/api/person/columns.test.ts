import {
	COLUMN_NAMES,
	COLUMNS,
	fillableColumns,
	isFilled,
	partOf,
	PARTS,
	type Column,
	type ColumnSources,
	type Part,
} from '../../../nodes/IdentityResolution/api/person/columns';

/** Saved workflows and sheets use these names: they are an interface. */
const PUBLISHED = [
	'full_name',
	'first_name',
	'last_name',
	'title',
	'seniority',
	'functional_area',
	'linkedin_url',
	'country',
	'current_industry',
	'work_email',
	'work_email_validated_at',
	'work_email_risk_score',
	'work_email_obscured',
	'personal_email',
	'personal_email_validated_at',
	'personal_email_risk_score',
	'personal_email_obscured',
	'personal_emails',
	'personal_emails_obscured',
	'mobile_phone',
	'company_name',
	'company_website_url',
	'company_domain',
	'company_linkedin_url',
	'company_industry',
	'company_employee_count',
	'company_revenue',
	'company_employee_range',
	'company_revenue_range',
	'sha256_work_emails',
	'md5_work_emails',
	'sha256_personal_emails',
	'md5_personal_emails',
	'mobile_ad_ids',
];

const PERSONAL_LISTS = ['personal_emails', 'personal_emails_obscured'];

describe('COLUMNS', () => {
	it('contains the published columns in their order', () => {
		expect(COLUMN_NAMES).toEqual(PUBLISHED);
	});

	it('has a different title for each column', () => {
		const titles = Object.values(COLUMNS).map(({ title }) => title);
		expect(new Set(titles).size).toBe(titles.length);
	});
});

describe('fillableColumns adds derived columns', () => {
	const emails = { emails: 'emails' };
	const ofList = ['personal_email', 'personal_email_obscured', ...PERSONAL_LISTS] as Column[];
	const withColumn = (column: Column) => COLUMN_NAMES.filter((name) => name === column || ofList.includes(name));

	it.each<[string, ColumnSources, Column[]]>([
		[
			'a first and a last name make a full name',
			{ fields: { first_name: 'a', last_name: 'b' } },
			['full_name', 'first_name', 'last_name'],
		],
		['a first name alone makes no full name', { fields: { first_name: 'a' } }, ['first_name']],
		['a last name alone makes no full name', { fields: { last_name: 'b' } }, ['last_name']],
		['a full name needs no other names', { fields: { full_name: 'a' } }, ['full_name']],
		['a work email can be obscured', { fields: { work_email: 'a' } }, ['work_email', 'work_email_obscured']],
		[
			'a date without an email adds no column',
			{ fields: { work_email_validated_at: 'a' } },
			['work_email_validated_at'],
		],
		[
			'a personal email can be obscured',
			{ fields: { personal_email: 'a' } },
			['personal_email', 'personal_email_obscured'],
		],
		['a list fills the best email and both lists', { fields: {}, personalEmails: emails }, ofList],
		[
			'a list with dates fills the date of the best email',
			{ fields: {}, personalEmails: { ...emails, validatedAt: 'd' } },
			withColumn('personal_email_validated_at'),
		],
		[
			'a list with grades fills the grade of the best email',
			{ fields: {}, personalEmails: { ...emails, riskScore: 'g' } },
			withColumn('personal_email_risk_score'),
		],
		[
			'the order of the columns does not depend on the order of the sources',
			{ fields: { country: 'a', title: 'b' } },
			['title', 'country'],
		],
	])('%s', (_rule, sources, columns) => {
		expect(fillableColumns(sources)).toEqual(columns);
	});
});

describe('partOf', () => {
	it.each<[Part, RegExp]>([
		['work_email', /^work_email/],
		['personal_email', /^personal_email/],
		['mobile_phone', /^mobile_phone$/],
		['company', /^company_/],
		['profile', /^(?:full_name|first_name|last_name|title|seniority|functional_area)$/],
		['profile', /^(?:linkedin_url|country|current_industry)$/],
	])('returns %s for the columns %p', (part, pattern) => {
		const columns = COLUMN_NAMES.filter((column) => pattern.test(column));
		expect(columns.length).toBeGreaterThan(0);
		expect(columns.map(partOf)).toEqual(columns.map(() => part));
	});

	it('returns every part for some column, and no other part', () => {
		expect([...new Set(COLUMN_NAMES.map(partOf))].sort()).toEqual([...PARTS].sort());
	});
});

it.each([
	[undefined, false],
	[null, false],
	['', false],
	['x', true],
	[' ', true],
	[0, true],
])('isFilled for %j returns %s', (cell, filled) => {
	expect(isFilled(cell)).toBe(filled);
});
