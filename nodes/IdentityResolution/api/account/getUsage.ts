import { z } from 'zod/v4';
import { columnsFrom } from '../person/results';
import type { Tool } from '../tool';

export const USAGE_PERIODS = ['today', 'week', 'month', 'billing_cycle'] as const;

const counts = {
	calls: z.number(),
	tokens: z.number(),
	with_data: z.number(),
	without_data: z.number(),
	failed: z.number(),
};

export const getUsage: Tool = {
	name: 'get_usage',
	family: 'free',
	requestFields: {},
	reportsCharges: false,
	result: z.looseObject({
		period: z.string(),
		start_date: z.string(),
		end_date: z.string(),
		token_balance: z.number(),
		days: z.array(z.looseObject({ date: z.string(), ...counts })),
		totals: z.looseObject(counts),
	}),
	columns: columnsFrom({}),
};
