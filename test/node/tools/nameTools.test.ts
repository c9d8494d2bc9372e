import type { IDataObject } from 'n8n-workflow';
import { column, pairs, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();

const named = (last: string): IDataObject => ({ first: 'Test', last, company: 'Example Org' });

const jobFor = (resource: string, rows: IDataObject[], more: Partial<OperationRun> = {}): OperationRun => ({
	resource,
	operation: 'findByName',
	rows,
	...more,
	parameters: {
		firstName: '={{ $json.first }}',
		lastName: '={{ $json.last }}',
		company: '={{ $json.company }}',
		...more.parameters,
	},
});

describe.each([
	['workEmail', 'search_business_email_by_name', 'work_email'],
	['businessProfile', 'search_business_profile_by_name', 'company_name'],
])('%s / findByName', (resource, tool, shows) => {
	it('returns a hit, a miss, a blank and an incomplete row in order, and sends equal people once', async () => {
		const sandbox = await start();
		const people = [named('test-found'), named('test-not-found'), {}, { first: 'Ada', company: 'Example Org' }];
		// A list of one entry, as in Airtable.
		const same = { ...named('TEST-FOUND'), company: ['Example Org'] };
		const run = await runOperation(sandbox, jobFor(resource, [...people, same]));
		expect(column(run, 'enriched_status')).toEqual(['found', 'not_found', 'skipped', 'invalid', 'found']);
		expect(column(run, `enriched_${shows}`)[0]).toEqual(expect.any(String));
		expect(pairs(run)).toEqual([0, 1, 2, 3, 4]);
		expect(sandbox.ledger.summary()).toMatchObject({ byTool: { [tool]: { 200: 2 } }, tokensCharged: 1 });
	});

	it('takes Null for a last name, and n/a for nothing', async () => {
		const run = await runOperation(await start(), jobFor(resource, ['Null', 'n/a'].map(named)));
		expect(column(run, 'enriched_status')).toEqual([expect.stringMatching(/found/), 'invalid']);
	});
});

it('company / findByIp sends no private address', async () => {
	const sandbox = await start();
	const run = await runOperation(sandbox, {
		resource: 'company',
		operation: 'findByIp',
		parameters: { ipAddress: '={{ $json.ip }}' },
		rows: [{ ip: '192.168.0.1' }, { ip: '203.0.113.7' }],
	});
	expect(column(run, 'enriched_status')).toEqual(['invalid', 'found']);
	expect(column(run, 'enriched_company_domain')[1]).toEqual(expect.stringContaining('.example.com'));
	expect(sandbox.ledger.summary().requests).toBe(1);
});

it('account / getBilling returns the prices, and a row for a service without it', async () => {
	const billing: OperationRun = { resource: 'account', operation: 'getBilling', rows: [{}] };
	const sandbox = await start({ prices: { linkedin_to_business_profile: 2 } });
	expect(rowsOf(await runOperation(sandbox, billing))[0]).toMatchObject({
		token_balance: 100_000,
		token_costs: expect.stringMatching(/\blinkedin_to_business_profile: 2\b.*, search_people: 1\b/) as string,
	});
	const without = await start({ missingTools: ['get_billing'] });
	expect((await runOperation(without, billing)).error?.message).toContain('no tool of this name: get_billing');
});
