import { parseArgs } from 'node:util';
import type { FieldName } from './identifiers';

/** What the user can fix; its message is one line. */
export class UserError extends Error {}

interface SheetOperation {
	resource: string;
	operation: string;
	fields: readonly FieldName[];
}

/** The operations for a sheet: those of the node that users need most. */
const OPERATIONS: Readonly<Record<string, SheetOperation>> = {
	findBest: { resource: 'personalEmail', operation: 'findBest', fields: ['linkedinUrl'] },
	findWorkEmail: { resource: 'workEmail', operation: 'findByLinkedin', fields: ['linkedinUrl'] },
	findMobilePhone: { resource: 'mobilePhone', operation: 'findByLinkedin', fields: ['linkedinUrl'] },
	findByLinkedin: { resource: 'businessProfile', operation: 'findByLinkedin', fields: ['linkedinUrl'] },
	findByEmail: { resource: 'businessProfile', operation: 'findByEmail', fields: ['email'] },
	findByHashedEmail: { resource: 'businessProfile', operation: 'findByHashedEmail', fields: ['hashedEmail'] },
	resolve: { resource: 'person', operation: 'resolve', fields: ['linkedinUrl', 'email'] },
};
const NAMES = Object.keys(OPERATIONS).join(', ');

const EXAMPLE_SHEET = 'examples/contacts.csv';
export const KEY_VARIABLE = 'IDENTITY_RESOLUTION_API_KEY';

export const HELP = `npm start -- [flags]: runs a CSV through the node in n8n's own engine. Defaults in brackets.

  --file <csv>          the CSV to read, in UTF-8 and with titles (${EXAMPLE_SHEET})
  --operation <name>    ${NAMES} (findBest, for personal emails)
  --column <name>       the column with the identifiers (detected); resolve takes this flag once per column
  --want <names>        what resolve looks for: company,mobilePhone,personalEmail,profile,workEmail ... (personalEmail)
  --out <csv>           the CSV to write (out/<name of the sheet>-enriched.csv, with a number if that exists)
  --skip-answered       skips rows of an enriched sheet that were not found, too; found rows are always skipped
  --dry-run             reports what a run would send and whether the account allows it; free, writes nothing
  --max-tokens <n>      tokens to spend before the remaining rows are deferred (0: no limit)
  --base-url <address>  a real account instead of the sandbox; its key is read from ${KEY_VARIABLE}
  --help                this text

Ctrl-C ends a run after the requests in flight, a second one at once. The answers so far are written next to --out,
with -stopped behind its name.
`;

const OPTIONS = {
	file: { type: 'string', default: EXAMPLE_SHEET },
	out: { type: 'string' },
	column: { type: 'string', multiple: true, default: [] as string[] },
	operation: { type: 'string', default: 'findBest' },
	want: { type: 'string' },
	'skip-answered': { type: 'boolean', default: false },
	'dry-run': { type: 'boolean', default: false },
	'max-tokens': { type: 'string', default: '0' },
	'base-url': { type: 'string' },
	help: { type: 'boolean' },
} as const;

export interface Flags extends SheetOperation {
	file: string;
	out?: string;
	columns: readonly string[];
	/** Undefined for the node's own default. */
	want?: string;
	skipAnswered: boolean;
	dryRun: boolean;
	maxTokens: number;
	/** A real account; undefined for the sandbox. */
	account?: { baseUrl: string; apiKey: string };
}

/** Returns undefined if the user needs help. @throws UserError */
export function readFlags(args: string[], env: Readonly<Record<string, string | undefined>>): Flags | undefined {
	// npm takes a flag before the two dashes for itself. Without it, a real run of the example sheet would follow.
	const taken = Object.keys(OPTIONS).find((name) => env[`npm_config_${name.replaceAll('-', '_')}`]);
	if (taken !== undefined && !args.some((arg) => arg.startsWith(`--${taken}`)))
		throw new UserError(`Write "npm start -- --${taken}": npm does not pass on a flag before the two dashes.`);
	const { help, file, out, column, operation, want, 'base-url': baseUrl, ...values } = parse(args);
	if (help) return undefined;
	if (!Object.hasOwn(OPERATIONS, operation))
		throw new UserError(`There is no operation "${operation}". Choose one of ${NAMES}.`);
	const maxTokens = values['max-tokens'];
	if (!/^\d{1,15}$/.test(maxTokens))
		throw new UserError(`--max-tokens must be a whole number from 0, not "${maxTokens}".`);
	const apiKey = env[KEY_VARIABLE];
	if (baseUrl !== undefined && !apiKey)
		throw new UserError(`--base-url needs the account's key in the environment variable ${KEY_VARIABLE}.`);
	return {
		...OPERATIONS[operation],
		file,
		out,
		columns: column,
		want,
		skipAnswered: values['skip-answered'],
		dryRun: values['dry-run'],
		maxTokens: Number(maxTokens),
		account: baseUrl !== undefined && apiKey ? { baseUrl, apiKey } : undefined,
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({ args, options: OPTIONS }).values;
	} catch (error) {
		throw new UserError(`${(error as Error).message.split(/\.\s/)[0]}. "npm start -- --help" lists the flags.`);
	}
}
