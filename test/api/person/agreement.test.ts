import fc from 'fast-check';
import { COLUMN_NAMES, type Cell, type Cells, type Column } from '../../../nodes/IdentityResolution/api/person/columns';
import {
	atDifferentCompanies,
	differentlyNamed,
	ofDifferentPeople,
	sameValue,
} from '../../../nodes/IdentityResolution/api/person/agreement';

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
