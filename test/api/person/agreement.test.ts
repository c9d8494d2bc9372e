import fc from 'fast-check';
import {
	atDifferentCompanies,
	differentlyNamed,
	ofDifferentPeople,
	sameValue,
} from '../../../nodes/IdentityResolution/api/person/merge';
import { COLUMN_NAMES, type Cell, type Cells, type Column } from '../../../nodes/IdentityResolution/api/person/columns';

const ADA = 'https://www.linkedin.com/in/ada-example';

describe('sameValue is true for', () => {
	it.each<[Column, Cell, Cell]>([
		['title', 'Head of Research', 'HEAD of  research '],
		['full_name', 'Zo\u00eb Example', 'zoe\u0308 example'],
		['country', 'United States', 'united\u00a0states'],
		['company_revenue', 5_000_000, '5000000'],
		['company_website_url', 'https://www.works.example.com/', 'works.example.com'],
		['company_website_url', 'HTTP://Works.example.com', 'https://works.example.com//'],
		['company_linkedin_url', 'https://www.linkedin.com/company/example/', 'linkedin.com/company/Example'],
		['linkedin_url', ADA, 'http://uk.linkedin.com/in/Ada-Example/?trk=x'],
		['linkedin_url', ADA, 'ada-example'],
		['linkedin_url', 'https://profiles.example.com/ada', 'profiles.example.com/Ada/'],
		['mobile_phone', '12025550123', '+1 (202) 555-0123'],
		['mobile_phone', 'unknown', 'Unknown'],
	])('%s: %j and %j', (column, a, b) => {
		expect([sameValue(column, a, b), sameValue(column, b, a)]).toEqual([true, true]);
	});
});

describe('sameValue is false for', () => {
	it.each<[Column, Cell, Cell]>([
		['title', 'Head of Research', 'Head of Sales'],
		['title', 'https://example.com', 'example.com'],
		['title', 'C++', 'C'],
		['full_name', 'Mary Ann Example', 'Maryann Example'],
		['company_revenue', 5_000_000, 50_000_000],
		['company_website_url', 'works.example.com', 'works.example.org'],
		['company_website_url', 'example.com/a', 'example.com/b'],
		['company_website_url', 'works.www.example.com', 'works.example.com'],
		['company_website_url', 'example.com/to/https://works.example.com', 'example.com/to/works.example.com'],
		['linkedin_url', ADA, 'https://www.linkedin.com/in/bea-example'],
		['linkedin_url', 'https://www.linkedin.com/in/ACoAAExampleA', 'https://www.linkedin.com/in/ACoAAExamplea'],
		['linkedin_url', ADA, 'https://www.linkedin.com/company/ada-example'],
		['mobile_phone', '12025550123', '12025550124'],
		['mobile_phone', 'unknown', 'none'],
	])('%s: %j and %j', (column, a, b) => {
		expect([sameValue(column, a, b), sameValue(column, b, a)]).toEqual([false, false]);
	});

	it('in any case, with blanks, scheme, www and slashes, for any address', () => {
		const host = fc.stringMatching(/^[a-z0-9]{1,10}\.example\.(com|org|net)$/);
		const path = fc.stringMatching(/^(\/[a-z0-9-]{1,8}){0,2}$/);
		const dress = fc.record({
			scheme: fc.constantFrom('', 'http://', 'https://'),
			www: fc.constantFrom('', 'www.'),
			slash: fc.constantFrom('', '/'),
			blank: fc.constantFrom('', ' '),
			upper: fc.boolean(),
		});
		const dressed = (
			address: string,
			{
				scheme,
				www,
				slash,
				blank,
				upper,
			}: { scheme: string; www: string; slash: string; blank: string; upper: boolean },
		) => {
			const text = `${blank}${scheme}${www}${address}${slash}`;
			return upper ? text.toUpperCase() : text;
		};
		fc.assert(
			fc.property(
				fc.tuple(host, path),
				fc.tuple(host, path),
				dress,
				dress,
				([hostA, pathA], [hostB, pathB], a, b) => {
					const [one, other] = [hostA + pathA, hostB + pathB];
					expect(sameValue('company_website_url', dressed(one, a), dressed(one, b))).toBe(true);
					expect(sameValue('company_website_url', dressed(one, a), dressed(other, b))).toBe(one === other);
				},
			),
			{ seed: 301, numRuns: 500 },
		);
	});

	it('any cell and itself', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...COLUMN_NAMES),
				fc.oneof(fc.string({ unit: 'binary' }), fc.double({ noNaN: true }), fc.constant(null)),
				(column, cell) => {
					expect(sameValue(column, cell, cell)).toBe(true);
				},
			),
			{ seed: 302, numRuns: 500 },
		);
	});
});

