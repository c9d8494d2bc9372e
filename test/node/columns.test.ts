import type { IDataObject } from 'n8n-workflow';
import { findBest, findProfiles } from '../support/node/findBestRun';
import { column, rowsOf, runOperation, type OperationRun } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

const EMAIL = ['personal_email', 'personal_email_risk_score', 'personal_email_validated_at'];
const COLUMNS = [...EMAIL, 'personal_email_obscured'];
/** For later runs. */
const LAST = ['retry_at', 'answered_at', 'person_key'];
const SIMPLIFIED = ['status', ...EMAIL, 'reason', ...LAST];

describe('Output', () => {
	const columnsWith = async (parameters: OperationRun['parameters'], names = ['test-found']) => {
		const job = findBest(names, { parameters: { linkedinUrl: '={{ $json.who }}', ...parameters } });
		return Object.keys(rowsOf(await runOperation(await start(), job))[0]);
	};
	const ours = (names: string[]) => ['who', ...names.map((name) => `enriched_${name}`)];

	it.each([
		[{}, ours(SIMPLIFIED)],
		[{ output: 'raw' }, ours(['status', 'reason', 'results', 'metadata', ...LAST])],
		[
			{ output: 'selected', fields: '={{ "personal_email_risk_score, personal_email" }}' },
			ours(['status', 'personal_email', 'personal_email_risk_score', 'reason', ...LAST]),
		],
		[{ output: 'everything' }, ours(['status', ...EMAIL, 'reason', 'personal_email_obscured', ...LAST])],
		[{ inputFields: 'none' }, ours(SIMPLIFIED).slice(1)],
		[{ inputFields: 'selected', selectedInputFields: 'other, who' }, ours(SIMPLIFIED)],
		[{ inputFields: 'selected', selectedInputFields: 'other' }, ours(SIMPLIFIED).slice(1)],
	])('%j has its columns in a fixed order, after the input', async (parameters, columns) => {
		expect(await columnsWith(parameters)).toEqual(columns);
	});

	it('Raw returns results and metadata unchanged', async () => {
		const parameters = { linkedinUrl: 'in/test-catch-all', output: 'raw' };
		const [row] = rowsOf(await runOperation(await start(), findBest(['x'], { parameters })));
		expect(row.enriched_results).toEqual({
			email: 'test-catch-all@example.com',
			risk_score: expect.any(String) as string,
			last_validated_at: null,
		});
		const fair_use = { records_remaining_5h: expect.any(Number) as number };
		expect(row.enriched_metadata).toMatchObject({ fair_use });
	});

	it.each([
		[[], 'Fields is empty. Choose at least one column, or set Output to Simplified'],
		[['personal_email', 'shoe_size'], `Fields must be one or more of ${COLUMNS.join(', ')}`],
	])('sends nothing if Selected Fields is %j, because paid results would be lost', async (fields, message) => {
		const sandbox = await start();
		const parameters = { linkedinUrl: 'in/test-found', output: 'selected', fields };
		const run = await runOperation(sandbox, findBest(['x'], { parameters }));
		expect(run.error?.message).toBe(message);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});
});

