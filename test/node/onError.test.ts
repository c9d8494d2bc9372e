import type { IDataObject } from 'n8n-workflow';
import type { NodeRun } from '../../dev/n8n/engine/runNode';
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

/** An error as the node writes it. */
const ERROR = { message: 'm', description: 'd', httpStatus: 422, code: 'c', identifier: 'i', retryAt: null };

/** The message of the error, or all rows if there is none. */
const wordsOf = ({ error, outputs }: NodeRun) => error?.message ?? JSON.stringify(outputs);

const wrongOperation = (operation: string) => ({ ...job(['test-found'], 'stopWorkflow'), operation });

describe.each(ON_ERROR)('On Error: %s', (onError) => {
	const hasErrorOutput = onError === 'continueErrorOutput';

	it('a run that answered any row never throws and is never retried', async () => {
		const sandbox = await start();
		const names = ['test-invalid', 'test-found', 'test-unauthorized', 'ada-example'];
		const run = await runOperation(sandbox, job(names, onError));

		expect(run.status).toBe('success');
		expect(sandbox.ledger.summary()).toMatchObject({ requests: 3, tokensCharged: 1 });
		const answered = ['found', 'deferred', 'deferred'];
		expect(column(run, 'enriched_status')).toEqual(hasErrorOutput ? answered : ['failed', ...answered]);
		expect(unmarked(rowsOf(run))).toEqual([]);
		expect(hasErrorOutput ? [...pairs(run, 1), ...pairs(run)] : pairs(run)).toEqual([0, 1, 2, 3]);
	});

	it('a miss goes to the error output, if there is one, with On Not Found set to it', async () => {
		const sandbox = await start();
		const options = { onNotFound: 'error' };
		const run = await runOperation(sandbox, job(['test-not-found', 'test-found'], onError, { options }));
		expect(column(run, 'enriched_status')).toEqual(hasErrorOutput ? ['found'] : ['not_found', 'found']);
		if (hasErrorOutput) expect(pairs(run, 1)).toEqual([0]);
	});

	it('looks up a row with an input field named "error" once, also with Retry On Fail', async () => {
		const sandbox = await start();
		const rows = [
			{ who: 'in/test-found', error: 'mine' },
			{ who: 'in/test-found-2', error: 'mine' },
		];
		const run = await runOperation(sandbox, job([], onError, { rows }));
		expect(column(run, 'enriched_status')).toEqual(['found', 'found']);
		expect([column(run, 'input_error'), column(run, 'error')]).toEqual([
			['mine', undefined],
			[undefined, 'mine'],
		]);
		expect(sandbox.ledger.summary()).toMatchObject({ chargedMoreThanOnce: [], requests: 2 });

		const without = job([], onError, { rows, node: { onError, retryOnFail: false } });
		expect(column(await runOperation(sandbox, without), 'error')).toEqual(['mine', 'mine']);
	});

	it('looks up a row with the error of an earlier run, unless it is skipped', async () => {
		const sandbox = await start();
		const withError = (enriched_status: string) =>
			job([], onError, {
				rows: [{ who: 'in/test-found', enriched_status, enriched_full_name: 'Ada', error: ERROR }],
			});
		const again = await runOperation(sandbox, withError(''));
		expect(rowsOf(again)).toEqual([expect.not.objectContaining({ error: expect.anything() as object })]);
		expect(column(again, 'enriched_status')).toEqual(['found']);
		await runOperation(sandbox, withError('found'));
		expect(sandbox.ledger.summary().requests).toBe(1);
	});

	it.each<[string, OperationRun, string]>([
		[
			'an invalid setting',
			job(['test-found'], onError, { options: { concurrency: '={{ "many" }}' } }),
			'Concurrency must be a whole number from 1 to 50',
		],
		['an operation of another resource', wrongOperation('get'), 'The Operation does not belong to the Resource'],
		['a custom one', wrongOperation('__CUSTOM_API_CALL__'), 'makes no custom API calls. Use the HTTP Request node'],
	])('%s is named, and nothing is sent', async (_what, run, sentence) => {
		const sandbox = await start();
		const node = { ...run.node, onError };
		expect(wordsOf(await runOperation(sandbox, { ...run, node }))).toContain(sentence);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('an unusable credential defers only rows with something to look up', async () => {
		const sandbox = await start();
		const credential = { baseUrl: 'http://api.example.com/api/v1/tools', apiKey: sandbox.key };
		const run = await runOperation(sandbox, job(['test-found', ''], onError, { credential }));
		expect(wordsOf(run)).toContain(onError === 'stopWorkflow' ? 'starts with http://' : 'wrong_address');
		if (onError === 'stopWorkflow') return;
		expect(column(run, 'enriched_status')).toEqual(hasErrorOutput ? ['skipped'] : ['deferred', 'skipped']);
		if (hasErrorOutput) expect(rowsOf(run, 1)).toMatchObject([{ error: { code: 'wrong_address' } }]);
	});

	it('charged answers that never arrived do not trigger Retry On Fail: the node alone retries them once', async () => {
		const sandbox = await start({ faults: [{ kind: 'reset_charged', every: 1 }] });
		const run = await runOperation(sandbox, job(['ada-example', 'bob-example'], onError));

		expect(run.status).toBe('success');
		expect(sandbox.ledger.summary()).toMatchObject({ requests: 4, tokensCharged: 4 });
		expect(pairs(run).length + pairs(run, 1).length).toBe(2);
	});
});

it('charged answers that never arrived end the run with an error if Retry On Fail is off', async () => {
	const sandbox = await start({ faults: [{ kind: 'reset_charged', every: 1 }] });
	const node = { onError: 'stopWorkflow' } as const;
	const run = await runOperation(sandbox, job(['ada-example'], 'stopWorkflow', { node }));
	expect(run.error?.message).toContain('did not arrive');
});

describe('error items', () => {
	it('keep the first one on Results if there are only errors, so that Retry On Fail does not start', async () => {
		const sandbox = await start();
		const names = ['test-not-found', 'test-invalid', 'nobody at all'];
		const run = await runOperation(sandbox, job(names, 'continueErrorOutput', { options: { onNotFound: 'drop' } }));

		expect(rowsOf(run, 0)).toMatchObject([{ who: 'linkedin.com/in/test-invalid', enriched_status: 'failed' }]);
		expect([pairs(run, 0), pairs(run, 1)]).toEqual([[1], [2]]);
		expect(sandbox.ledger.summary().requests).toBe(2);
	});

	it('go to the error output, which follows Deferred and Not Found', async () => {
		const options = { onNotFound: 'output', onLimit: 'output' };
		const names = ['test-found', 'test-not-found', 'test-invalid', 'test-plan-limit'];
		const run = await runOperation(await start(), job(names, 'continueErrorOutput', { options }));

		expect([0, 1, 2, 3].map((output) => pairs(run, output))).toEqual([[0], [3], [1], [2]]);
		expect(run.arrived.map((items) => items.length)).toEqual([1, 1, 1, 1]);
	});
});

describe('a row from the error output that is run again', () => {
	const runAgain = async (changes: IDataObject) => {
		const sandbox = await start();
		const [row] = rowsOf(await runOperation(sandbox, job(['test-invalid'], 'continueErrorOutput')), 1);
		expect(row.error).toMatchObject({ code: 'invalid_input' });
		const node = { onError: 'continueErrorOutput' } as const;
		const rows = [{ ...row, ...changes }];
		const run = await runOperation(sandbox, job([], 'continueErrorOutput', { rows, node }));
		return [...rowsOf(run), ...rowsOf(run, 1)][0];
	};

	it.each(['test-found', 'test-not-found', 'test-rate-limited'])('loses its old error: %s', async (name) => {
		const row = await runAgain({ who: `in/${name}` });
		expect(row).toMatchObject({ who: `in/${name}`, enriched_status: expect.any(String) as string });
		expect(row).not.toHaveProperty('error');
	});

	const FOUND = { who: 'in/test-found' };
	const BEFORE = { enriched_status: 'found', enriched_full_name: 'Ada' };

	it.each<[string, IDataObject, IDataObject]>([
		['gets a new error if it fails again', { who: 'in/test-internal-error' }, { code: 'internal_error' }],
		['keeps an error of another node', { ...FOUND, error: { message: 'other' } }, { message: 'other' }],
		['keeps any error if it is skipped', BEFORE, { code: 'invalid_input' }],
	])('%s', async (_what, changes, error) => {
		expect(await runAgain(changes)).toMatchObject({ error });
	});
});
