import { BILLING_ROW, billingRow, getBilling } from '../../api/account/account';
import type { AccountOperation } from '../spec/operation';
import { SIMPLIFY } from '../spec/accountFields';

export const getBillingRecord: AccountOperation = {
	kind: 'account',
	resource: 'account',
	operation: 'getBilling',
	name: 'Get Billing',
	action: 'Get account billing and prices',
	description:
		"Get the account's subscription, billing period and tokens per hit of each tool. Free, one request per run.",
	tool: getBilling,
	fields: [SIMPLIFY],
	item: BILLING_ROW,
	rows: (results) => [billingRow(results)],
};
