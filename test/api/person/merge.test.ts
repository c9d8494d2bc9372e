import { COLUMN_NAMES, type Cell, type Cells } from '../../../nodes/IdentityResolution/api/person/columns';
import { isFilled } from '../../../nodes/IdentityResolution/api/values/json';
import { mergeCells, toolsByPart } from '../../../nodes/IdentityResolution/api/person/merge';
import { withEarlier } from '../../../nodes/IdentityResolution/api/person/earlier';
import { mergedOf } from '../../support/api/contributions';

const BEA: Cells = { first_name: 'Bea', last_name: 'Other', linkedin_url: 'linkedin.com/in/bea-other' };
const WORKS = { company_name: 'Example Works', company_website_url: 'https://works.example.com' };
const SHOP = { company_name: 'Example Shop', company_website_url: 'https://shop.example.com' };

describe('withEarlier drops', () => {
	const emails: Cells = {
		work_email: 'ada@example.org',
		work_email_validated_at: '2029-01-01',
		personal_email_obscured: 'a**@example.net',
		personal_emails: 'ada@example.com, ada@example.net',
	};
	const earlier: Cells = {
		full_name: 'Ada Example',
		first_name: 'Ada',
		title: 'Engineer',
		linkedin_url: 'linkedin.com/in/ada-example',
		country: null,
		...emails,
		company_name: 'Example Works',
		company_revenue: 7,
	};

	it.each<[string, Cells, string[]]>([
		['nothing if the answer is empty', {}, []],
		[
			'nothing if the person and the job are the same',
			{ first_name: 'ADA', company_name: 'example works', seniority: 'Senior' },
			[],
		],
		[
			'nothing if only the profile address changes',
			{ linkedin_url: 'linkedin.com/in/ada-renamed', first_name: 'Ada' },
			[],
		],
		['the old job if the company changes', { ...SHOP, title: null }, ['title', 'company_revenue']],
		['the old job except columns that the answer fills', { ...SHOP, title: 'Buyer' }, ['company_revenue']],
		[
			'all columns of another person that the answer does not fill',
			{ ...BEA, work_email: 'bea@example.org', personal_emails: null },
			['full_name', 'title', ...Object.keys(emails).slice(1), 'company_name', 'company_revenue'],
		],
	])('%s', (_rule, answer, columns) => {
		const cells = withEarlier(answer, earlier);
		expect(COLUMN_NAMES.filter((column) => isFilled(earlier[column]) && !isFilled(cells[column]))).toEqual(columns);
	});
});

describe('mergeCells keeps', () => {
	const OLD = { work_email_obscured: 'w**@example.org', work_email_validated_at: '2029-01-01' };
	const LATE = { personal_email_obscured: 'p**@example.net', personal_email_validated_at: '2029-03-01' };

	it.each<[string, Cells[], Cell]>([
		['the only value', [{ country: null }, { country: 'Canada' }], 'Canada'],
		['the value of the first tool without dates', [{ country: 'Canada' }, { country: 'Mexico' }], 'Canada'],
		[
			'the value with the later date of any email',
			[
				{ country: 'Canada', ...OLD },
				{ country: 'Mexico', ...LATE },
			],
			'Mexico',
		],
	])('%s', (_rule, contributions, country) => {
		expect(mergedOf(...contributions).cells.country).toBe(country);
	});

	it.each<[string, Cells[], Cells]>([
		[
			'the job of the first tool, and the person of any, if another tool names another company',
			[
				{ title: 'Engineer', ...WORKS },
				{ title: 'Buyer', seniority: 'Manager', functional_area: 'Sales', country: 'Canada', ...SHOP },
			],
			{ title: 'Engineer', country: 'Canada', ...WORKS },
		],
		[
			'the job of all tools that name one company',
			[
				{ title: 'Engineer', company_name: 'Example Works' },
				{ seniority: 'Senior', company_revenue: 7, ...WORKS },
			],
			{ title: 'Engineer', seniority: 'Senior', company_revenue: 7, ...WORKS },
		],
		[
			'the job of a tool that names the company rather than only its LinkedIn page',
			[
				{ title: 'Engineer', company_linkedin_url: 'linkedin.com/company/works-example' },
				{ seniority: 'Manager', company_linkedin_url: 'linkedin.com/company/shop-example', ...SHOP },
			],
			{ seniority: 'Manager', company_linkedin_url: 'linkedin.com/company/shop-example', ...SHOP },
		],
		[
			'the job at one company only, also if two fit a third answer',
			[
				{ company_name: 'Example Works' },
				{ company_website_url: 'works.example.com', title: 'Engineer' },
				{ company_website_url: 'shop.example.com', seniority: 'Manager' },
			],
			{ company_name: 'Example Works', company_website_url: 'works.example.com', title: 'Engineer' },
		],
		[
			'no part of the name of someone else',
			[
				{ full_name: 'Ada', first_name: 'Ada' },
				{ full_name: 'Bea Other', first_name: 'Bea', last_name: 'Other', country: 'Canada' },
			],
			{ full_name: 'Ada', first_name: 'Ada', country: 'Canada' },
		],
	])('%s', (_rule, contributions, cells) => {
		expect(mergedOf(...contributions).cells).toEqual(cells);
	});
});

describe('mergeCells names the tools', () => {
	it('of each part in a fixed order, but not those that only confirm a value', () => {
		const merged = mergedOf(
			{ mobile_phone: '12025550123', personal_email: 'ada@example.net' },
			{ full_name: 'Ada Example', work_email: 'ada@example.org', mobile_phone: '12025550123' },
			{ full_name: 'Ada Example', title: 'Engineer', company_industry: 'Software' },
		);
		expect([...toolsByPart(merged.values)]).toEqual([
			['profile', ['b', 'c']],
			['company', ['c']],
			['work_email', ['b']],
			['personal_email', ['a']],
			['mobile_phone', ['a']],
		]);
	});

	const ada: Cells = { personal_email: 'ada@example.net' };

	it.each<[string, Cells[], string[]]>([
		['that return the same email', [ada, { personal_email: 'ADA@example.net' }], ['a', 'b']],
		['that return its grade', [ada, { ...ada, personal_email_risk_score: 'A' }], ['a', 'b']],
		['that return an obscured email', [{ personal_email_obscured: 'b**@example.net' }, ada], ['b', 'a']],
		['that return a list', [ada, { personal_emails: 'bea@example.net' }], ['a', 'b']],
		['but not one that returns no email', [ada, { work_email: 'ada@example.org' }], ['a']],
	])('of a personal email, %s', (_rule, contributions, tools) => {
		expect(toolsByPart(mergedOf(...contributions).values).get('personal_email')).toEqual(tools);
	});

	it('of nothing without values', () => {
		const nothing = { cells: {}, values: [] };
		expect([mergeCells([]), mergedOf({ title: null }, {})]).toEqual([nothing, nothing]);
	});
});
