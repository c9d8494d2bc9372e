import { findBest } from '../support/node/findBestRun';
import { column, rowsOf, runOperation } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

const EMAIL = ['personal_email', 'personal_email_validated_at', 'personal_email_risk_score'];
const COLUMNS = [...EMAIL, 'personal_email_obscured'];
/** For later runs. */
const LAST = ['found', 'retry_at', 'answered_at', 'person_key'];
const SIMPLIFIED = ['status', ...EMAIL, 'reason', 'personal_email_obscured', ...LAST];

describe('Output', () => {
	it('is Simplified by default: the prefixed columns of the tool, after the input', async () => {
		const run = await runOperation(await start(), findBest(['test-found']));
		expect(Object.keys(rowsOf(run)[0])).toEqual(['who', ...SIMPLIFIED.map((name) => `enriched_${name}`)]);
	});

	it('Raw returns results and metadata unchanged', async () => {
		const run = await runOperation(
			await start(),
			findBest(['test-catch-all'], { parameters: { linkedinUrl: 'in/test-catch-all', output: 'raw' } }),
		);
		const [row] = rowsOf(run);
		expect(Object.keys(row)).toEqual([
			'who',
			...['status', 'reason', 'results', 'metadata', ...LAST].map((name) => `enriched_${name}`),
		]);
		expect(row.enriched_results).toEqual({
			email: 'test-catch-all@example.com',
			risk_score: expect.any(String) as string,
			last_validated_at: null,
		});
		expect(row.enriched_metadata).toMatchObject({
			fair_use: { records_remaining_5h: expect.any(Number) as number },
		});
	});

	it('Selected Fields returns the chosen columns in a fixed order', async () => {
		const parameters = {
			linkedinUrl: 'in/test-found',
			output: 'selected',
			fields: ['personal_email_risk_score', 'personal_email'],
		};
		const run = await runOperation(await start(), findBest(['x'], { parameters }));
		expect(Object.keys(rowsOf(run)[0])).toEqual([
			'who',
			...['status', 'personal_email', 'personal_email_risk_score', 'reason', ...LAST].map(
				(name) => `enriched_${name}`,
			),
		]);
	});

	it('Selected Fields accepts a comma-separated list', async () => {
		const parameters = {
			linkedinUrl: 'in/test-found',
			output: 'selected',
			fields: '={{ "personal_email_risk_score, personal_email" }}',
		};
		const run = await runOperation(await start(), findBest(['x'], { parameters }));
		expect(Object.keys(rowsOf(run)[0])).toEqual([
			'who',
			...['status', 'personal_email', 'personal_email_risk_score', 'reason', ...LAST].map(
				(name) => `enriched_${name}`,
			),
		]);
	});

	it.each([[[]], [''], ['={{ [] }}']])('sends nothing if Selected Fields is %j', async (fields) => {
		const sandbox = await start();
		const run = await runOperation(
			sandbox,
			findBest(['x'], { parameters: { linkedinUrl: 'in/test-found', output: 'selected', fields } }),
		);
		expect(run.error?.message).toBe('Fields is empty. Choose at least one column, or set Output to Simplified');
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it.each([
		['an unknown column', ['personal_email', 'shoe_size']],
		['only columns of another operation', ['full_name', 'title']],
		['a number', 7],
	])('sends nothing if Selected Fields contains %s, because paid results would be lost', async (_what, fields) => {
		const sandbox = await start();
		const run = await runOperation(
			sandbox,
			findBest(['x'], { parameters: { linkedinUrl: 'in/test-found', output: 'selected', fields } }),
		);
		expect(run.error?.message).toBe(`Fields must be one or more of ${COLUMNS.join(', ')}`);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('has only the columns of the node, without a prefix, if input fields are excluded', async () => {
		const parameters = { linkedinUrl: '={{ $json.who }}', includeInputFields: false };
		const run = await runOperation(await start(), findBest(['test-found'], { parameters }));
		expect(Object.keys(rowsOf(run)[0])).toEqual(SIMPLIFIED);
	});
});

describe('Include Input Fields', () => {
	it('keeps the binary data and the columns of the user, whatever their names', async () => {
		const binary = { file: { data: 'eA==', mimeType: 'text/plain' } };
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
		const binary = { file: { data: 'eA==', mimeType: 'text/plain' } };
		const items = [{ json: { who: 'no profile' }, binary }, { json: { who: 'in/test-found' } }];
		const run = await runOperation(
			await start(),
			findBest([], { items, node: { onError: 'continueErrorOutput' } }),
		);
		expect(run.outputs[1].map((item) => [item.json.who, item.binary])).toEqual([['no profile', binary]]);
	});

	it('keeps old values of the node without a new value, except the grade of another email', async () => {
		const rows = [
			{
				who: 'in/test-not-found',
				enriched_personal_email: 'old@example.com',
				enriched_personal_email_risk_score: 'B',
			},
			{
				who: '',
				enriched_personal_email: 'old@example.com',
				enriched_status: 'found',
				enriched_found: true,
				enriched_reason: 'old',
			},
			{
				who: 'in/test-catch-all',
				enriched_personal_email: 'old@example.com',
				enriched_personal_email_validated_at: '2020-01-01',
			},
			{
				who: 'in/test-catch-all',
				enriched_personal_email: 'test-catch-all@example.com',
				enriched_personal_email_validated_at: '2020-01-01',
			},
			{
				who: 'in/test-found',
				enriched_reason: 'old',
				enriched_retry_at: '2020-01-01T00:00:00.000Z',
				enriched_full_name: 'Ada Example',
			},
		];
		const run = await runOperation(await start(), findBest([], { rows }));
		const [miss, blank, other, same, found] = rowsOf(run);
		expect(miss).toMatchObject({
			enriched_status: 'not_found',
			enriched_found: false,
			enriched_personal_email: 'old@example.com',
			enriched_personal_email_risk_score: 'B',
		});
		expect(blank).toMatchObject({
			enriched_status: 'skipped',
			enriched_found: true,
			enriched_personal_email: 'old@example.com',
			enriched_reason: 'LinkedIn URL is empty',
		});
		expect(other).toMatchObject({
			enriched_personal_email: 'test-catch-all@example.com',
			enriched_personal_email_validated_at: '',
		});
		expect(same).toMatchObject({ enriched_personal_email_validated_at: '2020-01-01' });
		expect(found).toMatchObject({ enriched_reason: '', enriched_retry_at: '', enriched_full_name: 'Ada Example' });
	});

	it('removes the grade of the old email if another operation returns a new one', async () => {
		const rows = [
			{
				who: 'in/test-found',
				enriched_personal_email: 'old@example.com',
				enriched_personal_email_risk_score: 'D',
				enriched_country: 'Narnia',
			},
		];
		const run = await runOperation(await start(), {
			resource: 'businessProfile',
			operation: 'findByLinkedin',
			parameters: { linkedinUrl: '={{ $json.who }}' },
			rows,
		});
		expect(rowsOf(run)[0]).toMatchObject({
			enriched_personal_email: 'test-found@example.com',
			enriched_personal_email_risk_score: '',
		});
	});

	it('keeps raw results of an earlier hit if a later run misses', async () => {
		const rows = [
			{ who: 'in/test-not-found', enriched_results: { email: 'old@example.com' } },
			{ who: 'in/test-not-found' },
		];
		const parameters = { linkedinUrl: '={{ $json.who }}', output: 'raw' };
		const run = await runOperation(await start(), findBest([], { rows, parameters }));
		expect(column(run, 'enriched_results')).toEqual([
			{ email: 'old@example.com' },
			{ email: null, risk_score: null, last_validated_at: null },
		]);
	});

	it('keeps prefixed input values if input fields are excluded', async () => {
		const rows = [
			{ who: 'x', title: 'mine', enriched_status: 'found', enriched_personal_email: 'old@example.com' },
		];
		const parameters = { linkedinUrl: '={{ $json.who }}', includeInputFields: false };
		const run = await runOperation(await start(), findBest([], { rows, parameters, options: { skipWhen: true } }));
		expect(rowsOf(run)[0]).toMatchObject({ status: 'found', personal_email: 'old@example.com' });
		expect(rowsOf(run)[0]).not.toHaveProperty('title');
	});

	it('warns if another operation wrote the status column', async () => {
		const sandbox = await start();
		const first = await runOperation(sandbox, findBest(['test-found']));
		const same = await runOperation(sandbox, findBest([], { rows: rowsOf(first) }));
		const other = await runOperation(sandbox, {
			resource: 'businessProfile',
			operation: 'findByLinkedin',
			parameters: { linkedinUrl: '={{ $json.who }}' },
			rows: rowsOf(first),
		});
		const isWarned = (hints: Array<{ message: string }>) =>
			hints.some(({ message }) => message.includes('"enriched_status" was written by another operation'));
		expect([same, other].map(({ hints }) => isWarned(hints))).toEqual([false, true]);
		expect(rowsOf(other)[0]).toMatchObject({
			enriched_personal_email_risk_score: rowsOf(first)[0].enriched_personal_email_risk_score,
		});
	});
});

describe('Column Prefix', () => {
	it('may be empty only if it overwrites no column of the user', async () => {
		const sandbox = await start();
		const rows = [
			{ who: 'in/test-found', status: 'customer' },
			{ who: 'in/test-found', title: 'CEO' },
		];
		const refused = await runOperation(sandbox, findBest([], { rows, options: { columnPrefix: '' } }));
		expect(refused.error?.message).toBe(
			'Column Prefix is empty, and the rows already have status, which would be overwritten. Set a Column Prefix',
		);
		expect(sandbox.ledger.summary().requests).toBe(0);
		const first = await runOperation(
			sandbox,
			findBest([], { rows: [{ who: 'in/test-found', title: 'CEO' }], options: { columnPrefix: '' } }),
		);
		const second = await runOperation(
			sandbox,
			findBest([], { rows: rowsOf(first), options: { columnPrefix: '' } }),
		);
		expect(rowsOf(second)[0]).toMatchObject({ status: 'found', title: 'CEO' });
	});

	it('may be any text, an empty text, or undefined for the default', async () => {
		const sandbox = await start();
		const row = { who: 'in/test-found', status: 'mine' };
		const other = await runOperation(sandbox, findBest([], { rows: [row], options: { columnPrefix: 'ir.' } }));
		expect(rowsOf(other)[0]).toMatchObject({ status: 'mine', 'ir.status': 'found' });
		const none = await runOperation(
			sandbox,
			findBest([], { rows: [{ who: row.who }], options: { columnPrefix: '' } }),
		);
		expect(rowsOf(none)[0]).toMatchObject({ status: 'found', personal_email: 'test-found@example.com' });
		const undefinedPrefix = await runOperation(
			sandbox,
			findBest([], { rows: [row], options: { columnPrefix: '={{ undefined }}' } }),
		);
		expect(rowsOf(undefinedPrefix)[0]).toMatchObject({ enriched_status: 'found' });
	});
});
