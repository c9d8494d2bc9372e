import { flatSchema } from '../../api/account/flatRow';
import { readBody } from '../../api/identifiers/body';
import { getUsage as tool, USAGE_PERIODS } from '../../api/tools/account/getUsage';
import { tokensByDay, USAGE_DAY_COLUMNS, usageDays, usagePeriod } from '../../api/account/usageColumns';
import { lookupOf, singleLookup } from '../../run/lookup';
import { invalidExpression } from '../parameters/lookupRoute';
import type { AccountOperation } from '../operation';
import { isTruthy } from '../parameters/booleans';
import { readRowOption } from '../parameters/rowOption';
import { rawRecord, SIMPLIFY } from './simplify';

export const getUsageReport: AccountOperation = {
	kind: 'account',
	resource: 'account',
	operation: 'getUsage',
	name: 'Get Usage',
	action: 'Get account usage by day',
	description: "Get the account's calls, tokens, hits and misses of a period. Free, one request per run and period.",
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
		SIMPLIFY,
		{
			displayName: 'Item per Day',
			name: 'itemPerDay',
			type: 'boolean',
			default: true,
			displayOptions: { show: { simplify: [true] } },
			description: 'Whether to return one item for each day, or else one item with the totals of the period',
		},
	],
	route: (readParameter) => {
		const [simplify, perDay] = [readParameter('simplify'), readParameter('itemPerDay')];
		if (simplify.is === 'thrown') return invalidExpression('Simplify', simplify.why);
		if (perDay.is === 'thrown') return invalidExpression('Item per Day', perDay.why);
		const period = readRowOption('Period', readParameter('period'), USAGE_PERIODS);
		if (period.is === 'refused') return period.route;
		return singleLookup(lookupOf(tool, readBody({ period: period.value }), 'without'));
	},
	item: flatSchema(USAGE_DAY_COLUMNS),
	items: (answer, readParameter) => {
		const { results } = answer;
		const [simplify, perDay] = [readParameter('simplify'), readParameter('itemPerDay')];
		if (simplify.is === 'value' && !isTruthy(simplify.value)) return [rawRecord(answer)];
		return perDay.is === 'value' && isTruthy(perDay.value) ? usageDays(results) : [usagePeriod(results)];
	},
	agentItem: (answer, readParameter) => {
		const { results } = answer;
		const items = getUsageReport.items(answer, readParameter);
		// An item for each day of a month would be too long for an agent.
		return items.some((item) => 'date' in item)
			? { ...usagePeriod(results), tokens_by_day: tokensByDay(results) }
			: items[0];
	},
};
