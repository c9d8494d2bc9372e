import type { IDataObject } from 'n8n-workflow';
import type { SettingsPatch } from '../../dev/sandbox/settings';
import { findProfiles } from '../support/node/findBestRun';
import { column, pairs, rowsOf, runOperation, type OperationRun } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';
import { inFastTime } from '../support/node/fastTime';

const start = sandboxes();
inFastTime();

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
type OnError = (typeof ON_ERROR)[number];

const job = (names: string[], onError: OnError, more: Partial<OperationRun> = {}): OperationRun =>
	findProfiles(names, {
		node: { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		...more,
		options: { maxWait: 0, ...more.options },
	});

/** Rows of the success outputs without a status, or found without a value. */
const unmarked = (rows: Array<Record<string, unknown>>) =>
	rows.filter(
		(row) => row.enriched_status === undefined || (row.enriched_status === 'found' && !row.enriched_full_name),
	);

describe.each(ON_ERROR)('On Error: %s', (onError) => {
	it('a run that answered any row never throws and is never retried', async () => {
		const sandbox = await start();
		const run = await runOperation(
			sandbox,
			job(['test-invalid', 'test-found', 'test-unauthorized', 'ada-example'], onError),
		);

		expect(run.status).toBe('success');
		expect(sandbox.ledger.summary()).toMatchObject({ requests: 3, tokensCharged: 1 });
		const expected =
			onError === 'continueErrorOutput'
				? ['found', 'deferred', 'deferred']
				: ['failed', 'found', 'deferred', 'deferred'];
		expect(column(run, 'enriched_status')).toEqual(expected);
		expect(unmarked(rowsOf(run))).toEqual([]);
		expect(pairs(run).length + (onError === 'continueErrorOutput' ? pairs(run, 1).length : 0)).toBe(4);
	});

	it('no row leaves as a success if no row was answered', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, job(['test-unauthorized', 'ada-example', 'no identifier'], onError));

		expect(unmarked(rowsOf(run))).toEqual([]);
		expect(sandbox.ledger.summary().tokensCharged).toBe(0);
		if (onError === 'stopWorkflow') {
			expect(run.status).toBe('error');
			expect(run.error?.message).toContain('did not accept the API key');
			return;
		}
		expect(run.status).toBe('success');
		const hasErrorOutput = onError === 'continueErrorOutput';
		expect(column(run, 'enriched_status')).toEqual(hasErrorOutput ? [] : ['deferred', 'deferred', 'invalid']);
		if (hasErrorOutput) expect(pairs(run, 1)).toEqual([0, 1, 2]);
	});

	it('limits and the balance are errors only if On Limit is set to Error', async () => {
		const sandbox = await start();
		const byDefault = await runOperation(sandbox, job(['test-insufficient-tokens', 'ada-example'], onError));
		expect(byDefault.status).toBe('success');
		expect(column(byDefault, 'enriched_status')).toEqual(['deferred', 'deferred']);

		const asError = await runOperation(
			sandbox,
			job(['test-fair-use', 'ada-example'], onError, { options: { onLimit: 'error' } }),
		);
		if (onError === 'stopWorkflow') expect(asError.error?.message).toContain('Fair Use window of records');
		if (onError === 'continueRegularOutput')
			expect(column(asError, 'enriched_status')).toEqual(['deferred', 'deferred']);
		if (onError === 'continueErrorOutput') {
			expect(pairs(asError, 1)).toEqual([0, 1]);
			expect(rowsOf(asError, 1)[0].error).toMatchObject({
				httpStatus: 429,
				code: 'fair_use_limit_exceeded',
				retryAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
			});
		}
	});

	it('a miss is an error if On Not Found is set to Error', async () => {
		const sandbox = await start();
		const options = { onNotFound: 'error' };
		const run = await runOperation(sandbox, job(['test-not-found', 'test-found'], onError, { options }));
		if (onError === 'continueErrorOutput') {
			expect(column(run, 'enriched_status')).toEqual(['found']);
			expect(pairs(run, 1)).toEqual([0]);
		} else expect(column(run, 'enriched_status')).toEqual(['not_found', 'found']);

		const single = await runOperation(sandbox, job(['test-not-found'], onError, { options }));
		if (onError === 'stopWorkflow') expect(single.error?.message).toContain('found nothing for this row');
		else expect(single.status).toBe('success');
	});

	it('sends nothing if an input field named "error" would trigger Retry On Fail', async () => {
		const sandbox = await start();
		const rows = [{ who: 'in/test-found', error: '' }, { who: 'in/test-found' }];
		const run = await runOperation(sandbox, job([], onError, { rows }));
		expect(sandbox.ledger.summary().requests).toBe(0);
		const message = onError === 'stopWorkflow' ? run.error?.message : JSON.stringify(run.outputs);
		expect(message).toContain('Retry On Fail is on and row 1 has a field named');

		const without = job([], onError, { rows, node: { onError, retryOnFail: false } });
		expect(column(await runOperation(sandbox, without), 'enriched_status')).toEqual(['found', 'found']);
	});

	it('looks up a row with the error of an earlier run, unless Skip When skips it', async () => {
		const sandbox = await start();
		const error = { message: 'm', description: 'd', httpStatus: 422, code: 'c', identifier: 'i', retryAt: null };
		const rows = (found: boolean) => [{ who: 'in/test-found', enriched_found: found, error }];
		const options = { skipWhen: '={{ $json.enriched_found }}' };
		const again = await runOperation(sandbox, job([], onError, { rows: rows(false), options }));
		expect(rowsOf(again)).toEqual([expect.not.objectContaining({ error: expect.anything() as object })]);
		expect(column(again, 'enriched_status')).toEqual(['found']);
		await runOperation(sandbox, job([], onError, { rows: rows(true), options }));
		expect(sandbox.ledger.summary().requests).toBe(1);
	});

	it('names an invalid setting and sends nothing', async () => {
		const sandbox = await start();
		const run = await runOperation(
			sandbox,
			job(['test-found'], onError, { options: { concurrency: '={{ "many" }}' } }),
		);
		expect(sandbox.ledger.summary().requests).toBe(0);
		const message = onError === 'stopWorkflow' ? run.error?.message : JSON.stringify(run.outputs);
		expect(message).toContain('Concurrency must be a whole number from 1 to 50');
	});

	it('an unusable credential defers only rows with something to look up', async () => {
		const sandbox = await start();
		const credential = { baseUrl: 'http://api.example.com/api/v1/tools', apiKey: sandbox.key };
		const run = await runOperation(sandbox, job(['test-found', ''], onError, { credential }));
		if (onError === 'stopWorkflow') {
			expect(run.error?.message).toContain('starts with http://');
		} else {
			const hasErrorOutput = onError === 'continueErrorOutput';
			expect(column(run, 'enriched_status')).toEqual(hasErrorOutput ? ['skipped'] : ['deferred', 'skipped']);
			if (hasErrorOutput) expect(rowsOf(run, 1)).toMatchObject([{ error: { code: 'wrong_address' } }]);
			else expect(column(run, 'enriched_reason')[0]).toContain('wrong_address: ');
		}
	});
});

