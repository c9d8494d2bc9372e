import { ACCOUNT_ROW, accountRow, getAccount } from '../../api/account/account';
import { SIMPLIFY } from '../spec/identifierFields';
import type { AccountOperation } from '../spec/operation';

export const get: AccountOperation = {
	kind: 'account',
	operation: 'get',
	name: 'Get',
	action: 'Get account balance, plan and limits',
	description:
		"Get the account's status, plan, token balance and Fair Use windows. Free, one request per run.",
	tools: [getAccount],
	fields: [SIMPLIFY],
	item: ACCOUNT_ROW,
	rows: (results) => [accountRow(results)],
};
