import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import type { Cells } from '../../../nodes/IdentityResolution/api/person/columns';
import { addressBook } from '../../../nodes/IdentityResolution/api/person/emails';
import { unrecognizedFields } from '../../../nodes/IdentityResolution/api/person/unrecognized';
import {
	linkedinToBusinessEmail,
	linkedinToBusinessProfile,
	linkedinToMobilePhone,
	reverseEmailLookup,
} from '../../support/api/tools';

const ADA = 'ada@example.com';
const PROFILE = 'https://www.linkedin.com/in/ada-example';
const workEmail = linkedinToBusinessEmail.columns.read;
const phone = linkedinToMobilePhone.columns.read;
const profile = linkedinToBusinessProfile.columns.read;
const reverse = reverseEmailLookup.columns.read;

it.each([
	...[` ${ADA} `, `mailto:${ADA}`, `"${ADA}"`, `Ada Example <${ADA}>`, `${ADA}.`, `${ADA} (verified)`, `**${ADA}**`],
	...[`• ${ADA}`, `📧 ${ADA}`, `&lt;${ADA}&gt;`, 'mailto:ada%40example.com', `EMAIL;TYPE=work:${ADA}`, `(${ADA})`],
	...[`uid=ada,mail=${ADA}`, `personal:${ADA}`, `${ADA}:valid`, `„${ADA}“`, 'ada @example.com', `‹${ADA}›`],
	...[`\\"${ADA}\\"`, `${ADA} ✓`, `a***@gmail.com, ${ADA}`, `/o=Example/cn=Recipients/cn=${ADA}`, `email: ${ADA}`],
	...[`${ADA}, ada@example.org`, `<${ADA}>`, `${ADA}\u200b`, `${ADA} - valid`],
])('an address is unwrapped: %j', (email) => {
	const columns = { work_email: ADA, work_email_risk_score: 'A', work_email_obscured: null };
	expect(workEmail({ email, risk_score: 'A' })).toMatchObject(columns);
});

it.each([
	...['a**@example.com', 'a…@example.com', '5d41402abc4b2a76b9719d911017c592', 'a. . .@example.com'],
	...['a_ _ _@example.com', 'a x x x x@example.com', 'ada lovelace@example.com', '_ _ _@example.com'],
])('a masked email is none: %j', (email) => {
	expect(workEmail({ email })).toMatchObject({ work_email: null, work_email_obscured: email });
});

it.each([
	...['a####@example.com', 'xxxx@xxxx.com', 'aXXXe@example.com', 'a____e@example.com', 'a---e@example.com'],
	...['hidden@hidden.com', 'available@upon.request', 'Redacted@example.com', 'j.xxxxx@example.com', 'ada@xxxx.com'],
	...['axxx_bxxx@example.com'],
])('a tool of obscured emails masks with letters, too: %j', (email) => {
	expect(reverse({ work_email_confirmed: email, personal_emails: [email] })).toMatchObject({
		...{ work_email: null, work_email_obscured: email, personal_email: null, personal_email_obscured: email },
	});
	expect(workEmail({ email })).toMatchObject({ work_email: email });
});

it.each(['xan@example.com', 'ada.x@example.com', 'a_b@example.com', 'max@xx.example', 'private.ada@example.com'])(
	'an address is no mask: %j',
	(email) => {
		expect(reverse({ work_email_confirmed: email })).toMatchObject({
			work_email: email,
			work_email_obscured: null,
		});
	},
);

it('the hash of a known address in any wrapping becomes that address', () => {
	const email = ` md5:${md5OfEmail(ADA).toUpperCase()} `;
	const cells = reverse(
		{ work_email_confirmed: email },
		addressBook(() => [ADA]),
	);
	expect(cells).toMatchObject({ work_email: ADA, work_email_obscured: null });
});

it.each([
	...[
		['2026-08-01', '2026-08-01'] as const,
		['31/12/2025', '31/12/2025'] as const,
		['Aug 2026', 'Aug 2026'] as const,
	],
	...[['20260801', '20260801'] as const, ['valid', null] as const, ['valid 2026', null] as const],
	...[['bounce 550 5.1.1-20', null] as const, [1_785_542_400, '2026-08-01T00:00:00.000Z'] as const],
])('a date %j is %j', (last_validated_at, date) => {
	expect(workEmail({ email: ADA, last_validated_at }).work_email_validated_at).toBe(date);
	expect(reverse({ personal_emails: [ADA], personal_emails_status: [last_validated_at] })).toMatchObject({
		personal_email_validated_at: date,
	});
});

