import type { INodeProperties } from 'n8n-workflow';
import type { ZodType } from 'zod/v4';
import type { FlatRow, UsageForm } from '../../api/account';
import { COLUMN_NAMES, type Column } from '../../api/person/columns';
import { columnsFrom, textFor } from '../../api/person/results';
import { PAGE_OF_RESULTS } from '../../api/replies/searchResults';
import type { Tool } from '../../api/tool';
import { STATUSES } from '../../run/outcome';
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
import { filterFields, LIMIT, RETURN_ALL, type Filter } from './searchFields';

/** What every operation has. Its resource is in the table of resources. */
interface Described {
	operation: string;
	/** Title Case, without the resource. */
	name: string;
	/** Sentence case, with the resource. AI agents read it, too. */
	action: string;
	description: string;
	/** When to choose this operation, for AI workflow builders; absent if its description says it. */
	builderHint?: string;
	/** The parameters that each row has for itself, without display options. */
	fields: readonly INodeProperties[];
	/** Those of a lookup are empty if each row names its own tool, so that there are no fixed columns of results. */
	tools: readonly Tool[];
}

/** What the rows of an operation are looked up by. */
export type By =
	/** The identifier in one parameter. */
	| { is: 'identifier'; field: IdentifierField }
	/** All identifiers of a person, with several tools. */
	| { is: 'person' }
	| { is: 'name' }
	| { is: 'filters'; filters: readonly Filter[] }
	/** A tool's name and a request body, which each row has. */
	| { is: 'body' }
	/** Every row is invalid, because an error would pass rows on as done. */
	| { is: 'nothing'; why: string };

/** Adds columns to each row. */
export interface LookupOperation extends Described {
	kind: 'lookup';
	by: By;
}

/** Returns items about the account, with one request for all rows. */
export interface AccountOperation extends Described {
	kind: 'account';
	/** The shape of its items with default settings. */
	item: ZodType;
	/** A record as flat rows. */
	rows(results: unknown, form: UsageForm): FlatRow[];
}

export type Operation = LookupOperation | AccountOperation;

/** The end of a description. */
export const CHARGED = 'A hit is charged, a miss is free.';

/** What most tools have in common. */
const COMMON = { family: 'enrich', reportsCharges: 'unknown' } as const;

/** An operation with its tool. Most tools accept an identifier in the same field of the request. */
interface NewLookup extends Omit<Described, 'fields' | 'tools'> {
	tool: Omit<Tool, keyof typeof COMMON | 'requestFields'> & Partial<Tool>;
}

const lookupBy =
	(by: By, fields: readonly INodeProperties[], requestFields: Tool['requestFields'] = {}) =>
	({ tool, ...texts }: NewLookup): LookupOperation => ({
		kind: 'lookup',
		...texts,
		by,
		fields: tool.phoneFlag === undefined ? fields : [...fields, INCLUDE_MOBILE_PHONE],
		tools: [{ ...COMMON, requestFields, ...tool }],
	});

/** An empty only identifier is red before a run. n8n refuses to run then, so that one of several may be empty. */
const byIdentifier = (field: IdentifierField, requestFields: Tool['requestFields']) =>
	lookupBy({ is: 'identifier', field }, [{ ...field.parameter, required: true }], requestFields);

export const byLinkedin = byIdentifier(BY_LINKEDIN, { linkedin: 'linkedin_url' });
export const byEmail = byIdentifier(BY_EMAIL, { email: 'email' });
export const byHashedEmail = byIdentifier(BY_HASHED_EMAIL, { hem: 'md5' });
export const byIp = byIdentifier(BY_IP, { ip: 'ip_address' });
export const byName = lookupBy({ is: 'name' }, NAME_FIELDS);
export const byFilters = (query: INodeProperties, filters: readonly Filter[]) =>
	lookupBy({ is: 'filters', filters }, [query, RETURN_ALL, LIMIT, filterFields(filters)]);

/** How most tools accept several LinkedIn URLs. */
export const LINKEDIN_BATCHES = { batch: { field: 'linkedin_urls', max: 100 } };

/** The parts of a tool that searches page by page. @param shape the fields of one result */
export const pagesOf = (shape: Readonly<Record<string, ZodType>>) =>
	({
		family: 'search',
		search: { page: { max: 25 } },
		result: PAGE_OF_RESULTS,
		columns: columnsFrom(shape),
	}) as const;

/** The fields of results that the reference does not show. Of several for one column, the first with a value counts. */
export const usualNames = (names: Partial<Record<Column, readonly string[]>>) =>
	Object.fromEntries(
		COLUMN_NAMES.flatMap((column) => (names[column] ?? []).map((path) => [path, textFor(column)] as const)),
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

/** Whether emails can be hashed before they are sent. */
export const canHashEmails = ({ tools }: LookupOperation): boolean =>
	tools.some(({ requestFields: { email, hem } }) => email !== undefined && hem !== undefined);

export const choosesWants = ({ by }: LookupOperation): boolean => by.is === 'person';

/**
 * When the answers of an operation are kept in `resume`: if a row is unfinished, as only Resolve leaves rows; with *Use
 * Known Answers*; never, for results that may differ at any time.
 */
export function keepsAnswers({ by, tools }: LookupOperation): 'of_unfinished_rows' | 'if_known' | 'never' {
	if (by.is === 'person') return 'of_unfinished_rows';
	return tools.length === 0 || tools.some(({ search }) => search !== undefined) ? 'never' : 'if_known';
}

/** Columns about the result of a row. */
export const STATUS_COLUMNS = ['status', 'found', 'reason', 'retry_at', 'answered_at'] as const;

/** Columns that an operation adds to those of results. */
export const OWN_COLUMNS = ['sources', 'resume', 'person_key', 'total', 'next_page'] as const;

/** All data columns of all operations. */
export const DATA_COLUMNS: readonly string[] = [...COLUMN_NAMES, 'results', 'metadata', ...OWN_COLUMNS];

/** Columns that only some settings and answers add. */
export const OCCASIONAL_COLUMNS = ['lookup', 'service_error'] as const;

export const isOurStatus = (cell: unknown): boolean => STATUSES.some((status) => status === cell);
