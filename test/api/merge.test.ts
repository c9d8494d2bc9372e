import type { Cell, Cells } from '../../nodes/IdentityResolution/api/columns';
import { mergeCells } from '../../nodes/IdentityResolution/api/merge';
import { mergedOf } from '../support/tellings';

const OLD = { work_email: 'w**@example.org', work_email_form: 'masked', work_email_validated_at: '2029-01-01' };
const NEW = { ...OLD, work_email_validated_at: '2029-02-01' };
const NEW_BY_PERSONAL = {
	personal_email: 'p**@example.net',
	personal_email_form: 'masked',
	personal_email_validated_at: '2029-03-01',
};
const WORKS = { company_name: 'Example Works', company_website_url: 'https://works.example.com' };
const SHOP = { company_name: 'Example Shop', company_website_url: 'https://shop.example.com' };

describe('of two values', () => {
	it.each<[string, Cells[], Cell]>([
		['the only one stands', [{ country: null }, { country: 'Canada' }], 'Canada'],
		[
			'the one that was asked first stands where nothing has a date',
			[{ country: 'Canada' }, { country: 'Mexico' }],
			'Canada',
		],
		['the one with a date stands', [{ country: 'Canada' }, { country: 'Mexico', ...OLD }], 'Mexico'],
		[
			'the one with the later date stands',
			[
				{ country: 'Canada', ...OLD },
				{ country: 'Mexico', ...NEW },
			],
			'Mexico',
		],
		[
			'the one with the later date stands, though asked first',
			[
				{ country: 'Canada', ...NEW },
				{ country: 'Mexico', ...OLD },
			],
			'Canada',
		],
		[
			'the date of a personal e-mail counts as well',
			[
				{ country: 'Canada', ...NEW },
				{ country: 'Mexico', ...NEW_BY_PERSONAL },
			],
			'Mexico',
		],
		[
			'the latest of two dates counts',
			[
				{ country: 'Canada', ...OLD, ...NEW_BY_PERSONAL },
				{ country: 'Mexico', ...NEW },
			],
			'Canada',
		],
		[
			'of one date, the one that was asked first stands',
			[
				{ country: 'Canada', ...OLD },
				{ country: 'Mexico', ...OLD },
			],
			'Canada',
		],
	])('%s', (_rule, told, country) => {
		expect(mergedOf(...told).cells.country).toBe(country);
	});
});

describe('a job and its company', () => {
	it.each<[string, Cells[], Cells]>([
		[
			'of one tool stay together where another one names another company',
			[
				{ title: 'Engineer', ...WORKS },
				{ title: 'Buyer', seniority: 'Manager', company_industry: 'Retail', ...SHOP },
			],
			{ title: 'Engineer', ...WORKS },
		],
		[
			'are those of the later date',
			[
				{ title: 'Engineer', ...WORKS },
				{ title: 'Buyer', seniority: 'Manager', ...SHOP, ...OLD },
			],
			{ title: 'Buyer', seniority: 'Manager', ...SHOP, ...OLD },
		],
		[
			'of two companies are not mixed in the functional area',
			[
				{ title: 'Engineer', ...WORKS },
				{ functional_area: 'Sales', ...SHOP },
			],
			{ title: 'Engineer', ...WORKS },
		],
		[
			'of one company are put together of all that is told',
			[
				{ title: 'Engineer', company_name: 'Example Works' },
				{ seniority: 'Senior', company_revenue: 7, ...WORKS },
			],
			{ title: 'Engineer', seniority: 'Senior', company_revenue: 7, ...WORKS },
		],
		[
			'are put together where nothing is known to be another company',
			[{ title: 'Engineer' }, WORKS],
			{ title: 'Engineer', ...WORKS },
		],
		[
			'are those of a named company before one that is known by its LinkedIn page alone',
			[
				{ title: 'Engineer', company_linkedin_url: 'linkedin.com/company/works-example' },
				{ seniority: 'Manager', company_linkedin_url: 'linkedin.com/company/shop-example', ...SHOP },
			],
			{ seniority: 'Manager', company_linkedin_url: 'linkedin.com/company/shop-example', ...SHOP },
		],
		[
			'of two companies are not mixed either where both go with a third answer',
			[
				{ company_name: 'Example Works' },
				{ company_website_url: 'works.example.com', title: 'Engineer' },
				{ company_website_url: 'shop.example.com', seniority: 'Manager' },
			],
			{ company_name: 'Example Works', company_website_url: 'works.example.com', title: 'Engineer' },
		],
	])('%s', (_rule, told, cells) => {
		expect(mergedOf(...told).cells).toEqual(cells);
	});

	it('leave the person alone: where somebody lives is no part of a job', () => {
		expect(
			mergedOf(WORKS, { ...SHOP, country: 'Canada', mobile_phone: '12025550123', full_name: 'Ada Example' })
				.cells,
		).toEqual({ ...WORKS, country: 'Canada', mobile_phone: '12025550123', full_name: 'Ada Example' });
	});
});

