import { z } from 'zod/v4';
import type { Tool } from '../../tool';

/** Its results are a list. The public reference does not show the entries. */
export const emailToMaid: Tool = {
	name: 'email_to_maid',
	family: 'enrich',
	requestFields: { email: 'email' },
	listResult: true,
	reportsCharges: 'unknown',
	result: z.array(z.unknown()),
	columns: {
		entry: (results) => (Array.isArray(results) ? { ids: results } : results),
		fields: { mobile_ad_ids: 'ids' },
	},
};
