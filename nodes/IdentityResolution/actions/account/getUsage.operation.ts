import type { INodeProperties } from 'n8n-workflow';
import { getUsage, USAGE_DAY_ROW, usageRows } from '../../api/account/usage';
import { SIMPLIFY, switchField } from '../spec/identifierFields';
import type { AccountOperation } from '../spec/operation';

export const PERIOD: INodeProperties = {
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
};

const ITEM_PER_DAY: INodeProperties = {
	...switchField(
		'itemPerDay',
		'Item per Day',
		'Whether to return one item for each day, or else one item with the totals of the period',
	),
	default: true,
	displayOptions: { show: { simplify: [true] } },
};

export const getUsageReport: AccountOperation = {
	kind: 'account',
	operation: 'getUsage',
	name: 'Get Usage',
	action: 'Get account usage by day',
	description:
		"Get the account's calls, tokens, hits and misses of a period. Free, one request per run and period.",
	tools: [getUsage],
	fields: [PERIOD, SIMPLIFY, ITEM_PER_DAY],
	item: USAGE_DAY_ROW,
	rows: usageRows,
};
