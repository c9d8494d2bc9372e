import { parseArgs } from 'node:util';
import { PREFIX } from './prefix';
import { SheetError } from './sheetError';

/** Not our own columns: the sheet may have been enriched before. */
const named = (like: string) => new RegExp(`^(?!${PREFIX}).*(?:${like})`, 'is');

/** What can be done with a sheet: the operation, its parameter, and how the column that feeds it is usually called. */
export const SHEET_OPERATIONS = {
	findBest: { resource: 'personalEmail', parameter: 'linkedinUrl', column: named('linked') },
	findByLinkedin: { resource: 'businessProfile', parameter: 'linkedinUrl', column: named('linked') },
	findByEmail: { resource: 'businessProfile', parameter: 'email', column: named('e-?mail') },
	findByHashedEmail: { resource: 'businessProfile', parameter: 'hashedEmail', column: named('md5|hash') },
} as const;

export type SheetOperation = keyof typeof SHEET_OPERATIONS;

export interface Flags {
	file: string;
	out: string | null;
	/** The column that holds the identifiers; null to find it by its name. */
	column: string | null;
	operation: SheetOperation;
	/** Whether rows that an earlier run was answered are left as they are. */
	skipAnswered: boolean;
	/** Whether the run is only planned: nothing is looked up, and no file is written. */
	dryRun: boolean;
	/** Tokens that the run may spend; 0 for no bound. */
	maxTokens: number;
	/** A real account; null for the sandbox. */
	account: { baseUrl: string; apiKey: string } | null;
}

/** Of people who are made up. */
export const EXAMPLE_SHEET = 'examples/contacts.csv';
export const KEY_VARIABLE = 'IDENTITY_RESOLUTION_API_KEY';

const OPERATIONS = Object.keys(SHEET_OPERATIONS) as SheetOperation[];

export const HELP = `npm start -- [flags]: runs a sheet through the node, in n8n's own engine. Defaults in brackets.

  --file <csv>          the sheet (${EXAMPLE_SHEET})
  --operation <name>    ${OPERATIONS.join(', ')} (findBest)
  --column <name>       the column with the identifiers (found by its name)
  --out <csv>           where the enriched sheet goes (out/<name of the sheet>-enriched.csv, with a number where that exists)
  --skip-answered       leaves rows of an enriched sheet as they are where enriched_status is found or not_found
  --dry-run             only says what a run would send and whether the account allows it; free, writes nothing
  --max-tokens <n>      tokens to spend before the rest is put off (0: no bound)
  --base-url <address>  a real account instead of the sandbox; its key is read from ${KEY_VARIABLE}
  --help                this text

Ctrl-C ends a run early: what was answered is written beside --out, as <name>-stopped.csv.
`;

/**
 * Reads the command line.
 * @returns null where only the help was asked for
 * @throws SheetError with one sentence for the user
 */
export function readFlags(args: string[], environment: Record<string, string | undefined>): Flags | null {
	const values = parse(args);
	if (values.help) return null;
	const operation = OPERATIONS.find((name) => name === (values.operation ?? 'findBest'));
	if (operation === undefined) {
		throw new SheetError(`There is no operation "${values.operation}". Choose one of ${OPERATIONS.join(', ')}.`);
	}
	return {
		file: values.file ?? EXAMPLE_SHEET,
		out: values.out ?? null,
		column: values.column ?? null,
		operation,
		skipAnswered: values['skip-answered'] ?? false,
		dryRun: values['dry-run'] ?? false,
		maxTokens: readMaxTokens(values['max-tokens']),
		account: readAccount(values['base-url'], environment[KEY_VARIABLE]),
	};
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
	file: text,
	out: text,
	column: text,
	operation: text,
	'skip-answered': flag,
	'dry-run': flag,
	'max-tokens': text,
	'base-url': text,
	help: flag,
} as const;

function parse(args: string[]) {
	try {
		return parseArgs({ args, options: OPTIONS }).values;
	} catch (error) {
		throw new SheetError(`${(error as Error).message.split('. ')[0]}. "npm start -- --help" lists the flags.`);
	}
}

function readMaxTokens(value = '0'): number {
	if (!/^\d{1,15}$/.test(value)) throw new SheetError(`--max-tokens must be a whole number from 0, not "${value}".`);
	return Number(value);
}

function readAccount(baseUrl: string | undefined, apiKey: string | undefined): Flags['account'] {
	if (baseUrl === undefined) return null;
	if (!apiKey)
		throw new SheetError(`--base-url needs the account's key in the environment variable ${KEY_VARIABLE}.`);
	return { baseUrl, apiKey };
}
