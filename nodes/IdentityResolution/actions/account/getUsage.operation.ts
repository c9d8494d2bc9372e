import { z } from 'zod/v4';
import { readBody } from '../../api/identifiers/body';
import { field, isObject } from '../../api/json';
import { getUsage as tool, USAGE_PERIODS, usageDay } from '../../api/tools/getUsage';
import { lookupOf, settled, singleLookup } from '../../run/lookup';
import { notEvaluated } from '../ask';
import { isOn } from '../cells';
import type { AccountOperation } from '../operation';

export const getUsageReport: AccountOperation = {
	kind: 'account',
	resource: 'account',
	operation: 'getUsage',
	name: 'Get Usage',
	action: 'Get account usage by day',
	description: 'Get the account\'s calls, tokens, hits and misses of a period. Free, asked once per run and period.',
	tool,
	fields: [
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			default: 'today',
			description: 'The period to report',
			options: [
				{ name: 'Billing Cycle', value: 'billing_cycle' },
				{ name: 'Month', value: 'month' },
				{ name: 'Today', value: 'today' },
				{ name: 'Week', value: 'week' },
			],
		},
		{
			displayName: 'Item per Day',
			name: 'itemPerDay',
			type: 'boolean',
			default: true,
			description: 'Whether to return one item for each day, or else one item with the days and the totals',
		},
	],
	route: (cell) => {
		const period = cell('period');
		if (period.is === 'thrown') return notEvaluated('Period', period.why);
		const known = USAGE_PERIODS.find((name) => name === period.value);
		if (known) return singleLookup(lookupOf(tool, readBody({ period: known }), 'without'));
		return settled({ is: 'invalid', why: `Period must be one of ${USAGE_PERIODS.join(', ')}` });
	},
	item: usageDay.extend({ period: z.string() }),
	items: (results, cell) => {
		const days = field(results, 'days');
		const perDay = cell('itemPerDay');
		const whole = isObject(results) ? results : { results };
		if (!Array.isArray(days) || days.length === 0 || perDay.is === 'thrown' || !isOn(perDay.value)) return [whole];
		return days.map((day: unknown) => ({ period: field(results, 'period') ?? null, ...(isObject(day) ? day : { day }) }));
	},
};
