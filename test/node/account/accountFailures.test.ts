import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { constantServers } from '../../support/wire/constantServer';
import { answerMiss, hostileServers } from '../../support/wire/hostileServer';
import { pairs, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();
const startConstant = constantServers();
const startMissing = hostileServers();

const accountJob = (operation: string, more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'account',
	operation,
	rows: [{ a: 1 }],
	...more,
});

describe('an account response that departs from the contract', () => {
	it('empties the affected cells, keeps the rest, and shows one hint', async () => {
		const window = { limit: -1, used: 7, remaining: -1, resets_at: null };
		const service = await startConstant({
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
			{ type: 'warning', message: expect.stringContaining('did not follow its API contract') as string },
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
		'returns one row of empty cells for a report without days and totals (Item per Day: %p)',
		async (itemPerDay, row) => {
			const service = await startConstant({ period: 'today' });
			expect(rowsOf(await runOperation(service, accountJob('getUsage', { parameters: { itemPerDay } })))).toEqual(
				[row],
			);
		},
	);
});

describe('an account request that fails', () => {
	it('goes to the error output, or throws', async () => {
		const sandbox = await start();
		const credential = { baseUrl: sandbox.url, apiKey: 'sandbox_wrong' };
		const job = accountJob('get', { credential });
		expect((await runOperation(sandbox, job)).error?.message).toContain('did not accept the API key');
		const routed = await runOperation(sandbox, { ...job, node: { onError: 'continueErrorOutput' } });
		expect(rowsOf(routed, 0)).toEqual([]);
		expect(rowsOf(routed, 1)[0].error).toMatchObject({ httpStatus: 401 });
	});

	it('suggests a later run if the account is not found', async () => {
		const service = await startMissing(answerMiss);
		const run = await runOperation(service, accountJob('get'));
		expect(run.error?.message).toBe('The service returned nothing about the account');
		expect(run.error?.description).toBe(
			'Run this again later. If this continues, contact the provider of the service',
		);
	});

	/** A response, and the error item that it becomes. */
	const ACCOUNT_REFUSALS: Array<[string, SettingsPatch, number, string]> = [
		['an invalid request', { faults: [{ kind: 'status', status: 422, every: 1 }] }, 422, 'refused this value'],
		['an inactive account', { account: { status: 'suspended' } }, 403, 'account is not active'],
		['an unknown tool', { faults: [{ kind: 'status', status: 404, every: 1 }] }, 404, 'has no tool of this name'],
		['a used-up balance', { faults: [{ kind: 'status', status: 402, every: 1 }] }, 402, 'token balance is used up'],
		['a limit', { burst: { perSecond: 0.001, burst: 0 } }, 429, 'rate limit of the service is reached'],
		['a failure', { faults: [{ kind: 'internal_error', every: 1 }] }, 500, 'temporarily unavailable'],
		['a redirect', { faults: [{ kind: 'redirect', every: 1 }] }, 302, 'does not lead to the service'],
	];

	it.each(
		['get', 'getUsage'].flatMap((operation) => ACCOUNT_REFUSALS.map((refusal) => [operation, ...refusal] as const)),
	)('account / %s goes to the error output after %s', async (operation, _what, settings, httpStatus, message) => {
		const sandbox = await start(settings);
		const run = await runOperation(sandbox, accountJob(operation, { node: { onError: 'continueErrorOutput' } }));
		expect([rowsOf(run, 0), pairs(run, 1)]).toEqual([[], [[{ item: 0 }]]]);
		expect(rowsOf(run, 1)[0].error).toMatchObject({
			httpStatus,
			message: expect.stringContaining(message) as string,
		});
	});
});
