import { z } from 'zod/v4';
import type { Tool } from '../tool';

const TOOL_NAME = /^[a-z0-9_]+$/;

/** Whether a text can be the name of a tool: nothing in it can lead out of the base path. */
export const isToolName = (name: string) => TOOL_NAME.test(name);

/** A tool that the contract only names, or does not know: its body and results pass through as they are. */
export const customTool = (name: string): Tool => ({
	name,
	family: 'unknown',
	requestFields: {},
	// Unknown: so that a bound on tokens holds, it is taken for one that does, and asked singly until its price is
	// known.
	reportsCharges: true,
	result: z.unknown(),
	columns: { fields: {} },
});
