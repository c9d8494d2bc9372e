import { emailsIn, profileIn } from '../../../nodes/IdentityResolution/api/person/usualNames';

const ADA = 'ada@example.com';
const BEA = 'bea@example.com';

describe('the emails under usual names', () => {
	const found = (results: unknown) =>
		emailsIn(results).map(({ kind, email, validatedAt, riskScore }) => [kind, email, validatedAt, riskScore]);

	it.each<[unknown, string]>([
		[ADA, 'unknown'],
		[{ email: ADA }, 'unknown'],
		...['mail', 'emails', 'mails', 'e_mail', 'emailAddress', 'email_addresses', 'best_email', 'primary_email'].map(
			(name): [unknown, string] => [{ [name]: ADA }, 'unknown'],
		),
		...['main_email', 'verified_email', 'confirmed_email', 'valid_email', 'all_emails', 'found_email'].map(
			(name): [unknown, string] => [{ [name]: ADA }, 'unknown'],
		),
		...['work', 'business', 'professional', 'corporate'].map((kind): [unknown, string] => [
			{ [`${kind}_email`]: ADA },
			'work',
		]),
		...['personal', 'private'].map((kind): [unknown, string] => [{ [`${kind}Email`]: ADA }, 'personal']),
		[{ email: ADA, type: 'Business' }, 'work'],
		[{ email: { address: ADA, type: 'private' } }, 'personal'],
		...['email', 'address', 'email_address', 'value'].map((name): [unknown, string] => [
			{ emails: [{ [name]: ADA }] },
			'unknown',
		]),
		[{ data: { person: { contact_info: { email: ADA } } } }, 'unknown'],
	])('are read in %j as of kind %s', (results, kind) => {
		expect(found(results)).toEqual([[kind, ADA, null, null]]);
	});

	it.each([
		...['data', 'result', 'results', 'record', 'person', 'profile', 'contact', 'contacts', 'contact_info'],
		...['contactInfo', 'user', 'member', 'individual', 'detail', 'details', 'Info'],
	])('are read in %s', (wrapper) => {
		expect(found({ [wrapper]: { email: ADA } })).toEqual([['unknown', ADA, null, null]]);
	});

	it('are read in up to four wrappers', () => {
		const inWrappers = (count: number): unknown => (count === 0 ? { email: ADA } : { data: inWrappers(count - 1) });
		expect([4, 5].map((count) => found(inWrappers(count)).length)).toEqual([1, 0]);
	});

	it.each<[unknown]>([
		[{ email_status: ADA, contact_email: ADA, mailing: ADA }],
		[{ colleagues: { email: ADA }, person_id: { email: ADA }, last_person: { email: ADA } }],
		[{ verified_email: 'yes', has_email: true }],
		[{ email: { id: ADA }, emails: [[ADA], { address: 7 }] }],
		[{ email: 'N/A', work_email: null }],
		[[{ email: ADA }]],
		[7],
	])('are none in %j', (results) => {
		expect(found(results)).toEqual([]);
	});

	it('may be in any format in the field "email" alone', () => {
		expect(found({ email: 'a***@example.com', work_email: 'hidden' })).toEqual([
			['unknown', 'a***@example.com', null, null],
		]);
		expect(found({ email: 'on request', work_email: 'on request' })).toEqual([
			['unknown', 'on request', null, null],
		]);
	});

	it.each<[object, string | null, string | null]>([
		[{ risk_score: 'A', last_validated_at: '2026-11-01' }, '2026-11-01', 'A'],
		[{ grade: 'B', validated_at: '2026-11-02' }, '2026-11-02', 'B'],
		[{ risk: 'C' }, null, 'C'],
		[{ work_email_risk_score: 'A', risk_score: 'D', work_email_validated_at: '2026-11-03' }, '2026-11-03', 'A'],
		[{ work_email_risk_score: 'n/a', risk_score: 'D' }, null, 'N/A'],
		[{ work_email_risk_score: '', risk_score: 'D', validated_at: 'valid' }, null, 'D'],
	])('are described by the fields beside them: %j', (beside, validatedAt, riskScore) => {
		expect(found({ work_email: ADA, ...beside })).toEqual([['work', ADA, validatedAt, riskScore]]);
	});

	it('in a list are described by the entries of parallel lists', () => {
		expect(found({ emails: [ADA, BEA], emails_risk_score: ['A', 'B'], grade: 'C' })).toEqual([
			['unknown', ADA, null, 'A'],
			['unknown', BEA, null, 'B'],
		]);
	});
});

describe('the profile under a usual name', () => {
	const PROFILE = 'https://www.linkedin.com/in/ada-example';
	const NAMES = [
		...['linkedin', 'linkedinurl', 'linked', 'profile', 'slug', 'linkedInUrl', 'li_profile', 'linkedin_link'],
		...['public_profile', 'person_linkedin', 'member_profile', 'profile_address', 'linkedin_handle'],
		...['linkedin_id', 'public_identifier_linkedin', 'linked_in'],
	];

	it.each<[unknown]>([
		['linkedin.com/in/ada-example'],
		...NAMES.map((name): [unknown] => [{ [name]: 'linkedin.com/in/ada-example' }]),
		...['url', 'link', 'value', 'slug', 'address'].map((name): [unknown] => [
			{ linkedin: { [name]: 'ada-example' } },
		]),
		[{ linkedin: ['ada-example'] }],
		[{ profile: { linkedin: 'ada-example' } }],
		[{ linkedin: 'n/a', profile_url: PROFILE }],
	])('is read in %j', (results) => {
		expect(profileIn(results)?.replace(/^linkedin/, 'https://www.linkedin')).toBe(PROFILE);
	});

	it.each<[unknown]>([
		['ada-example'],
		[{ company_linkedin: PROFILE, profile_picture: PROFILE, website: PROFILE, url: PROFILE }],
		[{ colleagues: { linkedin: PROFILE } }],
		[{ linkedin: [PROFILE, PROFILE], profile: 7 }],
		[{ linkedin: 'linkedin.com/company/example' }],
		[[{ linkedin: PROFILE }]],
		[null],
	])('is none in %j', (results) => {
		expect(profileIn(results)).toBeNull();
	});
});
