import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import { linkedinToBusinessEmail as workEmail } from '../../../nodes/IdentityResolution/actions/workEmail/findByLinkedin.operation';
import { businessProfile, hashedEmail, personalEmail, reverseEmail } from '../../support/run/lookups';
import { resumeText } from '../../support/api/resumeText';
import { NO_CONTEXT } from '../../support/actions/rowContext';
import { hit, miss, failed, deferred, rowOf, contentOf, read, WORK, MASKED } from '../../support/actions/resolvedRows';

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
		expect(contentOf(['workEmail'], 'wanted').read(row, NO_CONTEXT).notes).toEqual([
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
		const content = contentOf(['workEmail', 'personalEmail'], 'wanted');
		expect(content.read(rowOf(hit(businessProfile, WORK)), NO_CONTEXT).notes).toEqual([
			'Not found: a personal email',
		]);
	});

	it('names a phone that is missing for lack of phone tokens, once', () => {
		const noPhoneTokens = deferred(hashedEmail, 'insufficient_phone_tokens');
		const found = hit(businessProfile, WORK, 'without', 'omitted');
		expect(
			read(['mobilePhone', 'company'], { outcome: found.outcome, steps: [noPhoneTokens, found] }).notes,
		).toEqual(['Not found: a mobile phone']);
	});
});
