import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';

import { linkedinToBusinessEmail as workEmail } from '../../../nodes/IdentityResolution/api/tools/email/linkedinToBusinessEmail';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../../support/run/lookups';
import { resumeText } from '../../support/api/resumeText';
import {
	stepOf,
	answer,
	hit,
	miss,
	failed,
	deferred,
	rowOf,
	NOTHING_BEFORE,
	contentOf,
	read,
	WORK,
	MASKED,
	BEST,
} from '../../support/actions/resolvedRows';

describe('the columns of a resolved row', () => {
	it('are those of all tools, and three additional ones, if all are shown', () => {
		const { columns, own } = contentOf(['profile']);
		expect(columns).toEqual(
			expect.arrayContaining([
				'full_name',
				'work_email_risk_score',
				'personal_emails',
				'mobile_phone',
				'company_employee_count',
				'company_industry',
			]),
		);
		expect(own).toEqual(['sources', 'resume', 'person_key']);
	});

	it.each<[WantName[], string[]]>([
		[['mobilePhone'], ['mobile_phone']],
		[
			['personalEmail'],
			[
				'personal_email',
				'personal_email_validated_at',
				'personal_email_risk_score',
				'personal_email_obscured',
				'personal_emails',
				'personal_emails_obscured',
			],
		],
		[
			['workEmail', 'mobilePhone'],
			['work_email', 'work_email_validated_at', 'work_email_risk_score', 'work_email_obscured', 'mobile_phone'],
		],
	])('are those of the wants %j if only wanted ones are shown', (wants, columns) => {
		expect(contentOf(wants, 'wanted').columns).toEqual(columns);
	});

	it('contain the data of all hits, and none of misses and failures', () => {
		const { simplified } = read(
			['workEmail', 'personalEmail'],
			rowOf(miss(hashedEmail), hit(businessProfile, WORK), failed(reverseEmail), hit(personalEmail, BEST)),
		);
		expect(simplified()).toEqual({
			full_name: 'Ada Example',
			title: 'Engineer',
			work_email: 'ada@example.org',
			company_name: 'Example Works',
			personal_email: 'ada@example.net',
			personal_email_validated_at: '2029-12-01',
			personal_email_risk_score: 'A',
			personal_emails: 'ada@example.net',
		});
	});

	it('contain no object for any result', () => {
		const { simplified, own } = read(
			['profile'],
			rowOf(
				hit(reverseEmail, {
					title: { en: ['Engineer'] },
					current_company: [{}],
					personal_emails: [{ email: 'x' }, null],
				}),
				deferred(businessProfile),
			),
		);
		expect(
			Object.values({ ...simplified(), ...own }).filter((cell) => typeof cell === 'object' && cell !== null),
		).toEqual([]);
	});
});

describe('the raw output', () => {
	it("contains each tool's answer by its name", () => {
		const { raw } = read(
			['workEmail'],
			rowOf(hit(reverseEmail, MASKED), miss(hashedEmail), failed(businessProfile)),
		);
		expect(raw()).toEqual({
			results: { [reverseEmail.name]: MASKED, [hashedEmail.name]: null },
			metadata: { [reverseEmail.name]: { tokens_charged: 2 }, [hashedEmail.name]: { tokens_charged: 2 } },
		});
	});

	it('contains the last answer of a tool with two lookups', () => {
		const other = stepOf(lookupFor(businessProfile, 'other-example'), miss(businessProfile).outcome);
		expect(read(['profile'], rowOf(other, hit(businessProfile, WORK))).raw().results).toEqual({
			[businessProfile.name]: WORK,
		});
	});

	it('contains the error block of each answer', () => {
		const { lookup, outcome } = hit(businessProfile, WORK);
		const error = { code: 'partial_data', message: 'Half of the sources' };
		const step = stepOf(lookup, { ...outcome, answer: { ...answer(WORK), error } } as Outcome);
		expect(read(['profile'], rowOf(step)).raw().error).toEqual({ [businessProfile.name]: error });
	});

	it('is empty without an answer', () => {
		expect(read(['profile'], rowOf(failed(businessProfile))).raw()).toEqual({ results: null, metadata: null });
	});
});