describe('atDifferentCompanies', () => {
	const works = {
		company_name: 'Example Works',
		company_website_url: 'https://works.example.com',
		company_linkedin_url: 'https://www.linkedin.com/company/works-example',
	};

	it.each<[string, Cells, Cells, boolean]>([
		['there are no data', {}, {}, false],
		['only one has data', works, {}, false],
		['all data are the same', works, { ...works }, false],
		[
			'is false if only the names agree',
			works,
			{
				company_name: 'EXAMPLE works',
				company_website_url: 'works.example.org',
				company_linkedin_url: 'linkedin.com/company/other-example',
			},
			false,
		],
		[
			'is false if only the websites agree',
			works,
			{ company_name: 'Works, Inc.', company_website_url: 'www.works.example.com/' },
			false,
		],
		[
			'is false if only the LinkedIn pages agree',
			works,
			{ company_name: 'Works, Inc.', company_linkedin_url: 'linkedin.com/company/works-example/' },
			false,
		],
		[
			'one has a name, the other a website',
			{ company_name: 'Example Works' },
			{ company_website_url: 'https://other.example.com' },
			false,
		],
		['an empty name does not count', works, { company_name: '' }, false],
		[
			'is false if only the industries differ',
			{ ...works, company_industry: 'Software' },
			{ company_industry: 'Retail' },
			false,
		],
		['is true if the names differ', { company_name: 'Example Works' }, { company_name: 'Example Shop' }, true],
		[
			'is true if the websites differ',
			{ company_website_url: 'works.example.com' },
			{ company_website_url: 'shop.example.com' },
			true,
		],
		[
			'is true if the LinkedIn pages differ',
			{ company_linkedin_url: 'linkedin.com/company/works-example' },
			{ company_linkedin_url: 'linkedin.com/company/shop-example' },
			true,
		],
		[
			'none of the data that both have is the same',
			works,
			{ company_name: 'Example Shop', company_website_url: 'shop.example.com' },
			true,
		],
	])('%s', (_case, a, b, differ) => {
		expect([atDifferentCompanies(a, b), atDifferentCompanies(b, a)]).toEqual([differ, differ]);
	});
});

describe('two answers are about two people if', () => {
	const ada: Cells = {
		first_name: 'Ada',
		last_name: 'Example',
		linkedin_url: 'https://www.linkedin.com/in/ada-example',
	};

	it.each<[string, Cells, boolean]>([
		[
			'is true if neither name nor profile agrees',
			{ first_name: 'Bea', last_name: 'Other', linkedin_url: 'linkedin.com/in/bea-other' },
			true,
		],
		[
			'not if the profile is the same',
			{ first_name: 'Bea', linkedin_url: 'uk.linkedin.com/in/ADA-EXAMPLE/' },
			false,
		],
		['not if the name is the same', { first_name: 'Ada', linkedin_url: 'linkedin.com/in/ada-example-2' }, false],
		['not if one has no profile', { first_name: 'Bea', last_name: 'Other' }, false],
		['not if one has no name', { linkedin_url: 'linkedin.com/in/bea-other' }, false],
	])('%s', (_case, other, differ) => {
		expect([ofDifferentPeople(ada, other), ofDifferentPeople(other, ada)]).toEqual([differ, differ]);
	});
});

describe('differentlyNamed', () => {
	it.each<[string, Cells, Cells, boolean]>([
		['there are no data', {}, {}, false],
		[
			'is false if the names agree',
			{ first_name: 'Ada', last_name: 'Example' },
			{ first_name: 'ADA', last_name: 'example ' },
			false,
		],
		['one has the first name, the other the last', { first_name: 'Ada' }, { last_name: 'Example' }, false],
		['an empty name does not count', { first_name: 'Ada' }, { first_name: '' }, false],
		[
			'is false if one has only a first name and the other only a last name',
			{ first_name: 'Ada' },
			{ last_name: 'Example' },
			false,
		],
		['is false for an empty name', { first_name: 'Ada' }, { first_name: '' }, false],
		[
			'is false if only the full names differ, for example by a title',
			{ full_name: 'Dr. Ada Example', first_name: 'Ada' },
			{ full_name: 'Ada Example', first_name: 'Ada' },
			false,
		],
		[
			'is true if the first names differ',
			{ first_name: 'Ada', last_name: 'Example' },
			{ first_name: 'Bea', last_name: 'Example' },
			true,
		],
		[
			'is true if the last names differ',
			{ first_name: 'Ada', last_name: 'Example' },
			{ first_name: 'Ada', last_name: 'Other' },
			true,
		],
	])('%s', (_case, a, b, differ) => {
		expect([differentlyNamed(a, b), differentlyNamed(b, a)]).toEqual([differ, differ]);
	});
});
