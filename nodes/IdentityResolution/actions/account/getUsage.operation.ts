import { getUsage, USAGE_DAY_ROW, usageRows } from '../../api/account/account';
import type { AccountOperation } from '../spec/operation';
import { ITEM_PER_DAY, PERIOD, SIMPLIFY } from '../spec/accountFields';

export const getUsageReport: AccountOperation = {
	kind: 'account',
	resource: 'account',
	operation: 'getUsage',
	name: 'Get Usage',
	action: 'Get account usage by day',
	description: "Get the account's calls, tokens, hits and misses of a period. Free, one request per run and period.",
	tool: getUsage,
	fields: [PERIOD, SIMPLIFY, ITEM_PER_DAY],
	item: USAGE_DAY_ROW,
	rows: usageRows,
};
