import {
	emailsIn,
	hasUnreadablePhone,
	looksLikePhone,
	profileIn,
	readPhone,
	withPlus,
} from '../../../nodes/IdentityResolution/api/person/usualNames';
import { nested } from '../../support/api/nested';

const PHONE = '12025550123';

describe('the phone of a person', () => {
	it.each<[unknown, string | null]>([
		[{ mobile_phone: PHONE }, PHONE],
		[{ phone_number: 12025550123 }, PHONE],
		[{ mobileNumber: PHONE }, PHONE],
		[{ phone1: PHONE }, PHONE],
		[{ phone1: null, phone_2: PHONE }, PHONE],
		[{ mobilePhone: '+1 (202) 555-0123' }, '+1 (202) 555-0123'],
		[{ cell_phone_number: '(202) 555-0123' }, '(202) 555-0123'],
		...['202.555.0123 ext. 7', '202-555-0123x78', '202-555-0123 ext 7', '12026-11-22', '2026-11-2201'].map(
			(text): [unknown, string] => [{ personal_phone: text }, text],
		),
		[{ Phones: [null, PHONE, '12025550124'] }, PHONE],
		[{ phone: 'on request', phone_number: PHONE }, PHONE],
		[{ phone: PHONE, mobile_phone: '12025550199' }, '12025550199'],
		[{ mobile_phone: '***0100', phones: [{ number: PHONE }] }, PHONE],
	])('is read in %j: %j', (results, phone) => {
		expect(readPhone(results)).toBe(phone);
	});

	it.each<[string | null, string | null]>([
		['12025550123', '+12025550123'],
		[' 1 (202) 555-0123', '+1 (202) 555-0123'],
		['00 44 20 7946 0123', '+44 20 7946 0123'],
		['001 202 555 0123', '+1 202 555 0123'],
		...[
			'+12025550123',
			'2025550123',
			'02025550123',
			'442079460123',
			'12025550123 x4',
			'0000000',
			'22025550123',
		].map((phone): [string, string] => [phone, phone]),
		[null, null],
	])('gets a + only if its country code is certain: %j becomes %j', (phone, shown) => {
		expect(withPlus(phone)).toBe(shown);
	});

	it.each<[unknown, string]>([
		[{ phones: [{ number: PHONE, type: 'mobile' }] }, PHONE],
		[
			{
				phones: [
					{ type: 'work', number: '12025550124' },
					{ type: 'personal', value: PHONE },
				],
			},
			PHONE,
		],
		[{ contact: { mobile: PHONE } }, PHONE],
		[{ person: { contacts: [{ phones: [{ phone_number: PHONE }] }] } }, PHONE],
	])('is read in %j, however nested: %j', (results, phone) => {
		expect(readPhone(results)).toBe(phone);
	});

	it.each([
		...['phone', 'phones', 'telephone', 'cellphone', 'mobile', 'mobiles', 'cell', 'cells', 'tel', '_phone'],
		...['phone_number', 'phone_numbers', 'phone_no', 'personal_phone', 'direct_phone', 'phone_12', 'Phone'],
	])('is read under %s', (name) => {
		expect(readPhone({ [name]: PHONE })).toBe(PHONE);
	});

	it.each([
		...['phone', 'phones', 'telephone', 'cellphone', 'mobile', 'mobiles', 'cell', 'cells', 'tel', 'mobile_phone'],
		...['number', 'numbers', 'no', 'personal', 'direct', 'value', 'formatted', 'international', 'E164'],
	])('is read in the part %s of a phone', (name) => {
		expect(readPhone({ phone: { [name]: PHONE } })).toBe(PHONE);
	});

	it.each<[unknown]>([
		[{ company_phone: PHONE, mobile_phone: null }],
		[{ company: { phone: PHONE }, organization: { phone: PHONE }, organisation: { phone: PHONE } }],
		[{ current_employer: { contact: { phone: PHONE } } }],
		[{ phones: [{ number: PHONE, type: 'Office' }] }],
		[{ work_phone: PHONE }],
		[{ fax: PHONE, phone_fax: PHONE }],
	])('is not the phone of a company or at work: %j', (results) => {
		expect(readPhone(results)).toBeNull();
		expect(hasUnreadablePhone(results)).toBe(false);
	});

	it.each<[unknown]>([
		[{ mobile_phone_status: '20251122123456' }],
		[{ phone_available: PHONE, phone_2fa: PHONE }],
		[{ phone: { checked_at: '2026-11-22', id: PHONE } }],
		[{ phone: '2026-11-22' }],
		[{ excellent: PHONE, telling: PHONE, mobility: PHONE }],
	])('is not a field that describes a phone, nor any other field: %j', (results) => {
		expect(readPhone(results)).toBeNull();
	});

	it.each([
		[null],
		[undefined],
		['phone'],
		[['phone']],
		[{}],
		[{ mobile_phone: { a: 1 } }],
		[nested(100_000, PHONE)],
	])('is none in %#', (results) => {
		expect([readPhone(results), hasUnreadablePhone(results)]).toEqual([null, false]);
	});
});

describe('a text that cannot be dialled', () => {
	it.each(['***0100', '+1 202 *** 0123', '202-555-xxxx', '555-010', '1-2 (3) 4.5/6', '2026-11-22T06:00:00Z'])(
		'%j is an unreadable phone',
		(text) => {
			for (const results of [
				{ mobile_phone: text },
				{ phones: [{ number: text }] },
				{ contact: { mobile: text } },
			]) {
				expect(readPhone(results)).toBeNull();
				expect(hasUnreadablePhone(results)).toBe(true);
			}
		},
	);

	it.each(['1234567', 'x-1234', '1234'])('%j has seven digits, or four as part of a number', (text) => {
		const isPhone = text.length === 7;
		expect(readPhone({ mobile_phone: text })).toBe(isPhone ? text : null);
		expect(hasUnreadablePhone({ mobile_phone: text })).toBe(!isPhone);
	});

	it.each(['N/A', 'true', '0', 'x', '123', 'on request', '', true, false, 0, null, {}, []])(
		'%j is a placeholder and no phone',
		(value) => {
			for (const results of [{ mobile_phone: value }, { phones: [value] }, { contact: { mobile: value } }]) {
				expect(readPhone(results)).toBeNull();
				expect(hasUnreadablePhone(results)).toBe(false);
			}
		},
	);

	it('is ignored beside a phone that can be dialled', () => {
		expect(hasUnreadablePhone({ mobile_phone: '***0100', phone: PHONE })).toBe(false);
	});
});

it.each<[string, unknown, boolean]>([
	...['contact.line', 'paid_to', 'line_attached'].map((path): [string, string, boolean] => [path, PHONE, true]),
	...['row_id', 'created_at', 'office.line'].map((path): [string, string, boolean] => [path, PHONE, false]),
	['line', '123456789012345', true],
	['line', '1234567890123456', false],
	['line', 'on request', false],
])('a field %s with %j looks like a phone: %s', (path, value, looks) => {
	expect(looksLikePhone(path, value)).toBe(looks);
});

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
		[{ work_email_risk_score: 'n/a', risk_score: 'D' }, null, 'D'],
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