describe('error items after answered rows', () => {
	it('keep the first one on Results if there are only errors, so that Retry On Fail does not start', async () => {
		const sandbox = await start();
		const options = { onNotFound: 'drop' };
		const run = await runOperation(
			sandbox,
			job(['test-not-found', 'test-invalid', 'nobody at all'], 'continueErrorOutput', { options }),
		);

		expect(rowsOf(run, 0)).toMatchObject([{ who: 'linkedin.com/in/test-invalid', enriched_status: 'failed' }]);
		expect([pairs(run, 0), pairs(run, 1)]).toEqual([[1], [2]]);
		expect(sandbox.ledger.summary().requests).toBe(2);
	});

	it.each<[string, string, SettingsPatch]>([
		['unauthorized', 'test-unauthorized', {}],
		['account_inactive', 'ada-example', { account: { status: 'inactive' } }],
		['plan_restricted', 'test-plan-restricted', {}],
	])('are all rows of a run without an answer: %s', async (code, first, settings) => {
		const sandbox = await start(settings);
		const run = await runOperation(
			sandbox,
			job([first, 'bob-example', 'cleo-example'], 'continueErrorOutput', {
				node: { onError: 'continueErrorOutput' },
				options: { onLimit: 'output' },
			}),
		);
		expect([rowsOf(run, 0), rowsOf(run, 1)]).toEqual([[], []]);
		expect(rowsOf(run, 2)).toMatchObject(Array(3).fill({ error: { code } }));
	});

	it('do not include rows deferred by a limit, or rows of a run with an answer', async () => {
		const names = ['test-found', 'test-plan-restricted'];
		const limited = await runOperation(await start(), job(['test-plan-limit'], 'continueErrorOutput'));
		expect([pairs(limited, 0), pairs(limited, 1)]).toEqual([[0], []]);
		const sandbox = await start();
		const run = await runOperation(sandbox, job(names, 'continueErrorOutput'));
		expect([pairs(run, 0), pairs(run, 1)]).toEqual([[0, 1], []]);
	});

	it('go to the error output, which follows Deferred and Not Found', async () => {
		const sandbox = await start();
		const options = { onNotFound: 'output', onLimit: 'output' };
		const names = ['test-found', 'test-not-found', 'test-invalid', 'test-plan-limit'];
		const run = await runOperation(sandbox, job(names, 'continueErrorOutput', { options }));

		expect([0, 1, 2, 3].map((output) => pairs(run, output))).toEqual([[0], [3], [1], [2]]);
		expect(run.arrived.map((items) => items.length)).toEqual([1, 1, 1, 1]);
	});
});