describe('Input Fields', () => {
	const binary = { file: { data: 'eA==', mimeType: 'text/plain' } };
	const findProfile = (rows: IDataObject[]) => findProfiles([], { rows });

	it('keeps the binary data and the columns of the user, whatever their names', async () => {
		const json = {
			who: 'in/test-found',
			status: 'mine',
			title: 7,
			found: [1, { a: null }],
			personal_email: 'kept',
		};
		const run = await runOperation(await start(), findBest([], { items: [{ json, binary }] }));
		expect(rowsOf(run)[0]).toMatchObject(json);
		expect(run.outputs[0][0].binary).toEqual(binary);
	});

	it('keeps the binary data on the error output too', async () => {
		const items = [{ json: { who: 'no profile' }, binary }, { json: { who: 'in/test-found' } }];
		const run = await runOperation(
			await start(),
			findBest([], { items, node: { onError: 'continueErrorOutput' } }),
		);
		expect(run.outputs[1].map((item) => [item.json.who, item.binary])).toEqual([['no profile', binary]]);
	});

	const OLD = { enriched_personal_email: 'old@example.com', enriched_personal_email_risk_score: 'B' };

	it.each<[string, IDataObject, IDataObject]>([
		['old values after a miss', { who: 'in/test-not-found', ...OLD }, { enriched_status: 'not_found', ...OLD }],
		[
			'old values of a blank row',
			{ who: '', ...OLD, enriched_status: 'not_found', enriched_reason: 'old' },
			{ enriched_status: 'skipped', ...OLD, enriched_reason: 'LinkedIn URL is empty' },
		],
		[
			'no date of another email',
			{ who: 'in/test-catch-all', ...OLD, enriched_personal_email_validated_at: '2020-01-01' },
			{ enriched_personal_email: 'test-catch-all@example.com', enriched_personal_email_validated_at: '' },
		],
		[
			'the date of the same email',
			{
				who: 'in/test-catch-all',
				enriched_personal_email: 'test-catch-all@example.com',
				enriched_personal_email_validated_at: '2020-01-01',
			},
			{ enriched_personal_email_validated_at: '2020-01-01' },
		],
		[
			'columns of other operations, and no old reason',
			{ who: 'in/test-found', enriched_reason: 'old', enriched_retry_at: '2020', enriched_full_name: 'Ada' },
			{ enriched_reason: '', enriched_retry_at: '', enriched_full_name: 'Ada' },
		],
	])('keeps %s', async (_what, row, columns) => {
		const run = await runOperation(await start(), findBest([], { rows: [row] }));
		expect(rowsOf(run)).toMatchObject([columns]);
	});

	it('removes the grade of the old email if another operation returns a new one', async () => {
		const run = await runOperation(await start(), findProfile([{ who: 'in/test-found', ...OLD }]));
		expect(rowsOf(run)[0]).toMatchObject({
			enriched_personal_email: 'test-found@example.com',
			enriched_personal_email_risk_score: '',
		});
	});

	it('keeps raw results of an earlier hit if a later run misses', async () => {
		const who = 'in/test-not-found';
		const results = { email: 'old@example.com' };
		const parameters = { linkedinUrl: who, output: 'raw' };
		const rows = [{ who, enriched_results: results }, { who }];
		const run = await runOperation(await start(), findBest([], { rows, parameters }));
		const miss = { email: null, risk_score: null, last_validated_at: null };
		expect(column(run, 'enriched_results')).toEqual([results, miss]);
	});

	it('None keeps the columns of the node, with their prefix', async () => {
		const rows = [{ who: '', title: 'mine', enriched_status: 'found', ...OLD, enriched_full_name: 'Ada' }];
		const parameters = { linkedinUrl: '={{ $json.who }}', inputFields: 'none' };
		const run = await runOperation(await start(), findBest([], { rows, parameters }));
		expect(rowsOf(run)[0]).toMatchObject({ enriched_status: 'found', ...OLD, enriched_full_name: 'Ada' });
		expect(rowsOf(run)[0]).not.toHaveProperty('title');
	});
});

describe('Column Prefix', () => {
	const who = 'in/test-found';
	const withPrefix = (rows: IDataObject[], columnPrefix: string) => findBest([], { rows, options: { columnPrefix } });

	it('may be empty only if it overwrites no column of the user', async () => {
		const sandbox = await start();
		const rows = [
			{ who, status: 'customer' },
			{ who, title: 'CEO' },
		];
		const refused = await runOperation(sandbox, withPrefix(rows, ''));
		expect(refused.error?.message).toBe(
			'Column Prefix is empty, and the rows already have status, which would be overwritten. Set a Column Prefix',
		);
		expect(sandbox.ledger.summary().requests).toBe(0);
		const first = await runOperation(sandbox, withPrefix(rows.slice(1), ''));
		const second = await runOperation(sandbox, withPrefix(rowsOf(first), ''));
		expect(rowsOf(second)[0]).toMatchObject({
			status: 'found',
			title: 'CEO',
			personal_email: 'test-found@example.com',
		});
	});

	it.each([
		['ir.', 'ir.status'],
		['={{ undefined }}', 'enriched_status'],
	])('may be %s', async (prefix, status) => {
		const run = await runOperation(await start(), withPrefix([{ who, status: 'mine' }], prefix));
		expect(rowsOf(run)[0]).toMatchObject({ status: 'mine' });
		expect(column(run, status)).toEqual(['found']);
	});
});
