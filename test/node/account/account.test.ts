import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { okAnswer } from '../../support/node/answers';
import { inFastTime } from '../../support/node/fastTime';
import { findBest } from '../../support/node/findBestRun';
import { column, pairs, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';
import { answerMiss, hostileServers } from '../../support/wire/hostileServer';

const start = sandboxes();
const respond = hostileServers();

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
/** A day does not end during a test. */
const NOON = Date.UTC(2030, 0, 1, 12);
const DAY = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;

const accountJob = (operation: string, more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'account',
	operation,
	rows: [{ a: 1 }],
	...more,
});
const get = (parameters: OperationRun['parameters'] = {}) => accountJob('get', { parameters });
const getUsage = (parameters: OperationRun['parameters'] = {}) => accountJob('getUsage', { parameters });

describe('account / get', () => {
	/** An account whose enrichment windows are partly used and whose search windows are unused. */
	const ACCOUNT: SettingsPatch = {
		account: { tokens: 4_200 },
		limits: {
			enrich: { records: { '5h': 500, '1w': 3_000 }, requests: { '5h': 1_000 } },
			search: { records: { '5h': 50, '1w': 200 }, requests: { '5h': 0 } },
		},
		spent: { enrich: { records: 100, requests: 250 } },
	};

	it('sends one request and returns one flat row, linked to every input row', async () => {
		const sandbox = await start(ACCOUNT);
		const run = await runOperation(sandbox, { ...get(), rows: [{ a: 1 }, { a: 2 }, { a: 3 }] });
		expect(rowsOf(run)).toEqual([
			{
				name: 'Sandbox Account',
				status: 'active',
				plan: 'growth',
				token_balance: 4_200,
				phone_token_balance: 1_000,
				personal_email_available: true,
				enrich_records_5h_remaining: 400,
				enrich_records_5h_resets_at: ISO,
				search_records_5h_remaining: 50,
				search_records_5h_resets_at: null,
			},
		]);
		expect(run.outputs[0][0].pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(sandbox.ledger.summary().byTool).toEqual({ get_account: { 200: 1 } });
		expect(run.hints).toEqual([]);
	});

	it('returns the unchanged record if Simplify is off, with -1 for an unlimited balance', async () => {
		const sandbox = await start({ ...ACCOUNT, account: { unlimited: true } });
		expect(rowsOf(await runOperation(sandbox, get()))).toMatchObject([{ token_balance: 'unlimited' }]);
		const unused = (limit: number) => ({ limit, used: 0, remaining: limit, resets_at: null });
		expect(rowsOf(await runOperation(sandbox, get({ simplify: false })))).toMatchObject([
			{
				metadata: { fair_use: { records_remaining_5h: 400 } },
				token_balance: -1,
				unlimited: true,
				fair_use: {
					enrich: { requests: { '5h': { limit: 1_000, used: 250, remaining: 750, resets_at: ISO } } },
					search: { records: { '5h': unused(50), '1w': unused(200) }, requests: { '5h': unused(0) } },
				},
			},
		]);
	});
});

describe('account / getUsage', () => {
	const counts = { calls: 1, tokens: 3, with_data: 3, without_data: 1, failed: 0 };
	const none = { calls: 0, tokens: 0, with_data: 0, without_data: 0, failed: 0 };

	it('returns an item per day, one in total if Item per Day is off, or the report if Simplify is off', async () => {
		const sandbox = await start({ account: { tokens: 50 } }, () => NOON);
		const names = ['test-found', 'test-catch-all', 'test-no-phone', 'test-not-found'];
		await runOperation(sandbox, findBest(names));
		const rows = async (parameters: OperationRun['parameters']) =>
			rowsOf(await runOperation(sandbox, getUsage(parameters)));
		const before = Array.from({ length: 6 }, () => ({ period: 'week', date: DAY, ...none }));
		expect(await rows({ period: 'week' })).toEqual([...before, { period: 'week', date: DAY, ...counts }]);
		const total = { start_date: DAY, end_date: DAY, token_balance: 47 };
		expect(await rows({ period: 'week', itemPerDay: false })).toEqual([{ period: 'week', ...total, ...counts }]);
		const metadata = { fair_use: expect.objectContaining({ records_remaining_5h: 999_997 }) as unknown };
		expect(await rows({ simplify: false })).toEqual([
			{ metadata, period: 'today', ...total, days: [{ date: DAY, ...counts }], totals: counts },
		]);
	});

	it('requests today by default, and each valid period in the rows once', async () => {
		const sandbox = await start();
		expect(column(await runOperation(sandbox, getUsage()), 'period')).toEqual(['today']);
		sandbox.ledger.clear();
		const rows = ['today', 'month', 'today', 'fortnight'].map((p) => ({ p }));
		const job = getUsage({ period: '={{ $json.p }}', itemPerDay: false });
		const run = await runOperation(sandbox, { ...job, rows });
		expect(rowsOf(run)).toMatchObject([
			{ period: 'today', calls: 0 },
			{ period: 'month' },
			{ status: 'invalid', reason: 'Period must be one of today, week, month, billing_cycle, not "fortnight"' },
		]);
		expect(pairs(run)).toEqual([[{ item: 0 }, { item: 2 }], [{ item: 1 }], [{ item: 3 }]]);
		expect(run.hints).toMatchObject([
			{ type: 'warning', message: expect.stringContaining('1 row counts as an error') as string },
		]);
		expect(sandbox.ledger.summary().requests).toBe(2);
	});

	it('shows a hint if the key is rejected after the first of several periods', async () => {
		const sandbox = await start({ faults: [{ kind: 'status', status: 401, every: 2 }] });
		const job = getUsage({ period: '={{ $json.p }}', itemPerDay: false });
		const run = await runOperation(sandbox, { ...job, rows: [{ p: 'today' }, { p: 'week' }] });
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

const FAILING = '={{ $("No Such Node").item.json.a }}';
const PERIODS = 'Period must be one of today, week, month, billing_cycle';

it.each([
	[get({ simplify: FAILING }), 'The expression in Simplify could not be evaluated: '],
	[getUsage({ itemPerDay: FAILING }), 'The expression in Item per Day could not be evaluated: '],
	[getUsage({ period: FAILING }), 'The expression in Period could not be evaluated: '],
	[getUsage({ period: '={{ "Today" }}' }), `${PERIODS}, not "Today"`],
	[getUsage({ period: '={{ $json.missing }}' }), `${PERIODS}, and it is empty`],
	[getUsage({ period: '={{ $json }}' }), `${PERIODS}, not an object or a list`],
])('%j sends nothing', async (job, message) => {
	const sandbox = await start();
	const run = await runOperation(sandbox, job);
	expect(run.error?.message).toContain(message);
	expect(run.error?.description).toBe('Correct the value, then run the node again');
	expect(sandbox.ledger.summary().requests).toBe(0);
});

describe('an account response that departs from the contract', () => {
	it('empties the affected cells, keeps the rest, and shows one hint', async () => {
		const window = { limit: -1, used: 7, remaining: -1, resets_at: null };
		const service = await respond(() =>
			okAnswer({
				plan: 'growth',
				status: ['active'],
				phone_tokens: 40,
				fair_use: { enrich: { records: { '5h': window } } },
			}),
		);
		const run = await runOperation(service, get());
		const [row] = rowsOf(run);
		expect(row).toMatchObject({
			name: null,
			plan: 'growth',
			status: null,
			token_balance: null,
			enrich_records_5h_remaining: 'unlimited',
			search_records_5h_remaining: null,
		});
		expect(row).not.toHaveProperty('phone_tokens');
		expect(Object.values(row).filter((cell) => cell !== null && typeof cell === 'object')).toEqual([]);
		expect(run.hints).toMatchObject([
			{ type: 'warning', message: expect.stringContaining('differ from its documentation') as string },
		]);
	});
});

it('an account that is not found suggests a later run', async () => {
	const { error } = await runOperation(await respond(answerMiss), get());
	expect(error?.message).toBe('The service returned nothing about the account');
	expect(error?.description).toMatch(/^Run this again later\. If this continues, contact the provider/);
});

describe.each(['get', 'getUsage'])('account / %s goes to the error output, or throws,', (operation) => {
	inFastTime();

	it.each<[number, string, SettingsPatch]>([
		[422, 'refused this value', { faults: [{ kind: 'status', status: 422, every: 1 }] }],
		[401, 'did not accept the API key', { faults: [{ kind: 'status', status: 401, every: 1 }] }],
		[403, 'account is not active', { account: { status: 'suspended' } }],
		[404, 'has no tool of this name', { missingTools: ['get_account', 'get_usage'] }],
		[402, 'token balance is used up', { faults: [{ kind: 'status', status: 402, every: 1 }] }],
		[429, 'rate limit of the service is reached', { burst: { perSecond: 0.001, burst: 0 } }],
		[500, 'temporarily unavailable', { faults: [{ kind: 'internal_error', every: 1 }] }],
		[302, 'does not lead to the service', { faults: [{ kind: 'redirect', every: 1 }] }],
	])('after HTTP %i: %s', async (httpStatus, message, settings) => {
		const sandbox = await start(settings);
		const job = accountJob(operation);
		const run = await runOperation(sandbox, { ...job, node: { onError: 'continueErrorOutput' } });
		expect([rowsOf(run, 0), pairs(run, 1)]).toEqual([[], [[{ item: 0 }]]]);
		const error = { httpStatus, message: expect.stringContaining(message) as string };
		expect(rowsOf(run, 1)[0].error).toMatchObject(error);
		expect((await runOperation(sandbox, job)).error?.message).toContain(message);
	});
});
