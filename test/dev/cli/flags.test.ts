import { readFlags, SHEET_OPERATIONS } from '../../../dev/cli/flags';
import { IdentityResolution } from '../../../nodes/IdentityResolution/IdentityResolution.node';
import { panelOf } from '../../support/panel';

it('flags have defaults and are read from the command line', () => {
	expect(readFlags([], {})).toEqual({
		file: 'examples/contacts.csv',
		operation: 'findBest',
		skipAnswered: false,
		dryRun: false,
		maxTokens: 0,
	});
	const args = ['--skip-answered', '--dry-run', '--max-tokens', '50', '--base-url', 'https://api.example.com'];
	expect(readFlags(args, { IDENTITY_RESOLUTION_API_KEY: 'key' })).toMatchObject({
		skipAnswered: true,
		dryRun: true,
		maxTokens: 50,
		account: { baseUrl: 'https://api.example.com', apiKey: 'key' },
	});
});

it.each([
	['--max-tokens=-1', '--max-tokens must be a whole number from 0, not "-1".'],
	['--max-tokens=', '--max-tokens must be a whole number from 0, not "".'],
	['--operation=findAll', 'There is no operation "findAll". Choose one of findBest, '],
	['--colour=red', `Unknown option '--colour'. "npm start -- --help" lists the flags.`],
	['--base-url=https://api.example.com', "needs the account's key in the environment variable"],
])('%s is refused', (argument, message) => expect(() => readFlags([argument], {})).toThrow(message));

it.each([
	['findBest', 'LinkedIn URL', 'enriched_linkedin_url'],
	['findByLinkedin', 'linkedin', 'enriched_linkedin_url'],
	['findByEmail', 'Work\nE-Mail', 'enriched_personal_email'],
	['findByHashedEmail', 'MD5', 'enriched_email_hash'],
] as const)('%s reads a column called %j, not %j, into a parameter that the node has', (operation, usual, own) => {
	const { resource, parameter, column } = SHEET_OPERATIONS[operation];
	expect([usual, own].map((name) => column.test(name))).toEqual([true, false]);
	expect(panelOf(new IdentityResolution().description, { resource, operation })).toHaveProperty(parameter);
});
