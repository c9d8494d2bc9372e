import type { INodeProperties } from 'n8n-workflow';
import type { ZodType } from 'zod/v4';
import type { FlatRow } from '../../api/account/record';
import type { UsageForm } from '../../api/account/account';
import { COLUMN_NAMES, type Column } from '../../api/person/columns';
import { textFor } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { STATUSES } from '../../run/outcome';
import {
	BY_EMAIL,
	BY_EMAIL_OR_HASH,
	BY_HASHED_EMAIL,
	BY_IP,
	BY_LINKEDIN,
	INCLUDE_MOBILE_PHONE,
	NAME_FIELDS,
	type IdentifierField,
} from './identifierFields';
import { filterFields, LIMIT, RETURN_ALL, type Filter } from './searchFields';

interface Texts {
	resource: string;
	operation: string;
	/** Title Case, without the resource. */
	name: string;
	/** Sentence case, with the resource. AI agents read it, too. */
	action: string;
	description: string;
	/** When to choose this operation, for AI workflow builders; absent if its description says it. */
	builderHint?: string;
}

/** What the rows of an operation are looked up by. */
export type By =
	/** The identifier in one parameter. */
	| { is: 'identifier'; field: IdentifierField }
	/** All identifiers of a person, with several tools. */
	| { is: 'person' }
	| { is: 'name' }
	| { is: 'filters'; query: INodeProperties; filters: readonly Filter[] }
	/** A tool's name and a request body, which each row has. */
	| { is: 'body'; fields: readonly INodeProperties[] }
	/** Every row is invalid, because an error would pass rows on as done. */
	| { is: 'nothing'; why: string };

/** Adds columns to each row. */
export interface LookupOperation extends Texts {
	kind: 'lookup';
	by: By;
	/** Empty if each row names its own tool, so that there are no fixed columns of results. */
	tools: readonly Tool[];
}

/** Returns items about the account, with one request for all rows. */
export interface AccountOperation extends Texts {
	kind: 'account';
	tool: Tool;
	/** Its own parameters, without display options. */
	fields: readonly INodeProperties[];
	/** The shape of its items with default settings. */
	item: ZodType;
	/** A record as flat rows. */
	rows(results: unknown, form: UsageForm): FlatRow[];
}

export type Operation = LookupOperation | AccountOperation;

type Defaults = Pick<Tool, 'family' | 'reportsCharges' | 'requestFields'>;

/** A tool, with what most tools have in common. */
export const defineTool = (tool: Omit<Tool, keyof Defaults> & Partial<Defaults>): Tool => ({
	family: 'enrich',
	reportsCharges: 'unknown',
	requestFields: {},
	...tool,
});

/** The fields of results that the reference does not show. Of several for one column, the first with a value counts. */
export const usualNames = (names: Partial<Record<Column, readonly string[]>>) =>
	Object.fromEntries(
		COLUMN_NAMES.flatMap((column) => (names[column] ?? []).map((path) => [path, textFor(column)] as const)),
	);

/** How most tools accept LinkedIn URLs. */
export const LINKEDIN_BATCHES = {
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
} as const;

const lookupBy =
	(by: By) =>
	(tool: Tool, texts: Texts): LookupOperation => ({ kind: 'lookup', ...texts, by, tools: [tool] });

export const byLinkedin = lookupBy({ is: 'identifier', field: BY_LINKEDIN });
export const byEmail = lookupBy({ is: 'identifier', field: BY_EMAIL });
export const byHashedEmail = lookupBy({ is: 'identifier', field: BY_HASHED_EMAIL });
export const byIp = lookupBy({ is: 'identifier', field: BY_IP });
export const byName = lookupBy({ is: 'name' });
export const byFilters = (query: INodeProperties, filters: readonly Filter[]) =>
	lookupBy({ is: 'filters', query, filters });

/** The parameters of an operation that each row has for itself, without display options. */
export function fieldsOf(operation: Operation): readonly INodeProperties[] {
	if (operation.kind === 'account') return operation.fields;
	const { by, tools } = operation;
	switch (by.is) {
		case 'identifier':
			return tools[0].phoneFlag === undefined ? [by.field.parameter] : [by.field.parameter, INCLUDE_MOBILE_PHONE];
		case 'person':
			return [BY_LINKEDIN.parameter, BY_EMAIL_OR_HASH.parameter];
		case 'name':
			return NAME_FIELDS;
		case 'filters':
			return [by.query, RETURN_ALL, LIMIT, filterFields(by.filters)];
		case 'body':
			return by.fields;
		case 'nothing':
			return [];
	}
}

/** The parameters of an operation that contain an identifier each. */
export function identifierFieldsOf({ by }: LookupOperation): readonly IdentifierField[] {
	if (by.is === 'person') return [BY_LINKEDIN, BY_EMAIL_OR_HASH];
	return by.is === 'identifier' ? [by.field] : [];
}

/** The columns that any tool of an operation can fill, in their fixed order. */
export function columnsOf({ tools }: LookupOperation): Column[] {
	const filled = new Set(tools.flatMap(({ columns }) => columns.fillable));
	return COLUMN_NAMES.filter((column) => filled.has(column));
}

/** Whether emails can be hashed before they are sent. */
export const canHashEmails = (operation: LookupOperation): boolean =>
	identifierFieldsOf(operation).some(({ kind }) => kind === 'hem') &&
	operation.tools.some(({ requestFields: { email, hem } }) => email !== undefined && hem !== undefined);

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
