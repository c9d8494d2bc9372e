import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../../support/run/lookups';
import {
	stepOf,
	answer,
	hit,
	miss,
	failed,
	deferred,
	rowOf,
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
		const row = rowOf(hit(businessProfile, { personal_emails: [OF_ADA] }));
		const { simplified } = read(['personalEmail'], row, { addresses: () => ['Ada@Example.com'] });
		expect(simplified()).toMatchObject({ personal_email: 'ada@example.com' });
	});
});
