import { ACCOUNT_COLUMNS, accountRow } from '../../api/account/accountColumns';
import { flatSchema } from '../../api/account/flatRow';
import { getAccount as tool } from '../../api/tools/account/getAccount';
import type { AccountOperation } from '../operation';
import { oneRecord } from './simplify';

const { items, ...parts } = oneRecord(tool, accountRow);

export const get: AccountOperation = {
	kind: 'account',
	resource: 'account',
	operation: 'get',
	name: 'Get',
	action: 'Get account balance, plan and limits',
	description: "Get the account's status, plan, token balance and Fair Use windows. Free, one request per run.",
	...parts,
	items,
	item: flatSchema(ACCOUNT_COLUMNS),
	agentItem: (answer, readParameter) => {
		const [item] = items(answer, readParameter);
		// Limit and remaining say the same.
		return Object.fromEntries(Object.entries(item).filter(([column]) => !column.endsWith('_used')));
	},
};
