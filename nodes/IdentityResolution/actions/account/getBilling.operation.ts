import { billingRow } from '../../api/account/billingColumns';
import { flatSchema } from '../../api/account/flatRow';
import { BILLING_COLUMNS } from '../../api/account/billingColumns';
import { readBody } from '../../api/identifiers/body';
import { getBilling as tool } from '../../api/tools/account/getBilling';
import { lookupOf, singleLookup } from '../../run/lookup';
import { invalidExpression } from '../parameters/lookupRoute';
import type { AccountOperation } from '../operation';
import { isTruthy } from '../parameters/booleans';
import { rawRecord, SIMPLIFY } from './simplify';

export const getBillingRecord: AccountOperation = {
	kind: 'account',
	resource: 'account',
	operation: 'getBilling',
	name: 'Get Billing',
	action: 'Get account billing and prices',
	description:
		"Get the account's subscription, billing period and tokens per hit of each tool. Free, one request per run.",
	tool,
	fields: [SIMPLIFY],
	route: (readParameter) => {
		const simplify = readParameter('simplify');
		return simplify.is === 'thrown'
			? invalidExpression('Simplify', simplify.why)
			: singleLookup(lookupOf(tool, readBody({}), 'without'));
	},
	item: flatSchema(BILLING_COLUMNS),
	items: (results, readParameter) => {
		const simplify = readParameter('simplify');
		return simplify.is === 'value' && isTruthy(simplify.value) ? [billingRow(results)] : [rawRecord(results)];
	},
	agentItem: (results, readParameter) => getBillingRecord.items(results, readParameter)[0],
};
