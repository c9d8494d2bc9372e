import { BILLING_ROW, billingRow, getBilling } from '../../api/account/billing';
import { SIMPLIFY } from '../spec/identifierFields';
import type { AccountOperation } from '../spec/operation';

export const getBillingRecord: AccountOperation = {
	kind: 'account',
	operation: 'getBilling',
	name: 'Get Billing',
	action: 'Get account billing and prices',
	description:
		"Get the account's subscription, billing period and tokens per hit of each tool. Free, one request per run.",
	tools: [getBilling],
	fields: [SIMPLIFY],
	item: BILLING_ROW,
	rows: (results) => [billingRow(results)],
};