it.each(['unknown', 'n/a'])('a grade is a statement: %s', (risk_score) => {
	expect(workEmail({ email: ADA, risk_score }).work_email_risk_score).toBe(risk_score.toUpperCase());
});

it.each<[string, unknown, string | null]>([
	...['中国', 'Китай', '86', 'Shanghai, China', { name: 'China' }].map((country): [string, unknown, string] => [
		...(['13862345678', country, '13862345678'] as const),
	]),
	['447911960001', { name: 'United Kingdom' }, '+447911960001'],
	['447911960001', 'London, United Kingdom', '+447911960001'],
	['12025550123', 'United States (US)', '+12025550123'],
	['+1\u2011202\u2010555\u20130123', null, '+1-202-555-0123'],
	['Mobile: +12025550123 (mobile)', null, '+12025550123'],
	['+12025550123, +12025550124', null, '+12025550123'],
	['0000000000', null, null],
])('the phone %j of a person in %j is %j', (mobile_phone, country, shown) => {
	expect(phone({ mobile_phone, country }).mobile_phone).toBe(shown);
});

it.each(['manager', 'assistant', 'colleagues', 'firm', 'references'])('the phone of a %s is none', (who) => {
	expect(phone({ [who]: [{ mobile_phone: '12025550199' }] }).mobile_phone).toBeNull();
});

const name = { company_name: 'Example Ltd' };
const site = { ...name, company_website_url: 'https://example.org' };
const OLD = { name: 'Old Ltd' };

it.each<[object, Cells]>([
	[{ company: 'Example Ltd' }, name],
	[{ company: [{ name: 'Example Ltd' }] }, name],
	...[{ is_current: true }, { isCurrent: 'true' }, { current: 1 }].map((now): [object, Cells] => [
		{ company: [OLD, { name: 'Example Ltd', ...now }] },
		name,
	]),
	[
		{
			company: [
				{ ...OLD, end_date: '2020' },
				{ name: 'Example Ltd', end_date: null },
			],
		},
		name,
	],
	[{ current_company: { name: 'Example Ltd' } }, name],
	[{ company: { name: null }, employer: { name: 'Example Ltd' } }, name],
	[{ company: { company_name: 'Example Ltd', domain: 'example.org' } }, { ...name, company_domain: 'example.org' }],
	[{ current_company: 'Example Ltd', current_company_website: 'https://example.org' }, site],
	[{ organization: { name: 'Example Ltd', website: 'https://example.org' } }, site],
	[{ employer: 'Example Ltd' }, name],
	[{ employer_name: 'Example Ltd', employer_url: 'https://example.org' }, site],
	[{ person: { company: { name: 'Example Ltd' } } }, name],
	[{ companyName: 'Example Ltd' }, name],
])('the company in %j', (results, columns) => {
	for (const read of [profile, reverse]) expect(read(results)).toMatchObject(columns);
});

it.each<[Cells, object]>([
	[{ linkedin_url: null }, { linkedin_url: 'https://www.linkedin.com/company/example' }],
	[{ linkedin_url: null, company_linkedin_url: PROFILE }, { company_linkedin_url: PROFILE }],
])('a profile is not that of the company: %j', (columns, results) => {
	expect(profile(results)).toMatchObject(columns);
});

it.each<[object, string[]]>([
	[
		{
			first_name: 'Ada',
			business_email: ADA,
			company_label: 'Example Ltd',
			mailbox: 'eve@example.org',
			web: PROFILE,
		},
		[...['company_label', 'mailbox', 'web']],
	],
	[{ company: { name: 'Example Ltd' }, label: 'Ada' }, ['label']],
	[{ contact_mail_box: ADA, note: 'x' }, ['contact_mail_box', 'note']],
	[{ full_name: 'Ada', reach_at: { value: '+1 202-555-0123' } }, ['reach_at.value']],
	[{ full_name: 'Ada', employee_count: 1234567 }, []],
	[{ full_name: 'Ada', linkedin_company_id: '12345678' }, []],
	[{ linkedin_url: PROFILE, full_name: 'Ada' }, []],
])('of each group, what no column reads is named: %j', (results, fields) => {
	const answer = { found: true, results, metadata: null, at: 0 };
	expect(unrecognizedFields(linkedinToBusinessProfile, answer, 'with')).toEqual(fields);
});
