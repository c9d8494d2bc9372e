import { fillableColumns, type Cells } from '../../nodes/IdentityResolution/api/columns';
import { SOURCES } from '../../nodes/IdentityResolution/api/sources';
import { lackOf, unmet, WANT_NAMES, WANTS, type WantName } from '../../nodes/IdentityResolution/api/wants';

it('what can be wanted is an interface: saved workflows name it', () => {
	expect(WANT_NAMES).toEqual(['company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail']);
});

describe('what columns meet', () => {
	it.each<[WantName, Cells, boolean]>([
		['company', { company_name: 'Example Works' }, true],
		['company', { company_website_url: 'https://works.example.com' }, true],
		['company', { company_name: null, company_website_url: 'works.example.com' }, true],
		['company', { company_industry: 'Software', company_revenue: 5_000_000 }, false],
		['company', { company_name: '' }, false],
		['mobilePhone', { mobile_phone: '12025550123' }, true],
		['mobilePhone', { mobile_phone: null }, false],
		['mobilePhone', { mobile_phone: '' }, false],
		['personalEmail', { personal_email: 'ada@example.net', personal_email_form: 'plain' }, true],
		['personalEmail', { personal_email: 'a**@example.net', personal_email_form: 'masked' }, false],
		['personalEmail', { personal_email: '3e3417d7ef77d5932a6734b916515ed5', personal_email_form: 'hashed' }, false],
		['personalEmail', { work_email: 'ada@example.org', work_email_form: 'plain' }, false],
		['profile', { full_name: 'Ada Example' }, true],
		['profile', { title: 'Engineer' }, true],
		['profile', { full_name: null, title: 'Engineer' }, true],
		['profile', { seniority: 'Director', country: 'United States' }, false],
		['workEmail', { work_email: 'ada@example.org', work_email_form: 'plain' }, true],
		['workEmail', { work_email: 'a**@example.org', work_email_form: 'masked' }, false],
		['workEmail', { work_email: '3e3417d7ef77d5932a6734b916515ed5', work_email_form: 'hashed' }, false],
		['workEmail', { personal_email: 'ada@example.net', personal_email_form: 'plain' }, false],
	])('%s by %j: %s', (want, cells, isMet) => {
		expect(unmet([want], cells)).toEqual(isMet ? [] : [want]);
	});

	it('is nothing where there are no columns, and what is lacking keeps its order', () => {
		expect(unmet(WANT_NAMES, {})).toEqual(WANT_NAMES);
		expect(unmet(['workEmail', 'profile', 'company'], { title: 'Engineer' })).toEqual(['workEmail', 'company']);
		expect(unmet([], {})).toEqual([]);
	});
});

describe('what is lacking, in words', () => {
	it.each<[WantName, Cells, string]>([
		['company', {}, 'a company'],
		['mobilePhone', {}, 'a mobile phone'],
		['profile', {}, 'a profile'],
		['personalEmail', {}, 'a personal e-mail'],
		[
			'personalEmail',
			{ personal_email_form: 'hashed', work_email_form: 'masked' },
			'a personal e-mail (only a hashed one)',
		],
		['workEmail', { work_email_form: null }, 'a work e-mail'],
		['workEmail', { work_email_form: 'masked' }, 'a work e-mail (only a masked one)'],
	])('%s beside %j is %j', (want, cells, words) => {
		expect(lackOf(want, cells)).toBe(words);
	});
});

it('whatever can be wanted stands in a column that some tool fills', () => {
	const filled = new Set(SOURCES.flatMap(({ tool }) => fillableColumns(tool.columns)));
	const plenty = Object.fromEntries([...filled].map((column) => [column, column.endsWith('_form') ? 'plain' : 'x']));
	expect(WANT_NAMES.filter((want) => !WANTS[want].met(plenty))).toEqual([]);
});