describe('the sources column', () => {
	it.each<[string, Step[], string | null]>([
		[
			'names the tool of each part',
			[hit(businessProfile, WORK), hit(personalEmail, BEST)],
			`profile: ${businessProfile.name}; company: ${businessProfile.name}; work_email: ${businessProfile.name}; personal_email: ${personalEmail.name}`,
		],
		[
			'names several tools of one part',
			[hit(reverseEmail, MASKED), hit(businessProfile, { country: 'Canada', mobile_phone: '12025550123' })],
			`profile: ${reverseEmail.name}, ${businessProfile.name}; company: ${reverseEmail.name}; work_email: ${reverseEmail.name}; mobile_phone: ${businessProfile.name}`,
		],
		['is empty without a hit', [miss(reverseEmail), miss(businessProfile)], null],
		['is empty without a lookup', [failed(reverseEmail)], null],
	])('%s', (_what, steps, text) => {
		expect(read(['profile'], rowOf(...steps)).own.sources).toBe(text);
	});
});

describe('the reason of a row', () => {
	const THIS = { title: 'Engineer', full_name: 'Ada Example', country: 'Canada' };
	const THAT = {
		title: 'Buyer',
		first_name: 'Ada',
		last_name: 'Other',
		country: 'Canada',
		work_email_confirmed_status: '2029-12-01',
		personal_emails: ['a**@example.net'],
		personal_emails_status: ['2029-12-01'],
	};

	it.each<[string, WantName[], Step[], string[]]>([
		['is empty for a complete row', ['workEmail', 'company'], [hit(businessProfile, WORK)], []],
		['names missing data', ['mobilePhone', 'profile'], [hit(businessProfile, WORK)], ['Not found: a mobile phone']],
		[
			'explains that an email does not accept mail',
			['workEmail', 'profile'],
			[hit(reverseEmail, MASKED)],
			['Not found: a work email (only an obscured one)'],
		],
		[
			'names two missing parts',
			['company', 'profile', 'mobilePhone'],
			[hit(businessProfile, { full_name: 'Ada Example' })],
			['Not found: a company and a mobile phone'],
		],
		[
			'names all missing parts in one sentence',
			['company', 'mobilePhone', 'personalEmail', 'profile'],
			[hit(businessProfile, { full_name: 'Ada Example' })],
			['Not found: a company, a mobile phone and a personal email'],
		],
		['omits missing data without a hit', ['workEmail'], [miss(reverseEmail), miss(businessProfile)], []],
		[
			'omits missing data for a row that is retried later',
			['workEmail'],
			[hit(reverseEmail, MASKED), deferred(businessProfile)],
			[],
		],
		[
			'names a tool that failed',
			['workEmail', 'profile'],
			[hit(reverseEmail, MASKED), failed(businessProfile)],
			[
				'Not found: a work email (only an obscured one)',
				`${businessProfile.name} did not answer: The service is temporarily unavailable`,
			],
		],
		[
			'does not name a tool that is not on the plan if nothing is missing',
			['personalEmail'],
			[
				deferred(personalEmail, 'plan_restricted', personalEmail.name),
				hit(businessProfile, { personal_email: 'ada@example.net' }),
			],
			[],
		],
		[
			'names a tool that is not offered if wanted data is missing',
			['personalEmail', 'workEmail'],
			[
				deferred(workEmail, 'plan_restricted', workEmail.name),
				hit(businessProfile, { personal_email: 'ada@example.net' }),
			],
			['Not found: a work email', `Not offered to this account: ${workEmail.name}`],
		],
		[
			'does not repeat the failure that decided the row',
			['workEmail'],
			[miss(reverseEmail), failed(businessProfile)],
			[],
		],
		[
			'names disagreeing tools, and the one that was kept',
			['profile'],
			[hit(businessProfile, THIS), hit(reverseEmail, { ...THAT, title: 'Engineer' })],
			[`Tools differ on full_name: kept what ${reverseEmail.name} says`],
		],
		[
			'names all disagreements, in one sentence per kept tool',
			['profile'],
			[
				hit(businessProfile, { ...THIS, personal_email: 'ada@example.net' }),
				hit(reverseEmail, {
					...THAT,
					country: 'Mexico',
					personal_emails: ['0cc175b9c0f1b6a831c399e269772661'],
				}),
			],
			[
				`Tools differ on personal_email: kept what ${businessProfile.name} says`,
				`Tools differ on full_name, title and country: kept what ${reverseEmail.name} says`,
			],
		],
		[
			'names disagreeing tools of a deferred row, too',
			['workEmail'],
			[hit(hashedEmail, { title: 'Engineer' }), hit(reverseEmail, { title: 'Buyer' }), deferred(businessProfile)],
			[`Tools differ on title: kept what ${hashedEmail.name} says`],
		],
	])('%s', (_contents, wants, steps, notes) => {
		expect(read(wants, rowOf(...steps)).notes).toEqual(notes);
	});

	it('names missing data after a hit with other data', () => {
		const steps = [hit(reverseEmail, MASKED), miss(businessProfile)];
		expect(read(['workEmail'], { outcome: miss(businessProfile).outcome, steps }).notes).toEqual([
			'Not found: a work email (only an obscured one)',
		]);
	});

	it('explains how to see other data that was charged, if only wanted columns are shown', () => {
		const steps = [hit(reverseEmail, MASKED), miss(businessProfile)];
		const row = { outcome: miss(businessProfile).outcome, steps };
		const context = { previous: NOTHING_BEFORE, isSamePerson: true, addresses: () => [] };
		expect(contentOf(['workEmail'], 'wanted').read(row, context).notes).toEqual([
			'Not found: a work email (only an obscured one)',
			'To see what else was found, set Output to Everything Found',
		]);
	});

	it('warns that not all answers fit into resume', () => {
		const LONG = { title: 'x'.repeat(40_000) };
		const { own, notes } = read(['workEmail'], rowOf(hit(reverseEmail, LONG), deferred(businessProfile)));
		expect(own.resume).toHaveLength(resumeText([]).length);
		expect(notes).toContain(
			'Not all paid answers fit into the 30,000 characters of resume: some may be charged again',
		);
	});

	it('does not explain other columns for a row that is found', () => {
		const { notes } = contentOf(['workEmail', 'personalEmail'], 'wanted').read(rowOf(hit(businessProfile, WORK)), {
			previous: NOTHING_BEFORE,
			isSamePerson: true,
			addresses: () => [],
		});
		expect(notes).toEqual(['Not found: a personal email']);
	});

	it('names a phone that is missing for lack of phone tokens, once', () => {
		const noPhoneTokens = deferred(hashedEmail, 'insufficient_phone_tokens');
		const found = hit(businessProfile, WORK, 'without', 'omitted');
		expect(
			read(['mobilePhone', 'company'], { outcome: found.outcome, steps: [noPhoneTokens, found] }).notes,
		).toEqual(['Not found: a mobile phone']);
	});
});

