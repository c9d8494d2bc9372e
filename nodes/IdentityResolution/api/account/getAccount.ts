import { z } from 'zod/v4';
import { columnsFrom } from '../person/results';
import type { Tool } from '../tool';

const window = z.looseObject({
	limit: z.number(),
	used: z.number(),
	remaining: z.number(),
	resets_at: z.string().nullable(),
});

const family = z.looseObject({
	records: z.looseObject({ '5h': window, '1w': window }),
	requests: z.looseObject({ '5h': window }),
});

export const getAccount: Tool = {
	name: 'get_account',
	family: 'free',
	requestFields: {},
	reportsCharges: false,
	result: z.looseObject({
		id: z.string(),
		name: z.string(),
		status: z.string(),
		plan: z.string(),
		token_balance: z.number(),
		unlimited: z.boolean(),
		personal_email_available: z.boolean(),
		fair_use: z.looseObject({ enrich: family, search: family }),
		api_key_count: z.number(),
		user_count: z.number(),
		created_at: z.string(),
	}),
	columns: columnsFrom({}),
};
