import { z, type ZodType } from 'zod/v4';
import type { WantName } from '../api/person/wants';
import { layoutOf, RULES } from './spec/columns';
import { WANT } from './spec/identifierFields';
import type { Operation } from './spec/operation';
import { OPERATIONS } from './panel/operations';
import { DEFAULT_PREFIX } from './panel/settings';
import { ALL_CONTENT } from './write/content';
import { contentFor } from './write/rowShape';

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
	const cells = layoutOf(data, simplified).flatMap((column) => {
		const rules = RULES.get(column);
		if (rules === undefined || rules.isRare) return [];
		return [[DEFAULT_PREFIX + column, rules.cell ?? z.string().nullable()] as const];
	});
	return z.looseObject(Object.fromEntries(cells));
}

/** Replaces `anyOf`, which n8n's editor does not read, by a list of types. */
function mergeTypes(schema: { anyOf?: object[]; type?: unknown }): void {
	const types = schema.anyOf?.flatMap((one) =>
		'type' in one ? (one.type as string | string[]) : [],
	);
	if (!types || types.length !== schema.anyOf?.length) return;
	delete schema.anyOf;
	schema.type = [...new Set(types)];
}
