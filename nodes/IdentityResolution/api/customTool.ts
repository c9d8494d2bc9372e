import { z } from 'zod/v4';
import { columnsFrom } from './person/results';
import type { Tool } from './tool';

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
	columns: columnsFrom({}),
});
