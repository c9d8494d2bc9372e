import { z } from 'zod/v4';
import { columnsFrom } from '../person/results';
import type { Tool } from '../tool';

/** The contract does not have it, so that a service may answer 404. */
export const getBilling: Tool = {
	name: 'get_billing',
	family: 'free',
	requestFields: {},
	reportsCharges: false,
	result: z.looseObject({ token_costs: z.record(z.string(), z.unknown()).nullable().optional() }),
	columns: columnsFrom({}),
};
