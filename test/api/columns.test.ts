import {
	COLUMN_NAMES,
	COLUMNS,
	emailBehind,
	fillableColumns,
	type Column,
	type ColumnSources,
} from '../../nodes/IdentityResolution/api/columns';
import { anyTool } from '../../nodes/IdentityResolution/api/tools/anyTool';
import { TOOLS } from '../../nodes/IdentityResolution/api/tools';

/** Saved workflows and sheets name these: they are an interface. */
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
	'work_email_form',
	'work_email_validated_at',
	'work_email_risk_score',
	'personal_email',
	'personal_email_form',
	'personal_email_validated_at',
	'personal_email_risk_score',
	'personal_emails',
	'mobile_phone',
	'company_name',
	'company_website_url',
	'company_linkedin_url',
	'company_industry',
	'company_employee_count',
	'company_revenue',
	'company_employee_range',
	'company_revenue_range',
];

const PERSON = ['full_name', 'first_name', 'last_name', 'title', 'seniority'];
const WORK_EMAIL = ['work_email', 'work_email_form', 'work_email_validated_at'];
const COMPANY = ['company_name', 'company_website_url', 'company_linkedin_url'];
const NUMBERS_AND_RANGES = [
	'company_employee_count',
	'company_revenue',
	'company_employee_range',
	'company_revenue_range',
];

describe('the simplified columns', () => {
	it('are those that are published, in their order', () => {
		expect(COLUMN_NAMES).toEqual(PUBLISHED);
	});

	it('have titles of their own', () => {
		const titles = Object.values(COLUMNS).map(({ title }) => title);
		expect(new Set(titles).size).toBe(titles.length);
	});

	it('hold numbers where something is counted, and text elsewhere', () => {
		const numbers = COLUMN_NAMES.filter((column) => COLUMNS[column].type === 'number');
		expect(numbers).toEqual(['company_employee_count', 'company_revenue']);
	});
});

describe('the columns that a tool can fill', () => {
	it.each<[string, string[]]>([
		[
			'linkedin_to_best_personal_email_usa',
			['personal_email', 'personal_email_form', 'personal_email_validated_at', 'personal_email_risk_score'],
		],
		[
			'linkedin_to_business_profile',
			[
				...PERSON,
				'linkedin_url',
				'country',
				'current_industry',
				'work_email',
				'work_email_form',
				'personal_email',
				'personal_email_form',
				'personal_emails',
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
				...WORK_EMAIL,
				'work_email_risk_score',
				'personal_email',
				'personal_email_form',
				'personal_email_validated_at',
				'personal_email_risk_score',
				'personal_emails',
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
				...WORK_EMAIL,
				'personal_email',
				'personal_email_form',
				'personal_email_validated_at',
				'personal_emails',
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

	it('are none for a tool that is only known by name', () => {
		expect(fillableColumns(anyTool('linkedin_to_business_email').columns)).toEqual([]);
	});
});

describe('columns that come of others', () => {
	const emails = { emails: 'emails' };

	it.each<[string, ColumnSources, Column[]]>([
		[
			'a first and a last name make a full name',
			{ fields: { first_name: 'a', last_name: 'b' } },
			['full_name', 'first_name', 'last_name'],
		],
		['a first name alone makes none', { fields: { first_name: 'a' } }, ['first_name']],
		['a last name alone makes none', { fields: { last_name: 'b' } }, ['last_name']],
		['a full name needs no others', { fields: { full_name: 'a' } }, ['full_name']],
		['a work e-mail has a form', { fields: { work_email: 'a' } }, ['work_email', 'work_email_form']],
		[
			'a date without an e-mail has none',
			{ fields: { work_email_validated_at: 'a' } },
			['work_email_validated_at'],
		],
		[
			'a personal e-mail has a form',
			{ fields: { personal_email: 'a' } },
			['personal_email', 'personal_email_form'],
		],
		[
			'a list fills the best and all',
			{ fields: {}, personalEmails: emails },
			['personal_email', 'personal_email_form', 'personal_emails'],
		],
		[
			'a list with dates fills the date of the best',
			{ fields: {}, personalEmails: { ...emails, validatedAt: 'd' } },
			['personal_email', 'personal_email_form', 'personal_email_validated_at', 'personal_emails'],
		],
		[
			'a list with grades fills the grade of the best',
			{ fields: {}, personalEmails: { ...emails, riskScore: 'g' } },
			['personal_email', 'personal_email_form', 'personal_email_risk_score', 'personal_emails'],
		],
		[
			'the order is fixed, whatever the order of the sources',
			{ fields: { country: 'a', title: 'b' } },
			['title', 'country'],
		],
	])('%s', (_rule, sources, columns) => {
		expect(fillableColumns(sources)).toEqual(columns);
	});
});

describe('the e-mail that a column tells about', () => {
	it('is its own for each form, date and grade, and none for any other column', () => {
		const told = COLUMN_NAMES.map((column) => [column, emailBehind(column)] as const).filter(
			([, email]) => email !== null,
		);
		expect(told).toEqual([
			['work_email_form', 'work_email'],
			['work_email_validated_at', 'work_email'],
			['work_email_risk_score', 'work_email'],
			['personal_email_form', 'personal_email'],
			['personal_email_validated_at', 'personal_email'],
			['personal_email_risk_score', 'personal_email'],
		]);
	});

	it.each(['', 'status', 'enriched_work_email_form', 'work_email_form_x', 'email_form'])(
		'is none for %j, which is no column',
		(name) => {
			expect(emailBehind(name)).toBeNull();
		},
	);
});
