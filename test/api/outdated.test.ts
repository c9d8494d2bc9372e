import type { Cells, Column } from '../../nodes/IdentityResolution/api/columns';
import { outdated } from '../../nodes/IdentityResolution/api/merge';

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

describe('of what an earlier run found, there is outdated', () => {
	it.each<[string, Cells, Column[]]>([
		['nothing where nothing is told', {}, []],
		[
			'nothing where the person and the job are the same',
			{ first_name: 'ADA', company_name: 'example works', seniority: 'Senior' },
			[],
		],
		[
			'nothing where only the profile has moved',
			{ linkedin_url: 'linkedin.com/in/ada-renamed', first_name: 'Ada' },
			[],
		],
		[
			'nothing where only the name is spelled in another way',
			{ linkedin_url: 'linkedin.com/in/ada-example', first_name: 'Adah' },
			[],
		],
		['the old job at another company', ANOTHER_JOB, ['title', 'company_revenue']],
		['the old job, but for what is told anew', { ...ANOTHER_JOB, title: 'Buyer' }, ['company_revenue']],
		['the old job, also where null is told of it', { ...ANOTHER_JOB, title: null }, ['title', 'company_revenue']],
		[
			'everything of another person',
			ANOTHER_PERSON,
			['full_name', 'last_name', 'title', 'mobile_phone', 'company_name', 'company_revenue'],
		],
		[
			'everything of another person with another job',
			{ ...ANOTHER_PERSON, ...ANOTHER_JOB },
			['full_name', 'last_name', 'title', 'mobile_phone', 'company_revenue'],
		],
	])('%s', (_rule, told, columns) => {
		expect(outdated(EARLIER, told)).toEqual(columns);
	});
});