describe('a row from the error output that is run again', () => {
	const runAgain = async (fix: (row: IDataObject) => IDataObject, more: Partial<OperationRun> = {}) => {
		const sandbox = await start();
		const [row] = rowsOf(await runOperation(sandbox, job(['test-invalid'], 'continueErrorOutput')), 1);
		expect(row.error).toMatchObject({ code: 'invalid_input' });
		const node = { onError: 'continueErrorOutput' } as const;
		const run = await runOperation(sandbox, {
			...job([], 'continueErrorOutput', { ...more, node }),
			rows: [fix(row)],
		});
		return [...rowsOf(run), ...rowsOf(run, 1)][0];
	};

	it.each(['test-found', 'test-not-found', 'test-plan-limit'])('loses its old error: %s', async (name) => {
		const who = `in/${name}`;
		const row = await runAgain((failed) => ({ ...failed, who }));
		expect(row).toMatchObject({ who, enriched_status: expect.any(String) as string });
		expect(row).not.toHaveProperty('error');
	});

	it('gets a new error if it fails again', async () => {
		const row = await runAgain((failed) => ({ ...failed, who: 'in/test-internal-error' }));
		expect(row.error).toMatchObject({ code: 'internal_error' });
	});

	it('keeps an old error with a resume text, for which the operation has no column', async () => {
		const row = await runAgain((failed) => {
			const error = { ...(failed.error as IDataObject), resume: 'r2.paid' };
			return { ...failed, who: 'in/test-found', error };
		});
		expect(row).toMatchObject({ enriched_status: 'found', error: { resume: 'r2.paid' } });
	});

	it('keeps an error of another node, and any error if Skip When skips it', async () => {
		const error = { message: 'of the user' };
		expect(await runAgain((failed) => ({ ...failed, who: 'in/test-found', error }))).toMatchObject({ error });
		expect(await runAgain((failed) => failed, { options: { skipWhen: true } })).toHaveProperty('error.code');
	});
});

describe('charged answers that never arrived', () => {
	it.each(ON_ERROR)(
		'do not trigger Retry On Fail under %s, so that each lookup is retried once by the node alone',
		async (onError) => {
			const sandbox = await start({ faults: [{ kind: 'reset_charged', every: 1 }] });
			const run = await runOperation(sandbox, job(['ada-example', 'bob-example'], onError));

			expect(run.status).toBe('success');
			expect(sandbox.ledger.summary()).toMatchObject({ requests: 4, tokensCharged: 4 });
			expect(pairs(run).length + pairs(run, 1).length).toBe(2);
		},
	);

	it('end the run with an error under Stop Workflow without Retry On Fail', async () => {
		const sandbox = await start({ faults: [{ kind: 'reset_charged', every: 1 }] });
		const run = await runOperation(
			sandbox,
			job(['ada-example'], 'stopWorkflow', { node: { onError: 'stopWorkflow' } }),
		);
		expect(run.error?.message).toContain('did not arrive');
	});
});

describe.each([
	['an operation that does not belong to the resource', 'get', 'The Operation does not belong to the Resource'],
	['a custom API call', '__CUSTOM_API_CALL__', 'This node makes no custom API calls. Use the HTTP Request node'],
])('%s', (_what, operation, sentence) => {
	it.each(ON_ERROR)('marks every row under %s, and sends nothing', async (onError) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, { ...job(['test-found'], onError), operation });
		expect(sandbox.ledger.summary().requests).toBe(0);
		const message = onError === 'stopWorkflow' ? run.error?.message : JSON.stringify(run.outputs);
		expect(message).toContain(sentence);
	});
});
