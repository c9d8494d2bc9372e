import { HELP, readFlags, SHEET_OPERATIONS } from '../../../dev/cli/flags';

describe('flags', () => {
	it('say nothing is bounded, left out or only planned where they are not given', () => {
		expect(readFlags([], {})).toMatchObject({ skipAnswered: false, dryRun: false, maxTokens: 0 });
	});

	it('say it where they are', () => {
		expect(readFlags(['--skip-answered', '--dry-run', '--max-tokens', '50'], {})).toMatchObject({
			skipAnswered: true,
			dryRun: true,
			maxTokens: 50,
		});
	});

	it.each(['-1', '1.5', 'many', ''])('refuse %j tokens', (value) => {
		expect(() => readFlags([`--max-tokens=${value}`], {})).toThrow(
			`--max-tokens must be a whole number from 0, not "${value}".`,
		);
	});

	it.each(['--skip-answered', '--dry-run', '--max-tokens <n>', 'Defaults in brackets', 'Ctrl-C'])(
		'the help tells %s',
		(what) => expect(HELP).toContain(what),
	);
});

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
