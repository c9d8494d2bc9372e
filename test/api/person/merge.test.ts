import type { Cell, Cells } from '../../../nodes/IdentityResolution/api/person/columns';
import { mergeCells } from '../../../nodes/IdentityResolution/api/person/merge';
import { mergedOf } from '../../support/api/contributions';

const OLD = { work_email_obscured: 'w**@example.org', work_email_validated_at: '2029-01-01' };
const NEW = { ...OLD, work_email_validated_at: '2029-02-01' };
const NEW_BY_PERSONAL = {
	personal_email_obscured: 'p**@example.net',
	personal_email_validated_at: '2029-03-01',
};
const WORKS = { company_name: 'Example Works', company_website_url: 'https://works.example.com' };
const SHOP = { company_name: 'Example Shop', company_website_url: 'https://shop.example.com' };

describe('mergeCells keeps', () => {
	it.each<[string, Cells[], Cell]>([
		['the only value', [{ country: null }, { country: 'Canada' }], 'Canada'],
		['the value of the first tool without dates', [{ country: 'Canada' }, { country: 'Mexico' }], 'Canada'],
		['the value with a date', [{ country: 'Canada' }, { country: 'Mexico', ...OLD }], 'Mexico'],
		[
			'the value with the later date',
			[
				{ country: 'Canada', ...OLD },
				{ country: 'Mexico', ...NEW },
			],
			'Mexico',
		],
		[
			'the value with the later date, also of the first tool',
			[
				{ country: 'Canada', ...NEW },
				{ country: 'Mexico', ...OLD },
			],
			'Canada',
		],
		[
			'the value with the later date of a personal email',
			[
				{ country: 'Canada', ...NEW },
				{ country: 'Mexico', ...NEW_BY_PERSONAL },
			],
			'Mexico',
		],
		[
			'the value with the latest of two dates',
			[
				{ country: 'Canada', ...OLD, ...NEW_BY_PERSONAL },
				{ country: 'Mexico', ...NEW },
			],
			'Canada',
		],
		[
			'the value of the first tool for equal dates',
			[
				{ country: 'Canada', ...OLD },
				{ country: 'Mexico', ...OLD },
			],
			'Canada',
		],
	])('%s', (_rule, contributions, country) => {
		expect(mergedOf(...contributions).cells.country).toBe(country);
	});
});

describe('mergeCells returns a job and its company', () => {
	it.each<[string, Cells[], Cells]>([
		[
			'from the first tool if another one names another company',
			[
				{ title: 'Engineer', ...WORKS },
				{ title: 'Buyer', seniority: 'Manager', company_industry: 'Retail', ...SHOP },
			],
			{ title: 'Engineer', ...WORKS },
		],
		[
			'from the tool with the later date',
			[
				{ title: 'Engineer', ...WORKS },
				{ title: 'Buyer', seniority: 'Manager', ...SHOP, ...OLD },
			],
			{ title: 'Buyer', seniority: 'Manager', ...SHOP, ...OLD },
		],
		[
			'without the functional area of another company',
			[
				{ title: 'Engineer', ...WORKS },
				{ functional_area: 'Sales', ...SHOP },
			],
			{ title: 'Engineer', ...WORKS },
		],
		[
			'from all tools that name one company',
			[
				{ title: 'Engineer', company_name: 'Example Works' },
				{ seniority: 'Senior', company_revenue: 7, ...WORKS },
			],
			{ title: 'Engineer', seniority: 'Senior', company_revenue: 7, ...WORKS },
		],
		[
			'from all tools if none names a different company',
			[{ title: 'Engineer' }, WORKS],
			{ title: 'Engineer', ...WORKS },
		],
		[
			'from a tool that names the company rather than only its LinkedIn page',
			[
				{ title: 'Engineer', company_linkedin_url: 'linkedin.com/company/works-example' },
				{ seniority: 'Manager', company_linkedin_url: 'linkedin.com/company/shop-example', ...SHOP },
			],
			{ seniority: 'Manager', company_linkedin_url: 'linkedin.com/company/shop-example', ...SHOP },
		],
		[
			'from one company only, also if two fit a third answer',
			[
				{ company_name: 'Example Works' },
				{ company_website_url: 'works.example.com', title: 'Engineer' },
				{ company_website_url: 'shop.example.com', seniority: 'Manager' },
			],
			{ company_name: 'Example Works', company_website_url: 'works.example.com', title: 'Engineer' },
		],
	])('%s', (_rule, contributions, cells) => {
		expect(mergedOf(...contributions).cells).toEqual(cells);
	});

	it('and takes the person from any tool', () => {
		expect(
			mergedOf(WORKS, { ...SHOP, country: 'Canada', mobile_phone: '12025550123', full_name: 'Ada Example' })
				.cells,
		).toEqual({ ...WORKS, country: 'Canada', mobile_phone: '12025550123', full_name: 'Ada Example' });
	});
});

