import { field, isObject, type JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { RunOptions } from './runOptions';
import type { Output, Variant } from './variants';

/** Columns that the workflow adds behind the node: the id of the input row that n8n links the item to, and the node's output. */
export const LINKED = 'soak_row';
export const OUTPUT = 'soak_output';

/** An item that the node returned. */
export interface OutputRow {
	/** Id of the row that it is linked to; null if it is linked to none. */
	linked: number | null;
	/** Its own id; null if the run omits input fields, or if it is an error. */
	id: number | null;
	output: Output;
	/** Null for an error. */
	status: string | null;
	isError: boolean;
	/** Whether an error contains the answers before it, for a resumed run. */
	hasResume: boolean;
	/** The values that identify a person: emails, their hashes, and profile URLs. Masked emails identify no person. */
	identifiers: readonly string[];
}

const EMAIL_FIELDS = ['email', 'personal_email'];
const PROFILE_FIELDS = ['linkedin_url', 'linkedinurl'];

/** @param json an item with the columns that the workflow added */
export function readOutputRow(
	json: JsonObject,
	{ operation: { kind } }: Variant,
	{ output, includeInputFields, options }: RunOptions,
): OutputRow {
	const column = (name: string) => json[`${includeInputFields ? options.columnPrefix : ''}${name}`];
	const status = column('status');
	const values =
		output === 'raw'
			? resultsIn(column('results'), kind === null).flatMap((result) =>
					[...EMAIL_FIELDS, ...PROFILE_FIELDS].map((name) => field(result, name)),
				)
			: [column('personal_email'), column('linkedin_url')];
	return {
		linked: numberOrNull(json[LINKED]),
		id: numberOrNull(json.id),
		output: json[OUTPUT] as Output,
		status: typeof status === 'string' ? status : null,
		isError: isObject(json.error),
		hasResume: typeof field(json.error, 'resume') === 'string',
		identifiers: values.filter(isIdentifier),
	};
}

/** Results of one tool, or of several by tool. */
function resultsIn(results: unknown, isByTool: boolean): unknown[] {
	if (!isByTool) return [results];
	return isObject(results) ? Object.values(results) : [];
}

const isIdentifier = (value: unknown): value is string =>
	typeof value === 'string' && value !== '' && !value.includes('*');

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);
