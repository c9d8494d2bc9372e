import { columnsOf, identifierFieldsOf } from '../../../nodes/IdentityResolution/actions/spec/operation';
import { readFlags, SHEET_OPERATIONS } from '../../../dev/cli/flags';
import { LOOKUPS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { WANTS } from '../../../nodes/IdentityResolution/api/person/wants';

it('flags have defaults and are read from the command line', () => {
	expect(readFlags([], {})).toEqual({
		file: 'examples/contacts.csv',
		columns: [],
		operation: 'findBest',
		skipAnswered: false,
		dryRun: false,
		maxTokens: 0,
	});
	const args = [
		...['--skip-answered', '--dry-run', '--max-tokens', '50', '--column', 'a', '--column', 'b'],
		...['--operation', 'resolve', '--want', 'workEmail, company', '--base-url', 'https://api.example.com'],
	];
	expect(readFlags(args, { IDENTITY_RESOLUTION_API_KEY: 'key' })).toMatchObject({
		columns: ['a', 'b'],
		want: ['workEmail', 'company'],
		skipAnswered: true,
		dryRun: true,
		maxTokens: 50,
		account: { baseUrl: 'https://api.example.com', apiKey: 'key' },
	});
});

it.each([
	['--max-tokens=-1', '--max-tokens must be a whole number from 0, not "-1".'],
	['--operation=findAll', 'There is no operation "findAll". Choose one of findBest, '],
	['--want=company', '--want needs --operation resolve.'],
	['--operation=resolve --want=phone', '--want must be of anyEmail, company, '],
	['--colour=red', `Unknown option '--colour'. "npm start -- --help" lists the flags.`],
	['--base-url=https://api.example.com', "needs the account's key in the environment variable"],
])('%s is refused', (args, message) => expect(() => readFlags(args.split(' '), {})).toThrow(message));

it.each([
	['--dry-run', { npm_config_dry_run: 'true' }, [], ['--dry-run']],
	['--file', { npm_config_file: 'true' }, ['my.csv'], ['--file', 'my.csv']],
	['--max-tokens', { npm_config_max_tokens: '5' }, [], ['--max-tokens=5']],
])('%s before the two dashes, which npm takes for itself, is refused', (flag, env, args, passedOn) => {
	expect(() => readFlags(args, env)).toThrow(`Write "npm start -- ${flag}"`);
	expect(readFlags(passedOn, env)).toEqual(readFlags(passedOn, {}));
});

it.each(Object.values(SHEET_OPERATIONS))(
	'$resource: $operation is an operation of the node that takes these identifiers, and has these columns',
	({ resource, operation, takes, has }) => {
		const known = LOOKUPS.find((one) => one.resource === resource && one.operation === operation);
		// Resolve has one field for the email and its MD5.
		const kinds = operation === 'resolve' ? ['linkedin', 'hem'] : takes;
		expect(known && identifierFieldsOf(known).map(({ kind }) => kind)).toEqual(kinds);
		for (const want of has) expect(known && columnsOf(known)).toContain(WANTS[want].lead[0]);
	},
);
