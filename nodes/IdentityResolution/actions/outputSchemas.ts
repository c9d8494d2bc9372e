import { z, type ZodType } from 'zod/v4';
import { COLUMNS } from '../api/person/columns';
import type { WantName } from '../api/person/wants';
import { WANT } from './spec/identifierFields';
import type { Operation } from './spec/operation';
import { OPERATIONS } from './panel/operations';
import { DEFAULT_PREFIX } from './panel/settings';
import { ALL_CONTENT } from './write/content';
import { contentFor, layoutOf } from './write/rowShape';
import { STATUSES } from '../run/outcome';

/** The schemas of all items with default settings, for the editor's preview. */
export const outputSchemas = () =>
	OPERATIONS.map((operation) => ({
		resource: operation.resource,
		operation: operation.operation,
		schema: z.toJSONSchema(schemaOf(operation), {
			override: ({ jsonSchema }) => mergeTypes(jsonSchema),
		}),
	}));

function schemaOf(operation: Operation): ZodType {
	if (operation.kind === 'account') return operation.item;
	const wants = WANT.default as WantName[];
	const { simplified, own } = contentFor(operation, {
		...ALL_CONTENT,
		wants,
		output: 'simplified',
	});
	const data = operation.tools.length === 0 ? ['results', 'metadata'] : [...simplified, ...own];
	const layout = layoutOf(data, simplified).filter((column) => !RARE.includes(column));
	const typeOf = (column: string) => TYPES[column] ?? z.string().nullable();
	return z.looseObject(
		Object.fromEntries(layout.map((column) => [DEFAULT_PREFIX + column, typeOf(column)])),
	);
}

/** Columns that only some answers add. */
const RARE = ['service_error', 'next_page'];

/** The types of columns. All others are texts. */
const TYPES: Readonly<Record<string, ZodType | undefined>> = {
	...Object.fromEntries(Object.entries(COLUMNS).map(([column, { cell }]) => [column, cell])),
	status: z.enum(STATUSES),
	results: z.unknown(),
	metadata: z.unknown(),
	total: COLUMNS.company_revenue.cell,
};

/** Replaces `anyOf`, which n8n's editor does not read, by a list of types. */
function mergeTypes(schema: { anyOf?: object[]; type?: unknown }): void {
	const types = schema.anyOf?.flatMap((one) =>
		'type' in one ? (one.type as string | string[]) : [],
	);
	if (!types || types.length !== schema.anyOf?.length) return;
	delete schema.anyOf;
	schema.type = [...new Set(types)];
}
