import { z, type ZodType } from 'zod/v4';

interface CellType {
	/** Newer versions of zod list the types of a column that may be null. */
	type: string | readonly string[];
	const?: unknown;
}

/** The types of each column, as the output schema shows them to n8n. */
const typesOf = (schema: ZodType): Array<[string, CellType[]]> => {
	const { properties } = z.toJSONSchema(schema) as { properties: Record<string, CellType & { anyOf?: CellType[] }> };
	return Object.entries(properties).map(([column, cell]) => [column, cell.anyOf ?? [cell]]);
};

export const columnsOf = (schema: ZodType): string[] => typesOf(schema).map(([column]) => column);

/** Whether a row has every column of the output schema, with a cell of its type. */
export const accepts = (schema: ZodType, row: Record<string, unknown>): boolean =>
	typesOf(schema).every(([column, types]) => types.some((type) => isOf(type, row[column])));

const isOf = (type: CellType, cell: unknown): boolean =>
	type.const === undefined ? [type.type].flat().includes(cell === null ? 'null' : typeof cell) : type.const === cell;
