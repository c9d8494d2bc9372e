import { ACCOUNT_COLUMNS, accountRow } from '../../api/account/accountColumns';
import { flatSchema } from '../../api/account/flatRow';
import { readBody } from '../../api/identifiers/body';
import { getAccount as tool } from '../../api/tools/account/getAccount';
import { lookupOf, singleLookup } from '../../run/lookup';
import { invalidExpression } from '../parameters/lookupRoute';
import type { AccountOperation } from '../operation';
import { isTruthy } from '../parameters/booleans';
import { rawRecord, SIMPLIFY } from './simplify';

export const get: AccountOperation = {
	kind: 'account',
	resource: 'account',
	operation: 'get',
	name: 'Get',
	action: 'Get account balance, plan and limits',
	description: "Get the account's status, plan, token balance and Fair Use windows. Free, one request per run.",
	tool,
	fields: [SIMPLIFY],
	route: (readParameter) => {
		const simplify = readParameter('simplify');
		return simplify.is === 'thrown'
			? invalidExpression('Simplify', simplify.why)
			: singleLookup(lookupOf(tool, readBody({}), 'without'));
	},
	item: flatSchema(ACCOUNT_COLUMNS),
	items: (results, readParameter) => {
		const simplify = readParameter('simplify');
		if (simplify.is === 'value' && isTruthy(simplify.value)) return [accountRow(results)];
		return [rawRecord(results)];
	},
	agentItem: (results, readParameter) => {
		const [item] = get.items(results, readParameter);
		// Limit and remaining say the same.
		return Object.fromEntries(Object.entries(item).filter(([column]) => !column.endsWith('_used')));
	},
};
