import { findByEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByEmail.operation';
import { findBestEmail } from '../../../nodes/IdentityResolution/actions/email/findBest.operation';
import { findMobilePhone } from '../../../nodes/IdentityResolution/actions/mobilePhone/findByLinkedin.operation';
import { findAny } from '../../../nodes/IdentityResolution/actions/personalEmail/findAny.operation';
import { searchForPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { findWorkEmailByName } from '../../../nodes/IdentityResolution/actions/workEmail/findByName.operation';
import type { Cells } from '../../../nodes/IdentityResolution/api/person/columns';
import {
	describeMissing,
	unmetIn,
	wantsMetBy,
	WANT_NAMES,
	withoutGiven,
	type Wanted,
	type WantName,
} from '../../../nodes/IdentityResolution/api/person/wants';

const wanted = (...wants: WantName[]): Wanted => ({ wants, minGrade: 'anyExceptD' });

const MD5 = '3e3417d7ef77d5932a6734b916515ed5';

it.each([
	[findBestEmail, ['anyEmail']],
	[findAny, ['personalEmail']],
	[findWorkEmailByName, ['workEmail']],
	[findMobilePhone, ['mobilePhone']],
	[findByEmail, []],
	[searchForPeople, []],
])('wantsMetBy returns what the tool of $action is bought for', ({ tools }, wants) => {
	expect(wantsMetBy(tools)).toEqual(wants);
});

describe('unmetIn', () => {
	it.each<[WantName, Cells, boolean]>([
		['company', { company_name: 'Example Works' }, true],
		['company', { company_name: null, company_website_url: 'works.example.com' }, true],
		['company', { company_name: '', company_industry: 'Software', company_revenue: 5_000_000 }, false],
		['mobilePhone', { mobile_phone: '12025550123' }, true],
		['mobilePhone', { mobile_phone: '' }, false],
		['profile', { full_name: 'Ada Example' }, true],
		['profile', { full_name: null, title: 'Engineer' }, true],
		['profile', { seniority: 'Director', country: 'United States' }, false],
		['linkedinProfile', { linkedin_url: 'https://www.linkedin.com/in/ada-example' }, true],
		['linkedinProfile', { full_name: 'Ada Example', company_linkedin_url: 'example-works' }, false],
		['anyEmail', { work_email: 'ada@example.org' }, true],
		[
			'anyEmail',
			{ work_email: 'ada@example.org', work_email_risk_score: 'D', personal_email: 'ada@example.net' },
			true,
		],
		['anyEmail', { personal_emails: 'ada@example.net', work_email_obscured: MD5 }, false],
		['personalEmail', { personal_emails: 'ada@example.net', work_email: 'ada@example.org' }, false],
		['workEmail', { personal_email: 'ada@example.net', personal_emails: 'ada@example.net' }, false],
	])('for %s and %j: met %s', (want, cells, isMet) => {
		expect(unmetIn(wanted(want), cells)).toEqual(isMet ? [] : [want]);
	});

	describe.each([
		['personalEmail', 'personal_email'],
		['workEmail', 'work_email'],
	] as const)('%s is', (want, column) => {
		const email = 'ada@example.net';
		const [obscured, risk] = [`${column}_obscured`, `${column}_risk_score`] as const;

		it.each<[string, Cells, boolean]>([
			...['A', 'E', '', null].map((grade): [string, Cells, boolean] => [
				`met by an address of grade ${JSON.stringify(grade)}`,
				{ [column]: email, [risk]: grade },
				true,
			]),
			['not met by an address of grade d', { [column]: email, [risk]: ' d' }, false],
			['met by an address beside a hash', { [column]: email, [obscured]: MD5 }, true],
			['not met by a masked address', { [obscured]: 'a**@example.net' }, false],
			['not met by a hash', { [column]: null, [obscured]: MD5, [risk]: 'A' }, false],
			['not met by an empty address', { [column]: '', [risk]: 'A' }, false],
			['not met by a grade alone', { [risk]: 'A' }, false],
		])('%s', (_what, cells, isMet) => {
			expect(unmetIn(wanted(want), cells)).toEqual(isMet ? [] : [want]);
		});
	});

	it.each<[Wanted['minGrade'], string | null, boolean]>([
		['any', 'd', true],
		['aOrB', 'C', false],
		['aOrB', null, false],
		['aOrB', 'a', true],
	])('requires the grade %s: %j is sufficient: %s', (minGrade, grade, isMet) => {
		const cells = { work_email: 'ada@example.org', work_email_risk_score: grade };
		expect(unmetIn({ wants: ['workEmail'], minGrade }, cells)).toEqual(isMet ? [] : ['workEmail']);
		expect(unmetIn({ wants: ['anyEmail'], minGrade }, cells)).toEqual(isMet ? [] : ['anyEmail']);
	});

	it('returns all wants without columns, and keeps their order', () => {
		expect(unmetIn(wanted(...WANT_NAMES), {})).toEqual(WANT_NAMES);
		expect(unmetIn(wanted('workEmail', 'profile', 'company'), { title: 'Engineer' })).toEqual([
			'workEmail',
			'company',
		]);
		expect(unmetIn(wanted(), {})).toEqual([]);
	});
});

describe('describeMissing', () => {
	it.each<[string | null, string]>([
		['b', 'a work email (only one of grade B, which was charged)'],
		[null, 'a work email (only one without a grade, which was charged)'],
	])('names the grade %j that is not sufficient', (grade, words) => {
		const cells = { work_email: 'ada@example.org', work_email_risk_score: grade };
		expect(describeMissing('workEmail', cells)).toBe(words);
	});

	it.each<[WantName, Cells, string]>([
		['company', {}, 'a company'],
		['mobilePhone', {}, 'a mobile phone'],
		['profile', {}, 'a profile'],
		['linkedinProfile', {}, 'a LinkedIn profile'],
		['anyEmail', {}, 'an email'],
		['anyEmail', { personal_email_obscured: MD5 }, 'an email (only an obscured one)'],
		['personalEmail', {}, 'a personal email'],
		['personalEmail', { work_email: 'ada@example.org', work_email_obscured: MD5 }, 'a personal email'],
		[
			'personalEmail',
			{ personal_email_obscured: MD5, personal_email_risk_score: 'D' },
			'a personal email (only an obscured one)',
		],
		['workEmail', {}, 'a work email'],
		['workEmail', { work_email_obscured: 'a**@example.org' }, 'a work email (only an obscured one)'],
		[
			'workEmail',
			{ work_email: 'ada@example.org', work_email_risk_score: 'd', work_email_obscured: MD5 },
			'a work email (only one of grade D, which was charged)',
		],
	])('for %s and %j returns %j', (want, cells, words) => {
		expect(unmetIn(wanted(want), cells)).toEqual([want]);
		expect(describeMissing(want, cells)).toBe(words);
	});
});

it('withoutGiven removes the LinkedIn profile if the row has one', () => {
	const all = wanted('linkedinProfile', 'workEmail');
	expect(withoutGiven(all, ['hem', 'linkedin'])).toEqual(wanted('workEmail'));
	expect(withoutGiven(all, ['email', 'hem'])).toBe(all);
});
