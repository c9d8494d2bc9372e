import fc from 'fast-check';
import { COLUMN_NAMES, type Cell, type Cells, type Column } from '../../../nodes/IdentityResolution/api/person/columns';
import { isFilled } from '../../../nodes/IdentityResolution/api/values/json';
import {
	atDifferentCompanies,
	differentlyNamed,
	mergeCells,
	ofDifferentPeople,
	sameValue,
	toolsByPart,
	withEarlier,
} from '../../../nodes/IdentityResolution/api/person/merge';
import { mergedOf } from '../../support/api/contributions';

const ADDRESS = 'https://www.linkedin.com/in/ada-example';
const BEA: Cells = { first_name: 'Bea', last_name: 'Other', linkedin_url: 'linkedin.com/in/bea-other' };
const WORKS = { company_name: 'Example Works', company_website_url: 'https://works.example.com' };
const SHOP = { company_name: 'Example Shop', company_website_url: 'https://shop.example.com' };

describe('sameValue', () => {
	it.each<[Column, Cell, Cell]>([
		['title', 'Head of Research', 'HEAD of  research '],
		['full_name', 'Zo\u00eb Example', 'zoe\u0308 example'],
		['country', 'United States', 'united\u00a0states'],
		['company_revenue', 5_000_000, '5000000'],
		['company_linkedin_url', 'https://www.linkedin.com/company/example/', 'linkedin.com/company/Example'],
		['linkedin_url', ADDRESS, 'http://uk.linkedin.com/in/Ada-Example/?trk=x'],
		['linkedin_url', ADDRESS, 'ada-example'],
		['linkedin_url', 'https://profiles.example.com/ada', 'profiles.example.com/Ada/'],
		['mobile_phone', '12025550123', '+1 (202) 555-0123'],
		['mobile_phone', 'unknown', 'Unknown'],
	])('is true for the %s %j and %j', (column, a, b) => {
		expect([sameValue(column, a, b), sameValue(column, b, a)]).toEqual([true, true]);
	});

	it.each<[Column, Cell, Cell]>([
		['title', 'https://example.com', 'example.com'],
		['title', 'C++', 'C'],
		['full_name', 'Mary Ann Example', 'Maryann Example'],
		['company_revenue', 5_000_000, 50_000_000],
		['company_website_url', 'works.www.example.com', 'works.example.com'],
		['company_website_url', 'example.com/to/https://works.example.com', 'example.com/to/works.example.com'],
		['linkedin_url', 'https://www.linkedin.com/in/ACoAAExampleA', 'https://www.linkedin.com/in/ACoAAExamplea'],
		['linkedin_url', ADDRESS, 'https://www.linkedin.com/company/ada-example'],
		['mobile_phone', '12025550123', '12025550124'],
		['mobile_phone', 'unknown', 'none'],
	])('is false for the %s %j and %j', (column, a, b) => {
		expect([sameValue(column, a, b), sameValue(column, b, a)]).toEqual([false, false]);
	});

	it('ignores case, blanks, scheme, www and slashes of any address', () => {
		const address = fc.stringMatching(/^[a-z0-9]{1,10}\.example\.(com|org|net)(\/[a-z0-9-]{1,8}){0,2}$/);
		const dress = fc
			.tuple(
				fc.constantFrom('', ' '),
				fc.constantFrom('', 'http://', 'https://'),
				fc.constantFrom('', 'www.'),
				fc.constantFrom('', '/', '//'),
				fc.boolean(),
			)
			.map(([blank, scheme, www, slash, isUpper]) => (bare: string) => {
				const text = `${blank}${scheme}${www}${bare}${slash}`;
				return isUpper ? text.toUpperCase() : text;
			});
		fc.assert(
			fc.property(address, address, dress, dress, (one, other, a, b) => {
				expect(sameValue('company_website_url', a(one), b(one))).toBe(true);
				expect(sameValue('company_website_url', a(one), b(other))).toBe(one === other);
			}),
			{ seed: 301, numRuns: 500 },
		);
	});

	it('is true for any cell and itself', () => {
		const cells = fc.oneof(fc.string({ unit: 'binary' }), fc.double({ noNaN: true }), fc.constant(null));
		fc.assert(
			fc.property(fc.constantFrom(...COLUMN_NAMES), cells, (column, cell) => {
				expect(sameValue(column, cell, cell)).toBe(true);
			}),
			{ seed: 302, numRuns: 500 },
		);
	});
});

describe('atDifferentCompanies', () => {
	const works = { ...WORKS, company_linkedin_url: 'https://www.linkedin.com/company/works-example' };

	it.each<[string, Cells, Cells, boolean]>([
		['only one has data', works, {}, false],
		[
			'only the names agree',
			works,
			{ ...SHOP, company_linkedin_url: 'linkedin.com/company/other', company_name: 'EXAMPLE works' },
			false,
		],
		[
			'only the websites agree',
			works,
			{ company_name: 'Works, Inc.', company_website_url: 'works.example.com' },
			false,
		],
		[
			'only the LinkedIn pages agree',
			works,
			{ company_name: 'Works, Inc.', company_linkedin_url: 'linkedin.com/company/works-example/' },
			false,
		],
		['one has a name, one a website', { company_name: 'Works' }, { company_website_url: 'x.example.com' }, false],
		['one has an empty name', works, { company_name: '' }, false],
		['only the industries differ', { company_industry: 'Software' }, { company_industry: 'Retail' }, false],
		['only names are known, and differ', { company_name: 'Example Works' }, { company_name: 'Example Shop' }, true],
		['no part that both have agrees', works, SHOP, true],
	])('if %s', (_case, a, b, differ) => {
		expect([atDifferentCompanies(a, b), atDifferentCompanies(b, a)]).toEqual([differ, differ]);
	});
});

describe('two answers are about two people', () => {
	const ada: Cells = { first_name: 'Ada', last_name: 'Example', linkedin_url: ADDRESS };

	it.each<[string, Cells, boolean]>([
		['if neither name nor profile agrees', BEA, true],
		['not if the profile is the same', { ...BEA, linkedin_url: 'uk.linkedin.com/in/ADA-EXAMPLE/' }, false],
		['not if the name is the same', { first_name: 'Ada', linkedin_url: 'linkedin.com/in/ada-example-2' }, false],
		['not if one has no profile', { first_name: 'Bea', last_name: 'Other' }, false],
		['not if one has no name', { linkedin_url: 'linkedin.com/in/bea-other' }, false],
	])('%s', (_case, other, differ) => {
		expect([ofDifferentPeople(ada, other), ofDifferentPeople(other, ada)]).toEqual([differ, differ]);
	});

	it.each<[string, Cells, Cells, boolean]>([
		['agree', { first_name: 'Ada', last_name: 'Example' }, { first_name: 'ADA', last_name: 'example ' }, false],
		['are a first name and a last name', { first_name: 'Ada' }, { last_name: 'Example' }, false],
		['are a name and an empty one', { first_name: 'Ada' }, { first_name: '' }, false],
		['differ only in the full name', { full_name: 'Dr. Ada Example' }, { full_name: 'Ada Example' }, false],
		['differ in the first name', { first_name: 'Ada' }, { first_name: 'Bea' }, true],
		['differ in the last name', ada, { first_name: 'Ada', last_name: 'Other' }, true],
	])('by their names if these %s', (_case, a, b, differ) => {
		expect([differentlyNamed(a, b), differentlyNamed(b, a)]).toEqual([differ, differ]);
	});
});

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
