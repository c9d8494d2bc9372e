import type { Cells, Column } from '../../../nodes/IdentityResolution/api/person/columns';
import { staleColumns } from '../../../nodes/IdentityResolution/api/person/merge';

const EARLIER: Cells = {
	full_name: 'Ada Example',
	first_name: 'Ada',
	last_name: 'Example',
	title: 'Engineer',
	linkedin_url: 'linkedin.com/in/ada-example',
	country: null,
	mobile_phone: '12025550123',
	company_name: 'Example Works',
	company_revenue: 7,
};
const ANOTHER_JOB: Cells = { company_name: 'Example Shop' };
const ANOTHER_PERSON: Cells = { first_name: 'Bea', linkedin_url: 'linkedin.com/in/bea-other' };

describe('staleColumns returns', () => {
	it.each<[string, Cells, Column[]]>([
		['nothing if the answer is empty', {}, []],
		[
			'nothing if the person and the job are the same',
			{ first_name: 'ADA', company_name: 'example works', seniority: 'Senior' },
			[],
		],
		[
			'nothing if only the profile address changes',
			{ linkedin_url: 'linkedin.com/in/ada-renamed', first_name: 'Ada' },
			[],
		],
		[
			'nothing if only the spelling of the name changes',
			{ linkedin_url: 'linkedin.com/in/ada-example', first_name: 'Adah' },
			[],
		],
		['the old job if the company changes', ANOTHER_JOB, ['title', 'company_revenue']],
		['the old job except columns that the answer fills', { ...ANOTHER_JOB, title: 'Buyer' }, ['company_revenue']],
		[
			'the old job, including columns that the answer leaves null',
			{ ...ANOTHER_JOB, title: null },
			['title', 'company_revenue'],
		],
		[
			'all columns of another person',
			ANOTHER_PERSON,
			['full_name', 'last_name', 'title', 'mobile_phone', 'company_name', 'company_revenue'],
		],
		[
			'all columns of another person with another job',
			{ ...ANOTHER_PERSON, ...ANOTHER_JOB },
			['full_name', 'last_name', 'title', 'mobile_phone', 'company_revenue'],
		],
	])('%s', (_rule, answer, columns) => {
		expect(staleColumns(EARLIER, answer)).toEqual(columns);
	});

	const EMAILS: Cells = {
		work_email: 'ada@example.org',
		work_email_validated_at: '2029-01-01',
		work_email_risk_score: 'A',
		personal_email_obscured: 'a**@example.net',
		personal_emails: 'ada@example.com, ada@example.net',
		personal_emails_obscured: 'a**@example.net',
	};

	it.each<[string, Cells, string[]]>([
		['no email if only the company changes', ANOTHER_JOB, []],
		['every email of another person', ANOTHER_PERSON, Object.keys(EMAILS)],
		[
			'every email of another person that the answer does not replace',
			{ ...ANOTHER_PERSON, work_email: 'bea@example.org', personal_emails: null },
			Object.keys(EMAILS).slice(1),
		],
	])('%s', (_rule, answer, columns) => {
		const emails = staleColumns({ ...EARLIER, ...EMAILS }, answer).filter((column) => column in EMAILS);
		expect(emails).toEqual(columns);
	});
});
