import {
	COLUMN_NAMES,
	COLUMNS,
	EMAILS,
	fillableColumns,
	isFilled,
	partOf,
	PARTS,
	type Column,
	type ColumnSources,
	type Part,
} from '../../../nodes/IdentityResolution/api/person/columns';
import { customTool } from '../../../nodes/IdentityResolution/api/customTool';
import { TOOLS } from '../../../nodes/IdentityResolution/actions/panel/operations';

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

const PERSON = ['full_name', 'first_name', 'last_name', 'title', 'seniority'];
const COMPANY = ['company_name', 'company_website_url', 'company_linkedin_url'];
const NUMBERS_AND_RANGES = [
	'company_employee_count',
	'company_revenue',
	'company_employee_range',
	'company_revenue_range',
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

	it('has numbers in the columns that count something, and text in all others', () => {
		const numbers = COLUMN_NAMES.filter((column) => COLUMNS[column].type === 'number');
		expect(numbers).toEqual(['company_employee_count', 'company_revenue']);
		expect([...new Set(Object.values(COLUMNS).map(({ type }) => type))].sort()).toEqual(['number', 'text']);
	});
});

describe('fillableColumns of a tool', () => {
	it.each<[string, string[]]>([
		[
			'linkedin_to_best_personal_email_usa',
			['personal_email', 'personal_email_validated_at', 'personal_email_risk_score', 'personal_email_obscured'],
		],
		[
			'linkedin_to_business_profile',
			[
				...PERSON,
				'linkedin_url',
				'country',
				'current_industry',
				'work_email',
				'work_email_risk_score',
				'work_email_obscured',
				'personal_email',
				'personal_email_risk_score',
				'personal_email_obscured',
				...PERSONAL_LISTS,
				'mobile_phone',
				...COMPANY,
				'company_industry',
				'company_revenue',
			],
		],
		[
			'reverse_email_lookup',
			[
				...PERSON,
				'functional_area',
				'linkedin_url',
				'country',
				'work_email',
				'work_email_validated_at',
				'work_email_risk_score',
				'work_email_obscured',
				'personal_email',
				'personal_email_validated_at',
				'personal_email_risk_score',
				'personal_email_obscured',
				...PERSONAL_LISTS,
				...COMPANY,
				...NUMBERS_AND_RANGES,
			],
		],
		[
			'hem_to_business_profile',
			[
				...PERSON,
				'functional_area',
				'linkedin_url',
				'country',
				'work_email',
				'work_email_validated_at',
				'work_email_obscured',
				'personal_email',
				'personal_email_validated_at',
				'personal_email_obscured',
				...PERSONAL_LISTS,
				'mobile_phone',
				...COMPANY,
				...NUMBERS_AND_RANGES,
			],
		],
		['get_account', []],
		['get_usage', []],
	])('%s', (name, columns) => {
		expect(fillableColumns(TOOLS.find((tool) => tool.name === name)!.columns)).toEqual(columns);
	});

	it('is empty for a tool that is only known by name', () => {
		expect(fillableColumns(customTool('linkedin_to_business_email').columns)).toEqual([]);
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
		expect(PARTS).toEqual(['profile', 'company', 'work_email', 'personal_email', 'mobile_phone']);
		expect([...new Set(COLUMN_NAMES.map(partOf))].sort()).toEqual([...PARTS].sort());
	});
});

describe('EMAILS', () => {
	it('names the four columns of the work email and of the personal email', () => {
		expect(EMAILS).toEqual([
			{
				address: 'work_email',
				obscured: 'work_email_obscured',
				validatedAt: 'work_email_validated_at',
				riskScore: 'work_email_risk_score',
			},
			{
				address: 'personal_email',
				obscured: 'personal_email_obscured',
				validatedAt: 'personal_email_validated_at',
				riskScore: 'personal_email_risk_score',
			},
		]);
	});

	it('names existing columns of one part', () => {
		for (const email of EMAILS) {
			const columns = Object.values<Column>({ ...email });
			expect(columns.filter((column) => !COLUMN_NAMES.includes(column))).toEqual([]);
			expect(new Set(columns.map(partOf))).toEqual(new Set([email.address]));
		}
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
