import { z, type ZodType } from 'zod/v4';
import { COLUMNS, type Column } from '../api/person/columns';
import type { WantName } from '../api/person/wants';
import { WANT } from './spec/identifierFields';
import type { Operation } from './spec/operation';
import { OPERATIONS } from './panel/operations';
import { DEFAULT_PREFIX } from './panel/settings';
import { ALL_CONTENT, type ContentSettings } from './write/content';
import { contentFor, laidOut, layoutOf } from './write/rowShape';
import { STATUSES } from '../run/outcome';

/** The schema of an operation's items with default settings, for the editor's preview. */
export interface OutputSchema {
	resource: string;
	operation: string;
	schema: object;
}

const STATUS = {
	status: z.enum(STATUSES),
	found: z.boolean().nullable(),
	reason: z.string().nullable(),
	retry_at: z.string().nullable(),
	answered_at: z.string().nullable(),
};

export const outputSchemas = (): OutputSchema[] =>
	OPERATIONS.map((operation) => ({
		resource: operation.resource,
		operation: operation.operation,
		schema: z.toJSONSchema(schemaOf(operation), { override: ({ jsonSchema }) => mergeTypes(jsonSchema) }),
	}));

const DEFAULT_SETTINGS: ContentSettings = {
	...ALL_CONTENT,
	wants: WANT.default as WantName[],
	columns: 'wanted',
};

function schemaOf(operation: Operation): ZodType {
	if (operation.kind === 'account') return operation.item;
	const { columns, own, lead } = contentFor(operation, DEFAULT_SETTINGS);
	const cells = operation.tools.length === 0 ? RAW : { ...simplified(columns), ...texts(own) };
	const layout = layoutOf(Object.keys(cells), lead);
	return z.looseObject(prefixed(Object.fromEntries(laidOut({ layout }, STATUS, cells)) as Record<string, ZodType>));
}

const RAW = { results: z.unknown(), metadata: z.unknown() };

const texts = (columns: readonly string[]): Record<string, ZodType> =>
	Object.fromEntries(
		columns.map((column) => [column, column === 'total' ? COLUMNS.company_revenue.cell : z.string().nullable()]),
	);

const simplified = (columns: readonly Column[]): Record<string, ZodType> =>
	Object.fromEntries(columns.map((column) => [column, COLUMNS[column].cell]));

const prefixed = (shape: Record<string, ZodType>): Record<string, ZodType> =>
	Object.fromEntries(Object.entries(shape).map(([name, type]) => [DEFAULT_PREFIX + name, type]));

/** Replaces `anyOf`, which n8n's editor does not read, by a list of types. */
function mergeTypes(schema: { anyOf?: object[]; type?: unknown }): void {
	const types = schema.anyOf?.flatMap((one) => ('type' in one ? (one.type as string | string[]) : []));
	if (!types || types.length !== schema.anyOf?.length) return;
	delete schema.anyOf;
	schema.type = [...new Set(types)];
}