it('the lookup details list the steps with their charges', () => {
	expect(contentOf(['workEmail']).details(rowOf(miss(reverseEmail), hit(businessProfile, WORK)))).toMatchObject({
		steps: [
			{ tool: reverseEmail.name, status: 'not_found', tokensCharged: 2 },
			{ tool: businessProfile.name, status: 'found', tokensCharged: 2 },
		],
		tokensCharged: 4,
	});
});

describe('a hashed email', () => {
	const OF_ADA = '3e3417d7ef77d5932a6734b916515ed5';
	const withHash = { first_name: 'Ada', personal_emails: [OF_ADA] };

	it('becomes the address that was looked up', () => {
		expect(read(['personalEmail'], rowOf(hit(reverseEmail, withHash))).simplified()).toMatchObject({
			personal_email: 'ada@example.com',
			personal_emails: 'ada@example.com',
		});
	});

	it('becomes an address that another tool returned', () => {
		const row = rowOf(hit(hashedEmail, withHash), hit(personalEmail, { ...BEST, email: 'ada@example.com' }));
		expect(read(['personalEmail'], row).simplified()).toMatchObject({
			personal_email: 'ada@example.com',
			personal_emails: 'ada@example.com',
		});
		expect(read(['personalEmail'], row).notes).toEqual([]);
	});

	it('becomes an address in any field of the row', () => {
		const row = rowOf(
			stepOf(lookupFor(businessProfile, 'ada-example'), {
				is: 'found',
				answer: answer({ personal_emails: [OF_ADA] }),
				phone: 'as_requested',
			}),
		);
		const context = { previous: NOTHING_BEFORE, isSamePerson: true, addresses: () => ['Ada@Example.com'] };
		expect(contentOf(['personalEmail']).read(row, context).simplified()).toMatchObject({
			personal_email: 'ada@example.com',
		});
	});
});
