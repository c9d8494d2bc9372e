import { parseArgs } from 'node:util';
import { WANT_NAMES, type WantName } from '../../nodes/IdentityResolution/api/person/wants';
import type { Kind } from './identifiers';

/** A problem that the user can fix; its message is one line. */
export class UserError extends Error {}

interface SheetOperationData {
	resource: string;
	operation: string;
	takes: readonly Kind[];
}

const LINKEDIN = ['linkedin'] as const;

/** The operations for a sheet: those of the node that users need most. */
export const SHEET_OPERATIONS = {
	findBest: { resource: 'personalEmail', operation: 'findBest', takes: LINKEDIN },
	findWorkEmail: { resource: 'workEmail', operation: 'findByLinkedin', takes: LINKEDIN },
	findMobilePhone: { resource: 'mobilePhone', operation: 'findByLinkedin', takes: LINKEDIN },
	findByLinkedin: { resource: 'businessProfile', operation: 'findByLinkedin', takes: LINKEDIN },
	findByEmail: { resource: 'businessProfile', operation: 'findByEmail', takes: ['email'] },
	findByHashedEmail: { resource: 'businessProfile', operation: 'findByHashedEmail', takes: ['hem'] },
	resolve: { resource: 'person', operation: 'resolve', takes: ['linkedin', 'email', 'hem'] },
} as const satisfies Record<string, SheetOperationData>;

type SheetOperation = keyof typeof SHEET_OPERATIONS;
export const OPERATIONS = Object.keys(SHEET_OPERATIONS) as SheetOperation[];

export const EXAMPLE_SHEET = 'examples/contacts.csv';
export const KEY_VARIABLE = 'IDENTITY_RESOLUTION_API_KEY';

export const HELP = `npm start -- [flags]: runs a CSV through the node in n8n's own engine. Defaults in brackets.

  --file <csv>          the CSV to read (${EXAMPLE_SHEET})
  --operation <name>    ${OPERATIONS.join(', ')} (findBest, for personal emails)
  --column <name>       the column with the identifiers (detected); resolve takes this flag once per column
  --want <names>        what resolve looks for: ${WANT_NAMES.join(',')} (personalEmail)
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

export interface Flags {
	file: string;
	out?: string;
	columns: string[];
	operation: SheetOperation;
	/** Undefined for the node's own default. */
	want?: readonly WantName[];
	skipAnswered: boolean;
	dryRun: boolean;
	maxTokens: number;
	/** A real account; undefined for the sandbox. */
	account?: { baseUrl: string; apiKey: string };
}

export function readFlags(args: string[], env: Record<string, string | undefined>): Flags | undefined {
	// npm takes a flag before the two dashes for itself. Without it, a real run of the example sheet would follow.
	const taken = Object.keys(OPTIONS).find((name) => env[`npm_config_${name.replaceAll('-', '_')}`]);
	if (taken !== undefined && !args.some((arg) => arg.startsWith(`--${taken}`)))
		throw new UserError(`Write "npm start -- --${taken}": npm does not pass on a flag before the two dashes.`);
	const { help, file, out, column: columns, operation, ...values } = parse(args);
	if (help) return undefined;
	const maxTokens = values['max-tokens'];
	const baseUrl = values['base-url'];
	const apiKey = env[KEY_VARIABLE];
	if (!isOperation(operation))
		throw new UserError(`There is no operation "${operation}". Choose one of ${OPERATIONS.join(', ')}.`);
	if (!/^\d{1,15}$/.test(maxTokens))
		throw new UserError(`--max-tokens must be a whole number from 0, not "${maxTokens}".`);
	if (out === '') throw new UserError('--out needs the name of a file.');
	if (baseUrl !== undefined && !apiKey)
		throw new UserError(`--base-url needs the account's key in the environment variable ${KEY_VARIABLE}.`);
	return {
		file,
		out,
		columns,
		operation,
		want: readWant(values.want, operation),
		skipAnswered: values['skip-answered'],
		dryRun: values['dry-run'],
		maxTokens: Number(maxTokens),
		account: baseUrl !== undefined && apiKey ? { baseUrl, apiKey } : undefined,
	};
}

function readWant(names: string | undefined, operation: SheetOperation): WantName[] | undefined {
	if (names === undefined) return undefined;
	if (operation !== 'resolve') throw new UserError('--want needs --operation resolve.');
	return names.split(',').map((name) => {
		const want = WANT_NAMES.find((one) => one === name.trim());
		if (want === undefined) throw new UserError(`--want must be of ${WANT_NAMES.join(', ')}, not "${name}".`);
		return want;
	});
}

const isOperation = (name: string): name is SheetOperation => Object.hasOwn(SHEET_OPERATIONS, name);

function parse(args: string[]) {
	try {
		return parseArgs({ args, options: OPTIONS }).values;
	} catch (error) {
		throw new UserError(`${(error as Error).message.split(/\.\s/)[0]}. "npm start -- --help" lists the flags.`);
	}
}
