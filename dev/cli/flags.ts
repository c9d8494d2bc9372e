import { parseArgs } from 'node:util';
import { PREFIX } from './columns';

/** A problem that the user can fix; its message is one sentence. */
export class UserError extends Error {}

/** Matches column names that contain `word`, except the node's own columns in a sheet that was enriched before. */
const columnLike = (word: string) => new RegExp(`^(?!${PREFIX}).*(?:${word})`, 'is');

/** The operations for a sheet: n8n's resource, the parameter that the identifiers go to, and the usual name of their column. */
export const SHEET_OPERATIONS = {
	findBest: { resource: 'personalEmail', parameter: 'linkedinUrl', column: columnLike('linked') },
	findByLinkedin: { resource: 'businessProfile', parameter: 'linkedinUrl', column: columnLike('linked') },
	findByEmail: { resource: 'businessProfile', parameter: 'email', column: columnLike('e-?mail') },
	findByHashedEmail: { resource: 'businessProfile', parameter: 'hashedEmail', column: columnLike('md5|hash') },
} as const;

type SheetOperation = keyof typeof SHEET_OPERATIONS;
const OPERATIONS = Object.keys(SHEET_OPERATIONS) as SheetOperation[];

/** Synthetic people. */
export const EXAMPLE_SHEET = 'examples/contacts.csv';
export const KEY_VARIABLE = 'IDENTITY_RESOLUTION_API_KEY';

export const HELP = `npm start -- [flags]: runs a CSV through the node in n8n's own engine. Defaults in brackets.

  --file <csv>          the CSV to read (${EXAMPLE_SHEET})
  --operation <name>    ${OPERATIONS.join(', ')} (findBest)
  --column <name>       the column with the identifiers (detected by its name)
  --out <csv>           the CSV to write (out/<name of the sheet>-enriched.csv, with a number if that exists)
  --skip-answered       keeps rows of an enriched sheet whose enriched_status is found or not_found
  --dry-run             reports what a run would send and whether the account allows it; free, writes nothing
  --max-tokens <n>      tokens to spend before the remaining rows are deferred (0: no limit)
  --base-url <address>  a real account instead of the sandbox; its key is read from ${KEY_VARIABLE}
  --help                this text

Ctrl-C ends a run early and writes the answers so far next to --out, as <name>-stopped.csv.
`;

const OPTIONS = {
	file: { type: 'string', default: EXAMPLE_SHEET },
	out: { type: 'string' },
	column: { type: 'string' },
	operation: { type: 'string', default: 'findBest' },
	'skip-answered': { type: 'boolean', default: false },
	'dry-run': { type: 'boolean', default: false },
	'max-tokens': { type: 'string', default: '0' },
	'base-url': { type: 'string' },
	help: { type: 'boolean' },
} as const;

export interface Flags {
	file: string;
	out?: string;
	/** Undefined to detect the column by its name. */
	column?: string;
	operation: SheetOperation;
	skipAnswered: boolean;
	dryRun: boolean;
	/** 0 for no limit. */
	maxTokens: number;
	/** A real account; undefined for the sandbox. */
	account?: { baseUrl: string; apiKey: string };
}

/**
 * Reads the command line.
 * @returns undefined for `--help`
 * @throws UserError
 */
export function readFlags(args: string[], env: Record<string, string | undefined>): Flags | undefined {
	const { help, file, out, column, operation, ...values } = parse(args);
	if (help) return undefined;
	const maxTokens = values['max-tokens'];
	const baseUrl = values['base-url'];
	const apiKey = env[KEY_VARIABLE];
	if (!isOperation(operation))
		throw new UserError(`There is no operation "${operation}". Choose one of ${OPERATIONS.join(', ')}.`);
	if (!/^\d{1,15}$/.test(maxTokens))
		throw new UserError(`--max-tokens must be a whole number from 0, not "${maxTokens}".`);
	if (baseUrl !== undefined && !apiKey)
		throw new UserError(`--base-url needs the account's key in the environment variable ${KEY_VARIABLE}.`);
	return {
		file,
		out,
		column,
		operation,
		skipAnswered: values['skip-answered'],
		dryRun: values['dry-run'],
		maxTokens: Number(maxTokens),
		account: baseUrl !== undefined && apiKey ? { baseUrl, apiKey } : undefined,
	};
}

const isOperation = (name: string): name is SheetOperation => Object.hasOwn(SHEET_OPERATIONS, name);

function parse(args: string[]) {
	try {
		return parseArgs({ args, options: OPTIONS }).values;
	} catch (error) {
		throw new UserError(`${(error as Error).message.split('. ')[0]}. "npm start -- --help" lists the flags.`);
	}
}
