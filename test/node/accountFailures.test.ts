import type { SettingsPatch } from '../../dev/sandbox/settings';
import { answering } from '../support/answering';
import { hostileServers, missing } from '../support/hostileServer';
import { pairs, rowsOf, runOperation, type OperationRun } from '../support/nodeRun';
import { sandboxes } from '../support/sandboxes';

const start = sandboxes();
const startAnswering = answering();
const startMissing = hostileServers();

const accountJob = (operation: string, more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'account',
	operation,
	rows: [{ a: 1 }],
	...more,
});

describe('a service that departs from its contract', () => {
	it('leaves cells of the account empty, keeps what else it tells, and the run says so once', async () => {
		const window = { limit: -1, used: 7, remaining: -1, resets_at: null };
		const service = await startAnswering({
			plan: 'growth',
			status: ['active'],
			phone_tokens: 40,
			fair_use: { enrich: { records: { '5h': window } } },
		});
		const run = await runOperation(service, accountJob('get'));
		const [row] = rowsOf(run);
		expect(row).toMatchObject({
			id: null,
			plan: 'growth',
			status: null,
			token_balance: null,
			enrich_records_5h_limit: 'unlimited',
			enrich_records_5h_used: 7,
			enrich_records_5h_remaining: 'unlimited',
			enrich_records_5h_remaining_percent: 100,
			enrich_records_1w_limit: null,
			phone_tokens: 40,
		});
		expect(Object.values(row).filter((cell) => cell !== null && typeof cell === 'object')).toEqual([]);
		expect(run.hints).toMatchObject([
			{ type: 'warning', message: expect.stringContaining('departed from its contract') as string },
		]);
	});

	it.each([
		[
			true,
			{
				period: 'today',
				date: null,
				calls: null,
				tokens: null,
				with_data: null,
				without_data: null,
				failed: null,
			},
		],
		[
			false,
			{
				period: 'today',
				start_date: null,
				end_date: null,
				token_balance: null,
				calls: null,
				tokens: null,
				with_data: null,
				without_data: null,
				failed: null,
			},
		],
	])(
		'gives one row of empty cells for a report without days and totals, Item per Day being %p',
		async (itemPerDay, row) => {
			const service = await startAnswering({ period: 'today' });
			expect(rowsOf(await runOperation(service, accountJob('getUsage', { parameters: { itemPerDay } })))).toEqual(
				[row],
			);
		},
	);
});

describe('what the account does not answer', () => {
	it('sends an account failure to the error output, or throws it', async () => {
		const sandbox = await start();
		const credential = { baseUrl: sandbox.url, apiKey: 'sandbox_wrong' };
		const job = accountJob('get', { credential });
		expect((await runOperation(sandbox, job)).error?.message).toContain('did not accept the API key');
		const routed = await runOperation(sandbox, { ...job, node: { onError: 'continueErrorOutput' } });
		expect(rowsOf(routed, 0)).toEqual([]);
		expect(rowsOf(routed, 1)[0].error).toMatchObject({ httpStatus: 401 });
	});

	it('says of an account that is told to be unknown what can be done, which is nothing here', async () => {
		const service = await startMissing(missing);
		const run = await runOperation(service, accountJob('get'));
		expect(run.error?.message).toBe('The service told nothing about the account');
		expect(run.error?.description).toBe('Run this again later. If this goes on, ask the maker of the service');
	});

	/** What the service may answer to an account tool, and what the error item says of it. */
	const ACCOUNT_REFUSALS: Array<[string, SettingsPatch, number, string]> = [
		['a wrong request', { faults: [{ kind: 'status', status: 422, every: 1 }] }, 422, 'refused this value'],
		['an inactive account', { account: { status: 'suspended' } }, 403, 'account is not active'],
		[
			'a tool that is gone',
			{ faults: [{ kind: 'status', status: 404, every: 1 }] },
			404,
			'has no tool of this name',
		],
		[
			'a balance that is used up',
			{ faults: [{ kind: 'status', status: 402, every: 1 }] },
			402,
			'token balance is used up',
		],
		['a limit', { burst: { perSecond: 0.001, burst: 0 } }, 429, 'asked to slow down'],
		['a failure', { faults: [{ kind: 'internal_error', every: 1 }] }, 500, 'unavailable for a moment'],
		['a redirect', { faults: [{ kind: 'redirect', every: 1 }] }, 302, 'answered with a redirect'],
	];

	it.each(
		['get', 'getUsage'].flatMap((operation) => ACCOUNT_REFUSALS.map((refusal) => [operation, ...refusal] as const)),
	)('account / %s sends %s to the error output', async (operation, _what, settings, httpStatus, message) => {
		const sandbox = await start(settings);
		const run = await runOperation(sandbox, accountJob(operation, { node: { onError: 'continueErrorOutput' } }));
		expect([rowsOf(run, 0), pairs(run, 1)]).toEqual([[], [[{ item: 0 }]]]);
		expect(rowsOf(run, 1)[0].error).toMatchObject({
			httpStatus,
			message: expect.stringContaining(message) as string,
		});
	});
});
