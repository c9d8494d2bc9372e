import { field, isObject, type JsonObject } from '../../nodes/IdentityResolution/api/json';
import { profileOf, type Contact } from './contacts';
import type { Operation } from './operations';
import type { RunOptions } from './runOptions';
import type { Output } from './variants';

/** Columns that the workflow adds behind the node: the row that n8n links an item to, and the output that it left on. */
export const LINKED = 'soak_row';
export const LEFT_ON = 'soak_output';

/** A row as it came out of a run. */
export interface CameOut {
	/** The id of the row that it is linked to; null where it is linked to none. */
	linked: number | null;
	/** Its own id; null where the run leaves the fields of its input out, or it is an error. */
	id: number | null;
	output: Output;
	/** Null where it has none: it is an error, or nothing that the node made. */
	status: string | null;
	isError: boolean;
	/** Whether an error brings along what was answered before it. */
	hasResume: boolean;
	/** What its columns tell of a person. Masked e-mails tell too little. */
	told: { emails: readonly string[]; profiles: readonly string[] };
}

/** @param json an item that came out, with the columns of the workflow */
export function readCameOut(
	json: JsonObject,
	{ kind }: Operation,
	{ output, includeInputFields, options }: RunOptions,
): CameOut {
	const prefix = includeInputFields ? options.columnPrefix : '';
	const status = json[`${prefix}status`];
	const isError = isObject(json.error);
	return {
		linked: numberOrNull(json[LINKED]),
		id: numberOrNull(json.id),
		output: json[LEFT_ON] as Output,
		status: typeof status === 'string' ? status : null,
		isError,
		hasResume: typeof field(json.error, 'resume') === 'string',
		told:
			output === 'raw'
				? toldRaw(resultsIn(json[`${prefix}results`], kind))
				: toldIn([json[`${prefix}personal_email`]], [json[`${prefix}linkedin_url`]]),
	};
}

const EMAIL_FIELDS = ['email', 'personal_email'];
const PROFILE_FIELDS = ['linkedin_url', 'linkedinurl'];

/** Of one tool, or of each of several by their names. */
function resultsIn(results: unknown, kind: Operation['kind']): unknown[] {
	if (kind !== null) return [results];
	return isObject(results) ? Object.values(results) : [];
}

function toldRaw(results: readonly unknown[]): CameOut['told'] {
	const of = (names: readonly string[]) => results.flatMap((one) => names.map((name) => field(one, name)));
	return toldIn(of(EMAIL_FIELDS), of(PROFILE_FIELDS));
}

const toldIn = (emails: readonly unknown[], profiles: readonly unknown[]): CameOut['told'] => ({
	emails: emails.filter(isText).filter((email) => !email.includes('*')),
	profiles: profiles.filter(isText),
});

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);

/** Whether all that a row tells is of its own person. */
export const isAbout = ({ emails, profiles }: CameOut['told'], contact: Contact): boolean =>
	emails.every((email) => email === contact.email || email === contact.hash) &&
	profiles.every((profile) => profile === profileOf(contact));

export const tellsNothing = ({ emails, profiles }: CameOut['told']): boolean => emails.length + profiles.length === 0;
