import {
	COLUMN_NAMES,
	fillableColumns,
	partOf,
	type Cells,
} from '../../../nodes/IdentityResolution/api/person/columns';
import { SOURCES } from '../../../nodes/IdentityResolution/api/person/sources';
import {
	isWanted,
	describeMissing,
	unmet,
	WANT_NAMES,
	WANTS,
	type WantName,
} from '../../../nodes/IdentityResolution/api/person/wants';

const MD5 = '3e3417d7ef77d5932a6734b916515ed5';

it('WANT_NAMES contains the published names: saved workflows use them', () => {
	expect(WANT_NAMES).toEqual(['company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail']);
});

describe('unmet', () => {
	it.each<[WantName, Cells, boolean]>([
		['company', { company_name: 'Example Works' }, true],
		['company', { company_website_url: 'https://works.example.com' }, true],
		['company', { company_name: null, company_website_url: 'works.example.com' }, true],
		['company', { company_industry: 'Software', company_revenue: 5_000_000 }, false],
		['company', { company_name: '' }, false],
		['mobilePhone', { mobile_phone: '12025550123' }, true],
		['mobilePhone', { mobile_phone: null }, false],
		['mobilePhone', { mobile_phone: '' }, false],
		['profile', { full_name: 'Ada Example' }, true],
		['profile', { title: 'Engineer' }, true],
		['profile', { full_name: null, title: 'Engineer' }, true],
		['profile', { seniority: 'Director', country: 'United States' }, false],
		['personalEmail', { personal_emails: 'ada@example.net' }, false],
		['personalEmail', { work_email: 'ada@example.org' }, false],
		['workEmail', { personal_email: 'ada@example.net', personal_emails: 'ada@example.net' }, false],
	])('for %s and %j: met %s', (want, cells, isMet) => {
		expect(unmet([want], cells)).toEqual(isMet ? [] : [want]);
	});

	describe.each([
		['personalEmail', 'personal_email'],
		['workEmail', 'work_email'],
	] as const)('%s is', (want, column) => {
		const email = 'ada@example.net';
		const [obscured, risk] = [`${column}_obscured`, `${column}_risk_score`] as const;

		it.each<[string, Cells, boolean]>([
			['met by an address', { [column]: email }, true],
			...['A', 'a', 'B', 'C', 'E', 'F', 'unknown', '', null].map((grade): [string, Cells, boolean] => [
				`met by an address of grade ${JSON.stringify(grade)}`,
				{ [column]: email, [risk]: grade },
				true,
			]),
			['not met by an address of grade D', { [column]: email, [risk]: 'D' }, false],
			['not met by an address of grade d', { [column]: email, [risk]: ' d' }, false],
			['met by an address beside a hash', { [column]: email, [obscured]: MD5 }, true],
			['not met by a masked address', { [obscured]: 'a**@example.net' }, false],
			['not met by a hash', { [column]: null, [obscured]: MD5, [risk]: 'A' }, false],
			['not met by an empty address', { [column]: '', [risk]: 'A' }, false],
			['not met by a grade alone', { [risk]: 'A' }, false],
		])('%s', (_what, cells, isMet) => {
			expect(unmet([want], cells)).toEqual(isMet ? [] : [want]);
		});
	});

	it('returns all wants without columns, and keeps their order', () => {
		expect(unmet(WANT_NAMES, {})).toEqual(WANT_NAMES);
		expect(unmet(['workEmail', 'profile', 'company'], { title: 'Engineer' })).toEqual(['workEmail', 'company']);
		expect(unmet([], {})).toEqual([]);
	});
});

describe('describeMissing', () => {
	it.each<[WantName, Cells, string]>([
		['company', {}, 'a company'],
		['mobilePhone', {}, 'a mobile phone'],
		['profile', {}, 'a profile'],
		['personalEmail', {}, 'a personal e-mail'],
		['personalEmail', { personal_email: null, personal_email_obscured: null }, 'a personal e-mail'],
		['personalEmail', { work_email: 'ada@example.org', work_email_obscured: MD5 }, 'a personal e-mail'],
		['personalEmail', { personal_email_obscured: MD5 }, 'a personal e-mail (only an obscured one)'],
		[
			'personalEmail',
			{ personal_email_obscured: MD5, personal_email_risk_score: 'D' },
			'a personal e-mail (only an obscured one)',
		],
		[
			'personalEmail',
			{ personal_email: 'ada@example.net', personal_email_risk_score: 'D' },
			'a personal e-mail (only one of grade D)',
		],
		['workEmail', {}, 'a work e-mail'],
		['workEmail', { work_email: '', work_email_obscured: '' }, 'a work e-mail'],
		['workEmail', { work_email_obscured: 'a**@example.org' }, 'a work e-mail (only an obscured one)'],
		[
			'workEmail',
			{ work_email: 'ada@example.org', work_email_risk_score: 'd', work_email_obscured: MD5 },
			'a work e-mail (only one of grade D)',
		],
	])('for %s and %j returns %j', (want, cells, words) => {
		expect(unmet([want], cells)).toEqual([want]);
		expect(describeMissing(want, cells)).toBe(words);
	});
});

describe('isWanted', () => {
	const PARTS_OF: Record<WantName, string> = {
		company: 'company',
		mobilePhone: 'mobile_phone',
		personalEmail: 'personal_email',
		profile: 'profile',
		workEmail: 'work_email',
	};

	it.each(WANT_NAMES)('is true for the columns of %s, and no others', (want) => {
		const wanted = COLUMN_NAMES.filter((column) => isWanted(column, [want]));
		expect(wanted).toEqual(COLUMN_NAMES.filter((column) => partOf(column) === PARTS_OF[want]));
		expect(wanted).not.toEqual([]);
	});

	it('is true for the columns of several wants, and of none', () => {
		const wanted = (...wants: WantName[]) => COLUMN_NAMES.filter((column) => isWanted(column, wants));
		expect(wanted()).toEqual([]);
		expect(wanted(...WANT_NAMES)).toEqual(COLUMN_NAMES);
		expect(wanted('workEmail', 'mobilePhone')).toEqual([
			'work_email',
			'work_email_validated_at',
			'work_email_risk_score',
			'work_email_obscured',
			'mobile_phone',
		]);
	});
});

it('every want is met by columns that some tool fills', () => {
	const filled = new Set(SOURCES.flatMap(({ tool }) => fillableColumns(tool.columns)));
	const plenty = Object.fromEntries([...filled].map((column) => [column, 'x']));
	expect(WANT_NAMES.filter((want) => !WANTS[want].met(plenty))).toEqual([]);
});