describe('mergeCells returns a name', () => {
	it('without parts from a tool that names someone else', () => {
		const merged = mergedOf(
			{ full_name: 'Ada', first_name: 'Ada' },
			{ full_name: 'Bea Other', first_name: 'Bea', last_name: 'Other', country: 'Canada' },
		);
		expect(merged.cells).toEqual({ full_name: 'Ada', first_name: 'Ada', country: 'Canada' });
	});

	it('without the full name of someone else', () => {
		expect(mergedOf({ first_name: 'Ada' }, { full_name: 'Bea Other', first_name: 'Bea' }).cells).toEqual({
			first_name: 'Ada',
		});
	});

	it('with parts from a tool that agrees on the rest', () => {
		expect(mergedOf({ first_name: 'Ada' }, { first_name: 'ADA', last_name: 'Example' }).cells).toEqual({
			first_name: 'Ada',
			last_name: 'Example',
		});
	});
});

it('mergeCells joins the lists of personal emails without a disagreement', () => {
	const { cells, disagreements } = mergedOf(
		{ personal_emails: 'ada@example.net' },
		{ personal_emails: 'bea@example.net' },
	);
	expect([cells, disagreements]).toEqual([{ personal_emails: 'ada@example.net, bea@example.net' }, []]);
});

describe('mergeCells names the tools', () => {
	it('of an obscured email, its date and its grade as one part', () => {
		expect([...mergedOf({ ...OLD, work_email_risk_score: 'A' }).from]).toEqual([['work_email', ['a']]]);
	});

	it('of each part in a fixed order, but not those that only confirm a value', () => {
		const merged = mergedOf(
			{ mobile_phone: '12025550123', personal_email: 'ada@example.net' },
			{ full_name: 'Ada Example', work_email: 'ada@example.org', mobile_phone: '12025550123' },
			{ full_name: 'Ada Example', title: 'Engineer', company_industry: 'Software' },
		);
		expect([...merged.from]).toEqual([
			['profile', ['b', 'c']],
			['company', ['c']],
			['work_email', ['b']],
			['personal_email', ['a']],
			['mobile_phone', ['a']],
		]);
	});

	const ADA: Cells = { personal_email: 'ada@example.net' };

	it.each<[string, Cells[], string[]]>([
		['that return the same email', [ADA, { personal_email: 'ADA@example.net' }], ['a', 'b']],
		['that return its grade', [ADA, { ...ADA, personal_email_risk_score: 'A' }], ['a', 'b']],
		['that return another email of the list', [ADA, { personal_email: 'bea@example.net' }], ['a', 'b']],
		['that return an obscured email', [{ personal_email_obscured: 'b**@example.net' }, ADA], ['b', 'a']],
		['that return a list', [ADA, { personal_emails: 'bea@example.net' }], ['a', 'b']],
		['but not one that returns no email', [ADA, { work_email: 'ada@example.org' }], ['a']],
	])('of a personal email, %s', (_rule, contributions, tools) => {
		expect(mergedOf(...contributions).from.get('personal_email')).toEqual(tools);
	});

	it('of nothing without values', () => {
		expect(mergeCells([])).toEqual({ cells: {}, from: new Map(), disagreements: [] });
		expect(mergedOf({ title: null }, {})).toEqual({ cells: {}, from: new Map(), disagreements: [] });
	});
});
