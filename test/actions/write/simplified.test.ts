import { outputSchemas } from '../../../nodes/IdentityResolution/actions/outputSchemas';
import { LOOKUPS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { contentFor } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { WANT_NAMES } from '../../../nodes/IdentityResolution/api/person/wants';

const COMPANY = 'company_name company_domain company_website_url company_industry company_employee_count';

const END = 'reason retry_at answered_at person_key';
const END_OF_SEARCH = 'reason total retry_at answered_at';
const PROFILE = 'full_name title company_name company_domain';
const [PERSONAL, WORK] = ['personal', 'work'].map(
	(kind) => `${kind}_email ${kind}_email_risk_score ${kind}_email_validated_at`,
);

/** The columns of *Simplified* in output order, without the prefix. */
const EXPECTED: Record<string, string> = {
	'audience/findAdIds': `status mobile_ad_ids ${END}`,
	'audience/hashByEmail': `status sha256_personal_emails ${END}`,
	'audience/hashByLinkedin': `status sha256_work_emails md5_work_emails sha256_personal_emails md5_personal_emails ${END}`,
	'businessProfile/findByEmail': `status ${PROFILE} linkedin_url ${END}`,
	'businessProfile/findByHashedEmail': `status ${PROFILE} linkedin_url ${END}`,
	'businessProfile/findByLinkedin': `status ${PROFILE} work_email ${END}`,
	'businessProfile/findByName': `status ${PROFILE} linkedin_url ${END}`,
	'company/findByIp': `status ${COMPANY} ${END}`,
	'company/search': `status company_name company_domain company_industry company_employee_count ${END_OF_SEARCH}`,
	'tool/call': 'status reason results metadata retry_at answered_at',
	'email/findBest': `status work_email work_email_risk_score personal_email personal_email_risk_score ${END}`,
	'linkedinProfile/findByEmail': `status linkedin_url ${END}`,
	'linkedinProfile/findByHashedEmail': `status linkedin_url ${END}`,
	'linkedinProfile/findByName': `status linkedin_url full_name title company_name country ${END_OF_SEARCH}`,
	'mobilePhone/findByLinkedin': `status mobile_phone ${END}`,
	'person/resolve': `status ${PERSONAL} ${END}`,
	'person/search': `status full_name title linkedin_url company_name country ${END_OF_SEARCH}`,
	'personalEmail/findAny': `status ${PERSONAL} ${END}`,
	'personalEmail/findBest': `status ${PERSONAL} ${END}`,
	'workEmail/findByLinkedin': `status ${WORK} ${END}`,
	'workEmail/findByName': `status work_email work_email_risk_score ${END}`,
};

const columnsByOperation = () =>
	outputSchemas().map(({ resource, operation, schema }) => {
		const { properties = {} } = schema as { properties?: object };
		return [`${resource}/${operation}`, Object.keys(properties)] as const;
	});

it('Simplified has these columns, the most useful first', () => {
	const lookups = columnsByOperation().filter(([name]) => !name.startsWith('account/'));
	const named = lookups.map(([name, columns]) => [
		name,
		columns.map((one) => one.replace('enriched_', '')).join(' '),
	]);
	expect(Object.fromEntries(named)).toEqual(EXPECTED);
});

it('Simplified has at most ten fields, as n8n asks for, in every operation', () => {
	const counts = columnsByOperation().map(([name, { length }]) => [name, length] as const);
	expect(counts).toHaveLength(24);
	expect(counts.filter(([, count]) => count > 10)).toEqual([]);
});

it('a requested phone takes the place of another column, so that there is no more', () => {
	for (const operation of LOOKUPS.filter(({ withPhone }) => withPhone !== undefined)) {
		const { simplified } = contentFor(operation, { ...ALL_CONTENT, phone: 'with' });
		expect(simplified).toEqual(expect.arrayContaining(['mobile_phone', 'full_name']));
		expect(simplified).toHaveLength(5);
		expect(simplified).not.toContain('company_domain');
	}
});

it('Resolve shows a column for everything wanted, and grades and dates only if there is room', () => {
	const shown = (...wants: typeof WANT_NAMES) =>
		contentFor(resolve, { ...ALL_CONTENT, wants, output: 'simplified' }).simplified;
	for (const one of WANT_NAMES)
		for (const other of WANT_NAMES) expect(shown(...new Set([one, other])).length).toBeLessThanOrEqual(5);
	expect(shown('workEmail', 'mobilePhone')).toEqual([
		'work_email',
		'work_email_risk_score',
		'work_email_validated_at',
		'mobile_phone',
	]);
	expect(shown('anyEmail')).toEqual([
		'work_email',
		'work_email_risk_score',
		'personal_email',
		'personal_email_risk_score',
	]);
	// All wants need eight columns: what was paid for is not hidden.
	expect(shown(...WANT_NAMES)).toHaveLength(8);
});
