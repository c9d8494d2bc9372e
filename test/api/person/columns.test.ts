import { COLUMN_NAMES, COLUMNS, partOf, PARTS, type Part } from '../../../nodes/IdentityResolution/api/person/columns';
import { isFilled } from '../../../nodes/IdentityResolution/api/values/json';

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
	'work_email_risk_score',
	'work_email_validated_at',
	'work_email_obscured',
	'personal_email',
	'personal_email_risk_score',
	'personal_email_validated_at',
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

describe('COLUMNS', () => {
	it('contains the published columns in their order', () => {
		expect(COLUMN_NAMES).toEqual(PUBLISHED);
	});

	it('has a different title for each column', () => {
		const titles = Object.values(COLUMNS).map(({ title }) => title);
		expect(new Set(titles).size).toBe(titles.length);
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
	])('returns %s for the columns %j', (part, pattern) => {
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
