import { SHEET_OPERATIONS } from '../../sheet/flags';

describe('the column that feeds an operation', () => {
	it.each([
		['findBest', 'LinkedIn URL', 'enriched_linkedin_url'],
		['findByLinkedin', 'linkedin', 'enriched_linkedin_url'],
		['findByEmail', 'E-Mail', 'enriched_personal_email'],
		['findByEmail', 'Work\nemail', 'enriched_work_email'],
		['findByHashedEmail', 'MD5', 'enriched_email_hash'],
	] as const)('of %s may be called %j, but not %j, which is ours', (operation, usual, ours) => {
		const { column } = SHEET_OPERATIONS[operation];
		expect([usual, ours].map((name) => column.test(name))).toEqual([true, false]);
	});
});
