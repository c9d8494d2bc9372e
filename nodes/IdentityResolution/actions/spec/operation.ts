import type { INodeProperties } from 'n8n-workflow';
import type { ZodType } from 'zod/v4';
import type { FlatRow } from '../../api/account/cells';
import type { UsageForm } from '../../api/account/usage';
import { COLUMN_NAMES, EMAILS, withGrades, type Column } from '../../api/person/columns';
import { textFor } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import {
	BY_EMAIL,
	BY_HASHED_EMAIL,
	BY_IP,
	BY_LINKEDIN,
	INCLUDE_MOBILE_PHONE,
	NAME_FIELDS,
	PERSON_FIELDS,
	type IdentifierField,
} from './identifierFields';

/** What every operation has. Its resource is in the table of resources. */
export interface Described {
	operation: string;
	/** Title Case, without the resource. */
	name: string;
	/** Sentence case, with the resource. AI agents read it, too. */
	action: string;
	description: string;
	/**
	 * When to choose this operation, for AI workflow builders; absent if its description says it.
	 */
	builderHint?: string;
	/** The parameters that each row has for itself, without display options. */
	fields: readonly INodeProperties[];
	/**
	 * Those of a lookup are empty if each row names its own tool, so that there are no fixed
	 * columns of results.
	 */
	tools: readonly Tool[];
}

/** What the rows of an operation are looked up by. */
export type By =
	| { is: 'identifier'; field: IdentifierField }
	/** All identifiers of a person, with several tools. */
	| { is: 'person' }
	| { is: 'name' }
	| { is: 'filters'; query: INodeProperties; filters: readonly INodeProperties[] }
	/** A tool's name and a request body, which each row has. */
	| { is: 'body' }
	/** Every row is invalid, because an error would pass rows on as done. */
	| { is: 'nothing'; why: string };

/** Adds columns to each row. */
export interface LookupOperation extends Described {
	kind: 'lookup';
	by: By;
	/**
	 * The columns of *Simplified* besides those about the status, at most five; absent if they
	 * depend on the wants.
	 */
	simplified?: readonly Column[];
	/**
	 * The columns that the operation is for: one filled is enough. What the tool is bought for if
	 * absent.
	 */
	purpose?: readonly Column[];
	/** What takes the place of another of them if the phone is requested. */
	withPhone?: { column: Column; insteadOf: Column };
}

/** Returns items about the account, with one request for all rows. */
export interface AccountOperation extends Described {
	kind: 'account';
	/** The shape of its items with default settings. */
	item: ZodType;
	rows(results: unknown, form: UsageForm): FlatRow[];
}

export type Operation = LookupOperation | AccountOperation;

/** The end of a description. */
export const CHARGED = 'A hit is charged, a miss is free.';

/** What the operations that look up by the same have in common. */
type Common = Pick<LookupOperation, 'operation' | 'name' | 'by' | 'fields'>;

/** What an operation adds; also its own name if several look up by the same in a resource. */
interface NewLookup
	extends
		Omit<Described, keyof Common | 'tools'>,
		Partial<Pick<Common, 'operation' | 'name'>>,
		Pick<LookupOperation, 'simplified' | 'purpose'> {
	tool: Omit<Tool, 'family' | 'requestFields'> & Partial<Tool>;
}

const PHONE_INSTEAD = { column: 'mobile_phone', insteadOf: 'company_domain' } as const;

export const lookupBy =
	(common: Common, requestFields: Tool['requestFields'] = {}) =>
	({ tool, ...own }: NewLookup): LookupOperation => ({
		kind: 'lookup',
		...common,
		simplified: withGrades(tool.columns.boughtFor ?? tool.columns.fillable),
		purpose: tool.columns.boughtFor ?? tool.columns.fillable,
		...(tool.phoneFlag !== undefined && { withPhone: PHONE_INSTEAD }),
		...own,
		fields:
			tool.phoneFlag === undefined ? common.fields : [...common.fields, INCLUDE_MOBILE_PHONE],
		tools: [{ family: 'enrich', requestFields, ...tool }],
	});

/** @param requestField in which most tools accept the identifier */
function byIdentifier(
	operation: string,
	name: string,
	field: IdentifierField,
	requestField: string,
) {
	// An empty only identifier is red before a run. n8n refuses to run then, so that one of several
	// may be empty.
	const fields = [{ ...field.parameter, required: true }];
	return lookupBy(
		{ operation, name, by: { is: 'identifier', field }, fields },
		{ [field.kind]: requestField },
	);
}

export const byLinkedin = byIdentifier(
	'findByLinkedin',
	'Find by LinkedIn URL',
	BY_LINKEDIN,
	'linkedin_url',
);
export const byEmail = byIdentifier('findByEmail', 'Find by Email', BY_EMAIL, 'email');
export const byHashedEmail = byIdentifier(
	'findByHashedEmail',
	'Find by Hashed Email',
	BY_HASHED_EMAIL,
	'md5',
);
export const byIp = byIdentifier('findByIp', 'Find by IP Address', BY_IP, 'ip_address');
export const byName = lookupBy({
	operation: 'findByName',
	name: 'Find by Name',
	by: { is: 'name' },
	fields: NAME_FIELDS,
});

/** How most tools accept several LinkedIn URLs. */
export const LINKEDIN_BATCHES = { batch: { field: 'linkedin_urls', max: 100 } };

/**
 * The fields of results that the reference does not show. Of several for one column, the first with
 * a value counts.
 */
export const usualNames = (names: Partial<Record<Column, readonly string[]>>) =>
	Object.fromEntries(
		COLUMN_NAMES.flatMap((column) =>
			(names[column] ?? []).map((path) => [path, textFor(column)] as const),
		),
	);

/** The parameters of an operation that contain an identifier each. */
export function identifierFieldsOf({ by }: LookupOperation): readonly IdentifierField[] {
	if (by.is === 'person') return PERSON_FIELDS;
	return by.is === 'identifier' ? [by.field] : [];
}

/** The columns that any tool of an operation can fill, in their fixed order. */
export function columnsOf({ tools }: LookupOperation): Column[] {
	const filled = new Set(tools.flatMap(({ columns }) => columns.fillable));
	return COLUMN_NAMES.filter((column) => filled.has(column));
}

/**
 * The columns of which one filled has what an operation is for: with *Selected Fields*, of those
 * that are shown.
 */
export function purposeOf(
	{ purpose = [] }: LookupOperation,
	{ output, fields }: { output: string; fields: readonly Column[] },
): readonly Column[] {
	if (output !== 'selected') return purpose;
	const chosen = purpose.filter((column) => fields.includes(column));
	return chosen.length > 0 ? chosen : fields;
}

/** Whether a tool of the operation returns grades of emails. */
export const returnsGrades = ({ tools }: LookupOperation): boolean =>
	tools.some(({ columns }) =>
		EMAILS.some(({ riskScore }) => columns.fillable.includes(riskScore)),
	);

export const canHashEmails = ({ tools }: LookupOperation): boolean =>
	tools.some(({ requestFields: { email, hem } }) => email !== undefined && hem !== undefined);

export const choosesWants = ({ by }: LookupOperation): boolean => by.is === 'person';

/**
 * Whether later runs may know the answers of an operation. Other results may differ at any time.
 */
export const keepsAnswers = ({ tools }: LookupOperation): boolean =>
	tools.length > 0 && tools.every(({ search }) => search === undefined);
