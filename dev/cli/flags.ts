import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { PREFIX } from './columns';
import { UserError } from './userError';

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

const noSuchOperation = ({ input }: { input?: unknown }) =>
	`There is no operation "${String(input)}". Choose one of ${OPERATIONS.join(', ')}.`;
const notACount = ({ input }: { input?: unknown }) =>
	`--max-tokens must be a whole number from 0, not "${String(input)}".`;

const FLAGS = z
	.object({
		file: z.string().default(EXAMPLE_SHEET),
		out: z.string().optional(),
		column: z.string().optional(),
		operation: z.enum(OPERATIONS, { error: noSuchOperation }).default('findBest'),
		'skip-answered': z.boolean().default(false),
		'dry-run': z.boolean().default(false),
		'max-tokens': z
			.string()
			.regex(/^\d{1,15}$/, { error: notACount })
			.default('0')
			.transform(Number),
		'base-url': z.string().optional(),
		key: z.string().optional(),
	})
	.refine((values) => values['base-url'] === undefined || values.key, {
		error: `--base-url needs the account's key in the environment variable ${KEY_VARIABLE}.`,
	})
	.transform(({ key = '', 'base-url': baseUrl, ...values }) => ({
		file: values.file,
		out: values.out,
		/** Undefined to detect the column by its name. */
		column: values.column,
		operation: values.operation,
		skipAnswered: values['skip-answered'],
		dryRun: values['dry-run'],
		/** 0 for no limit. */
		maxTokens: values['max-tokens'],
		/** A real account; undefined for the sandbox. */
		account: baseUrl === undefined ? undefined : { baseUrl, apiKey: key },
	}));

export type Flags = z.output<typeof FLAGS>;

/**
 * Reads the command line.
 * @returns undefined for `--help`
 * @throws UserError
 */
export function readFlags(args: string[], env: Record<string, string | undefined>): Flags | undefined {
	const { help, ...values } = parse(args);
	if (help) return undefined;
	const { data, error } = FLAGS.safeParse({ ...values, key: env[KEY_VARIABLE] });
	if (error) throw new UserError(error.issues[0].message);
	return data;
}

function parse(args: string[]) {
	try {
		return parseArgs({ args, options: OPTIONS }).values;
	} catch (error) {
		throw new UserError(`${(error as Error).message.split('. ')[0]}. "npm start -- --help" lists the flags.`);
	}
}
