import { z } from 'zod/v4';
import type { FieldKind, Tool } from '../tool';

const TOOL_NAME = /^[a-z0-9_]+$/;

/** Whether a text is a possible tool name, which can't change the path of the URL. */
export const isToolName = (name: string) => TOOL_NAME.test(name);

/** A tool without data in this package. Its body and results are passed through. */
export const customTool = (name: string): Tool => ({
	name,
	family: 'unknown',
	requestFields: {},
	// Unknown. Assuming charges keeps Max Tokens, because lookups are sent one by one until the price is known.
	reportsCharges: true,
	result: z.unknown(),
	columns: { fields: {} },
});

/** A tool without data in this package, of which the user knows the request fields. */
export const describedTool = (name: string, kind: FieldKind, field: string, batchField: string): Tool => ({
	...customTool(name),
	requestFields: { [kind]: field },
	...(batchField !== '' && { batch: { field: batchField, max: MAX_BATCH } }),
});

/** As for the tools that the contract specifies. */
const MAX_BATCH = 100;