describe('a name', () => {
	it('of one tool is not completed by another one that names somebody else', () => {
		const told = mergedOf(
			{ full_name: 'Ada', first_name: 'Ada' },
			{ full_name: 'Bea Other', first_name: 'Bea', last_name: 'Other', country: 'Canada' },
		);
		expect(told.cells).toEqual({ full_name: 'Ada', first_name: 'Ada', country: 'Canada' });
	});

	it('in full is not taken from a tool that names somebody else', () => {
		expect(mergedOf({ first_name: 'Ada' }, { full_name: 'Bea Other', first_name: 'Bea' }).cells).toEqual({
			first_name: 'Ada',
		});
	});

	it('is completed where the tools agree on what both tell', () => {
		expect(mergedOf({ first_name: 'Ada' }, { first_name: 'ADA', last_name: 'Example' }).cells).toEqual({
			first_name: 'Ada',
			last_name: 'Example',
		});
	});
});

it('the lists of personal e-mails of all tools become one, about which nobody differs', () => {
	const { cells, disagreements } = mergedOf(
		{ personal_emails: 'ada@example.net' },
		{ personal_emails: 'bea@example.net' },
	);
	expect([cells, disagreements]).toEqual([{ personal_emails: 'ada@example.net, bea@example.net' }, []]);
});

describe('which tool gave what', () => {
	it('counts the form, the date and the grade of a work e-mail to that e-mail', () => {
		expect([...mergedOf({ ...OLD, work_email_risk_score: 'A' }).from]).toEqual([['work_email', ['a']]]);
	});

	it('is told of each part that holds anything, in a fixed order, and not of tools that only confirm', () => {
		const merged = mergedOf(
			{ mobile_phone: '12025550123', personal_email: 'ada@example.net', personal_email_form: 'plain' },
			{
				personal_email: 'ADA@example.net',
				personal_email_form: 'plain',
				full_name: 'Ada Example',
				work_email: 'ada@example.org',
				work_email_form: 'plain',
			},
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

	it('names who told the grade of an e-mail, and who told of another e-mail in the list', () => {
		const first = { personal_email: 'ada@example.net', personal_email_form: 'plain' };
		const graded = { ...first, personal_email_risk_score: 'A' };
		const other = { personal_email: 'bea@example.net', personal_email_form: 'plain' };
		expect(mergedOf(first, graded).from.get('personal_email')).toEqual(['a', 'b']);
		expect(mergedOf(first, other).from.get('personal_email')).toEqual(['a', 'b']);
	});

	it('is nothing where nobody tells anything', () => {
		expect(mergeCells([])).toEqual({ cells: {}, from: new Map(), disagreements: [] });
		expect(mergedOf({ title: null }, {})).toEqual({ cells: {}, from: new Map(), disagreements: [] });
	});
});
