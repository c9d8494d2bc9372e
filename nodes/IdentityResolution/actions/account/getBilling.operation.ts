import { BILLING_COLUMNS, billingRow } from '../../api/account/billingColumns';
import { flatSchema } from '../../api/account/flatRow';
import { getBilling as tool } from '../../api/tools/account/getBilling';
import type { AccountOperation } from '../operation';
import { oneRecord } from './simplify';

const { items, ...parts } = oneRecord(tool, billingRow);

export const getBillingRecord: AccountOperation = {
	kind: 'account',
	resource: 'account',
	operation: 'getBilling',
	name: 'Get Billing',
	action: 'Get account billing and prices',
	description:
		"Get the account's subscription, billing period and tokens per hit of each tool. Free, one request per run.",
	...parts,
	items,
	item: flatSchema(BILLING_COLUMNS),
	agentItem: (answer, readParameter) => items(answer, readParameter)[0],
};
