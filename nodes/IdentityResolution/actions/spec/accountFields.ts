import type { INodeProperties } from 'n8n-workflow';

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

export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const ITEM_PER_DAY: INodeProperties = {
	displayName: 'Item per Day',
	name: 'itemPerDay',
	type: 'boolean',
	default: true,
	displayOptions: { show: { simplify: [true] } },
	description: 'Whether to return one item for each day, or else one item with the totals of the period',
};
