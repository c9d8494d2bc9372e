import type { INodeParameters } from 'n8n-workflow';
import { readHem } from '../../nodes/IdentityResolution/api/identifiers/hem';
import { readLinkedin } from '../../nodes/IdentityResolution/api/identifiers/linkedin';
import { UserError, type Flags } from './flags';
import { PREFIX, type Sheet } from './sheet';

/** A field of the node: the usual titles of its column, and whether a cell is for it beyond doubt. */
interface Field {
	words: string;
	titles: RegExp;
	holds(cell: string): boolean;
}

const holdsAddress = (cell: string, kinds: readonly string[]): boolean => {
	const reading = readHem(cell);
	return reading.is === 'identifier' && kinds.includes(reading.identifier.kind);
};

export const FIELDS = {
	linkedinUrl: {
		words: 'LinkedIn profiles',
		titles: /linked/i,
		holds: (cell) => /linkedin\.com\//i.test(cell) && readLinkedin(cell).is === 'identifier',
	},
	email: { words: 'emails', titles: /e-?mail/i, holds: (cell) => holdsAddress(cell, ['email']) },
	hashedEmail: { words: 'MD5 hashes', titles: /md5|hash/i, holds: (cell) => holdsAddress(cell, ['hem', 'email']) },
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;

/** Returns the column for each field of an operation that has one. @throws UserError if there is none */
export function columnsFor(
	sheet: Sheet,
	fields: readonly FieldName[],
	named: readonly string[],
): Partial<Record<FieldName, string>> {
	const missing = named.find((name) => !sheet.columns.includes(name));
	if (missing !== undefined)
		throw new UserError(`There is no column "${missing}". The columns are: ${sheet.columns.join(', ')}.`);
	const candidates = named.length > 0 ? named : sheet.columns.filter((name) => !name.startsWith(PREFIX));
	const found = fields.map((field) => [field, likeliest(sheet, field, candidates)] as const);
	if (fields.length === 1 && named.length === 1) return { [fields[0]]: named[0] };
	if (found.every(([, column]) => column === undefined)) {
		const words = fields.map((field) => FIELDS[field].words).join(' or ');
		throw new UserError(`No column holds ${words}. Name it with --column, or choose another --operation.`);
	}
	return Object.fromEntries(found.filter(([, column]) => column !== undefined));
}

/** Returns the column with most cells for a field, among those with a usual title if there are any. */
function likeliest({ rows }: Sheet, name: FieldName, candidates: readonly string[]): string | undefined {
	const field: Field = FIELDS[name];
	const counted = candidates
		.map((column) => ({ column, cells: rows.filter((row) => field.holds(String(row[column]))).length }))
		.filter(({ cells }) => cells > 0)
		.sort((one, other) => other.cells - one.cells);
	return (counted.find(({ column }) => field.titles.test(column)) ?? counted.at(0))?.column;
}

/** Seconds to wait for a limit; the node's own default. */
export const MAX_WAIT = 120;

export function parametersOf(flags: Flags, columns: Partial<Record<FieldName, string>>): INodeParameters {
	const { resource, operation, want, skipAnswered, dryRun, maxTokens } = flags;
	return {
		resource,
		operation,
		...Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, expressionOf(column)])),
		...(want === undefined ? {} : { want: want.split(',') }),
		output: 'everything',
		options: {
			dryRun,
			maxTokens,
			maxWait: MAX_WAIT,
			...(skipAnswered ? { rowsAnsweredBefore: 'skipAnswered' } : {}),
		},
	};
}

/** Braces could end the expression, and n8n's parser treats the last two characters as line ends. */
const UNSAFE = /[{}\u2028\u2029]/g;

function expressionOf(column: string): string {
	const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return `={{ $json[${JSON.stringify(column).replace(UNSAFE, escape)}] }}`;
}
