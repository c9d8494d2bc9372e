import { readBody } from '../../api/identifiers/body';
import { isObject } from '../../api/json';
import { getAccount as tool } from '../../api/tools/getAccount';
import { lookupOf, singleLookup } from '../../run/lookup';
import type { AccountOperation } from '../operation';

export const get: AccountOperation = {
	kind: 'account',
	resource: 'account',
	operation: 'get',
	name: 'Get',
	action: 'Get account balance, plan and limits',
	description: 'Get the account\'s status, plan, token balance and what its Fair Use windows have left. Free, asked once per run.',
	tool,
	fields: [],
	route: () => singleLookup(lookupOf(tool, readBody({}), 'without')),
	item: tool.result,
	items: (results) => [isObject(results) ? results : { results }],
};
