import type { INodePropertyOptions } from 'n8n-workflow';
import { get } from '../../../nodes/IdentityResolution/actions/account/get.operation';
import { getUsageReport } from '../../../nodes/IdentityResolution/actions/account/getUsage.operation';
import type { AccountOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import { outputSchemas } from '../../../nodes/IdentityResolution/actions/outputSchemas';
import { accountRow } from '../../../nodes/IdentityResolution/api/account/accountColumns';
import { USAGE_PERIODS, usageDays } from '../../../nodes/IdentityResolution/api/account/usage';

const offered = ({ fields }: AccountOperation, name: string) =>
	(fields.find((one) => one.name === name)?.options as INodePropertyOptions[]).map((option) => [
		option.name,
		option.value,
	]);

describe('the account form', () => {
	it('offers the periods of the contract and no other', () => {
		expect(offered(getUsageReport, 'period')).toEqual([
			['Billing Cycle', 'billing_cycle'],
			['Month', 'month'],
			['Today', 'today'],
			['Week', 'week'],
		]);
		expect(
			offered(getUsageReport, 'period')
				.map(([, value]) => value)
				.sort(),
		).toEqual([...USAGE_PERIODS].sort());
	});

	it('simplifies by default, and offers one item per day only for simplified usage', () => {
		expect(get.fields).toMatchObject([{ name: 'simplify', type: 'boolean', default: true }]);
		expect(getUsageReport.fields.at(-1)?.displayOptions).toEqual({ show: { simplify: [true] } });
		expect(getUsageReport.fields.map(({ name }) => name)).toEqual(['period', 'simplify', 'itemPerDay']);
	});
});

describe('the output preview of the account operations', () => {
	const previewed = (operation: string) => {
		const found = outputSchemas().find((one) => one.resource === 'account' && one.operation === operation);
		const { properties } = found?.schema as { properties: Record<string, { type: string[] }> };
		return properties;
	};

	it('lists the columns of each operation with default settings, in their order', () => {
		expect(Object.keys(previewed('get'))).toEqual(Object.keys(accountRow({})));
		expect(Object.keys(previewed('getUsage'))).toEqual(Object.keys(usageDays({})[0]));
	});

	it('contains only types that a cell of a sheet can have', () => {
		for (const { type } of [previewed('get'), previewed('getUsage')].flatMap((properties) =>
			Object.values(properties),
		)) {
			expect(['string', 'number', 'boolean', 'null']).toEqual(expect.arrayContaining(type));
		}
		expect(previewed('get').token_balance.type).toEqual(['number', 'string', 'null']);
	});
});
