import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { findBest } from '../../support/node/findBestRun';
import { column, pairs, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
/** A day does not end during a test. */
const NOON = Date.UTC(2030, 0, 1, 12);
const DAY = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;

/** An account whose enrichment windows are partly used and whose search windows are unused. */
const ACCOUNT: SettingsPatch = {
	account: { tokens: 4_200 },
	limits: {
		enrich: { records: { '5h': 500, '1w': 3_000 }, requests: { '5h': 1_000 } },
		search: { records: { '5h': 50, '1w': 200 }, requests: { '5h': 0 } },
	},
	spent: { enrich: { records: 100, requests: 250 } },
};

const get = (more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'account',
	operation: 'get',
	rows: [{ a: 1 }],
	...more,
});
const getUsage = (more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'account',
	operation: 'getUsage',
	rows: [{ a: 1 }],
	...more,
});

/** Looks up three hits and a miss, so that the usage report is not empty. */
async function lookUpFour(sandbox: { url: string; key: string }) {
	await runOperation(sandbox, findBest(['test-found', 'test-catch-all', 'test-no-phone', 'test-not-found']));
}

describe('account / get', () => {
	it('sends one request and returns one flat row, linked to every input row', async () => {
		const sandbox = await start(ACCOUNT);
		const run = await runOperation(sandbox, get({ rows: [{ a: 1 }, { a: 2 }, { a: 3 }] }));
		expect(rowsOf(run)).toEqual([
			{
				id: 'acct_sandbox',
				name: 'Sandbox Account',
				status: 'active',
				plan: 'growth',
				token_balance: 4_200,
				unlimited: false,
				personal_email_available: true,
				enrich_records_5h_limit: 500,
				enrich_records_5h_used: 100,
				enrich_records_5h_remaining: 400,
				enrich_records_5h_remaining_percent: 80,
				enrich_records_5h_resets_at: ISO,
				enrich_records_1w_limit: 3_000,
				enrich_records_1w_used: 100,
				enrich_records_1w_remaining: 2_900,
				enrich_records_1w_remaining_percent: 96.7,
				enrich_records_1w_resets_at: ISO,
				enrich_requests_5h_limit: 1_000,
				enrich_requests_5h_used: 250,
				enrich_requests_5h_remaining: 750,
				enrich_requests_5h_remaining_percent: 75,
				enrich_requests_5h_resets_at: ISO,
				search_records_5h_limit: 50,
				search_records_5h_used: 0,
				search_records_5h_remaining: 50,
				search_records_5h_remaining_percent: 100,
				search_records_5h_resets_at: null,
				search_records_1w_limit: 200,
				search_records_1w_used: 0,
				search_records_1w_remaining: 200,
				search_records_1w_remaining_percent: 100,
				search_records_1w_resets_at: null,
				search_requests_5h_limit: 0,
				search_requests_5h_used: 0,
				search_requests_5h_remaining: 0,
				search_requests_5h_remaining_percent: null,
				search_requests_5h_resets_at: null,
				api_key_count: 1,
				user_count: 1,
				created_at: '2024-01-15T09:00:00.000Z',
			},
		]);
		expect(run.outputs[0][0].pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(sandbox.ledger.summary().byTool).toEqual({ get_account: { 200: 1 } });
		expect(run.hints).toEqual([]);
	});

	it('returns "unlimited" instead of -1', async () => {
		const sandbox = await start({ account: { unlimited: true } });
		expect(rowsOf(await runOperation(sandbox, get()))).toMatchObject([
			{ token_balance: 'unlimited', unlimited: true },
		]);
	});

	it('returns the unchanged record if Simplify is off', async () => {
		const sandbox = await start({ ...ACCOUNT, account: { unlimited: true } });
		const requests5h = { limit: 1_000, used: 250, remaining: 750, resets_at: ISO };
		const unused = (limit: number) => ({ limit, used: 0, remaining: limit, resets_at: null });
		expect(rowsOf(await runOperation(sandbox, get({ parameters: { simplify: false } })))).toEqual([
			{
				metadata: { fair_use: expect.objectContaining({ records_remaining_5h: 400 }) as unknown },
				id: 'acct_sandbox',
				name: 'Sandbox Account',
				status: 'active',
				plan: 'growth',
				token_balance: -1,
				unlimited: true,
				personal_email_available: true,
				fair_use: {
					enrich: {
						records: {
							'5h': { limit: 500, used: 100, remaining: 400, resets_at: ISO },
							'1w': { limit: 3_000, used: 100, remaining: 2_900, resets_at: ISO },
						},
						requests: { '5h': requests5h },
					},
					search: { records: { '5h': unused(50), '1w': unused(200) }, requests: { '5h': unused(0) } },
				},
				api_key_count: 1,
				user_count: 1,
				created_at: '2024-01-15T09:00:00.000Z',
			},
		]);
	});

	it('sends nothing if the expression in Simplify cannot be evaluated', async () => {
		const sandbox = await start();
		const run = await runOperation(
			sandbox,
			get({ parameters: { simplify: '={{ $("No Such Node").item.json.a }}' } }),
		);
		expect(run.error?.message).toContain('The expression in Simplify could not be evaluated: ');
		expect(sandbox.ledger.summary().requests).toBe(0);
	});
});

describe('account / getUsage', () => {
	const counts = { calls: 1, tokens: 3, with_data: 3, without_data: 1, failed: 0 };
	const none = { calls: 0, tokens: 0, with_data: 0, without_data: 0, failed: 0 };

	it('returns one flat item per day of the period', async () => {
		const sandbox = await start({}, () => NOON);
		await lookUpFour(sandbox);
		const days = rowsOf(await runOperation(sandbox, getUsage({ parameters: { period: 'week' } })));
		const before = Array.from({ length: 6 }, () => ({ period: 'week', date: DAY, ...none }));
		expect(days).toEqual([...before, { period: 'week', date: DAY, ...counts }]);
	});

	it('returns one flat item in total if Item per Day is off', async () => {
		const sandbox = await start({ account: { tokens: 50 } }, () => NOON);
		await lookUpFour(sandbox);
		const run = await runOperation(sandbox, getUsage({ parameters: { period: 'week', itemPerDay: false } }));
		expect(rowsOf(run)).toEqual([{ period: 'week', start_date: DAY, end_date: DAY, token_balance: 47, ...counts }]);
	});

	it('returns the report with its days and totals if Simplify is off', async () => {
		const sandbox = await start({ account: { tokens: 50 } }, () => NOON);
		await lookUpFour(sandbox);
		const run = await runOperation(sandbox, getUsage({ parameters: { simplify: false } }));
		const today = { period: 'today', start_date: DAY, end_date: DAY, token_balance: 47 };
		const metadata = { fair_use: expect.objectContaining({ records_remaining_5h: 999_997 }) as unknown };
		expect(rowsOf(run)).toEqual([{ metadata, ...today, days: [{ date: DAY, ...counts }], totals: counts }]);
	});

	it('returns "unlimited" instead of -1', async () => {
		const sandbox = await start({ account: { unlimited: true } });
		const run = await runOperation(sandbox, getUsage({ parameters: { itemPerDay: false } }));
		expect(column(run, 'token_balance')).toEqual(['unlimited']);
	});

	it('requests today by default, and each period in the rows once', async () => {
		const sandbox = await start();
		expect(column(await runOperation(sandbox, getUsage()), 'period')).toEqual(['today']);
		sandbox.ledger.clear();
		const rows = ['today', 'month', 'today', 'billing_cycle'].map((p) => ({ p }));
		const run = await runOperation(
			sandbox,
			getUsage({ parameters: { period: '={{ $json.p }}', itemPerDay: false }, rows }),
		);
		expect(column(run, 'period')).toEqual(['today', 'month', 'billing_cycle']);
		expect(pairs(run)).toEqual([[{ item: 0 }, { item: 2 }], [{ item: 1 }], [{ item: 3 }]]);
		expect(sandbox.ledger.summary().requests).toBe(3);
	});

	it.each([
		['fortnight', 'Period must be one of today, week, month, billing_cycle, not "fortnight"'],
		['={{ "Today" }}', 'Period must be one of today, week, month, billing_cycle, not "Today"'],
		['={{ $json.missing }}', 'Period must be one of today, week, month, billing_cycle, and it is empty'],
		['={{ $json }}', 'Period must be one of today, week, month, billing_cycle, not an object or a list'],
		['={{ $("No Such Node").item.json.a }}', 'The expression in Period could not be evaluated: '],
	])('rejects the period %s before it sends a request', async (period, message) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, getUsage({ parameters: { period } }));
		expect(run.error?.message).toContain(message);
		expect(run.error?.description).toBe('Correct the value, then run this row again');
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('sends nothing if the expression in Item per Day cannot be evaluated', async () => {
		const sandbox = await start();
		const run = await runOperation(
			sandbox,
			getUsage({ parameters: { itemPerDay: '={{ $("No Such Node").item.json.a }}' } }),
		);
		expect(run.error?.message).toContain('The expression in Item per Day could not be evaluated: ');
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('returns the rows with a valid period, and the reason for the others', async () => {
		const sandbox = await start();
		const rows = [{ p: 'today' }, { p: 'fortnight' }];
		const run = await runOperation(
			sandbox,
			getUsage({ parameters: { period: '={{ $json.p }}', itemPerDay: false }, rows }),
		);
		expect(rowsOf(run)).toMatchObject([
			{ period: 'today', calls: 0 },
			{ status: 'invalid', reason: 'Period must be one of today, week, month, billing_cycle, not "fortnight"' },
		]);
		expect(run.hints).toMatchObject([
			{ type: 'warning', message: expect.stringContaining('1 row counts as an error') as string },
		]);
	});

	it('shows a hint if the key is rejected after the first of several periods', async () => {
		const sandbox = await start({ faults: [{ kind: 'status', status: 401, every: 2 }] });
		const rows = [{ p: 'today' }, { p: 'week' }];
		const run = await runOperation(
			sandbox,
			getUsage({ parameters: { period: '={{ $json.p }}', itemPerDay: false }, rows }),
		);
		expect(rowsOf(run)).toMatchObject([
			{ period: 'today' },
			{ status: 'deferred', reason: expect.stringMatching(/^unauthorized: /) as unknown },
		]);
		expect(run.hints).toMatchObject([
			{ type: 'warning', message: 'The service says: "A fault of the sandbox befell this request".' },
			{ type: 'warning', message: expect.stringContaining('1 row counts as an error') as unknown },
		]);
	});
});
