import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import { findBest } from '../support/findBestRun';
import { column, pairs, rowsOf, runOperation } from '../support/nodeRun';
import { sandboxes } from '../support/sandboxes';

const start = sandboxes();

const STATUS = ['status', 'found', 'reason', 'retry_at'];
const EMAIL = ['personal_email', 'personal_email_form', 'personal_email_validated_at', 'personal_email_risk_score'];

describe('Output', () => {
	it('is Simplified by default: the columns that the tool can fill, under the prefix, behind the input', async () => {
		const run = await runOperation(await start(), findBest(['test-found']));
		expect(Object.keys(rowsOf(run)[0])).toEqual(['who', ...[...STATUS, ...EMAIL].map((name) => `enriched_${name}`)]);
	});

	it('Raw gives results and metadata as they came', async () => {
		const run = await runOperation(await start(), findBest(['test-catch-all'], { parameters: { linkedinUrl: 'test-catch-all', output: 'raw' } }));
		const [row] = rowsOf(run);
		expect(Object.keys(row)).toEqual(['who', ...[...STATUS, 'results', 'metadata'].map((name) => `enriched_${name}`)]);
		expect(row.enriched_results).toEqual({ email: 'test-catch-all@example.com', risk_score: expect.any(String) as string, last_validated_at: null });
		expect(row.enriched_metadata).toMatchObject({ fair_use: { records_remaining_5h: expect.any(Number) as number } });
	});

	it('Selected Fields gives the chosen columns in their fixed order', async () => {
		const parameters = { linkedinUrl: 'test-found', output: 'selected', fields: ['personal_email_risk_score', 'personal_email'] };
		const run = await runOperation(await start(), findBest(['x'], { parameters }));
		expect(Object.keys(rowsOf(run)[0]).slice(5)).toEqual(['enriched_personal_email', 'enriched_personal_email_risk_score']);
	});

	it('takes Selected Fields as a list, or as names with commas between them', async () => {
		const parameters = { linkedinUrl: 'test-found', output: 'selected', fields: '={{ "personal_email_risk_score, personal_email" }}' };
		const run = await runOperation(await start(), findBest(['x'], { parameters }));
		expect(Object.keys(rowsOf(run)[0]).slice(5)).toEqual(['enriched_personal_email', 'enriched_personal_email_risk_score']);
	});

	it.each([
		['a column that there is not', ['personal_email', 'shoe_size']],
		['nothing but columns of another operation', ['full_name', 'title']],
		['no list', 7],
	])('asks nothing where Selected Fields holds %s: what is paid for would not come out', async (_what, fields) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, findBest(['x'], { parameters: { linkedinUrl: 'test-found', output: 'selected', fields } }));
		expect(run.error?.message).toBe(`Fields must be one or more of ${EMAIL.join(', ')}`);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('without input fields gives our columns alone, without prefix', async () => {
		const parameters = { linkedinUrl: '={{ $json.who }}', includeInputFields: false };
		const run = await runOperation(await start(), findBest(['test-found'], { parameters }));
		expect(Object.keys(rowsOf(run)[0])).toEqual([...STATUS, ...EMAIL]);
	});
});

describe('Include Input Fields', () => {
	it('keeps the columns of the user as they were, whatever they are called, and the binary data', async () => {
		const binary = { file: { data: 'eA==', mimeType: 'text/plain' } };
		const json = { who: 'test-found', status: 'mine', title: 7, found: [1, { a: null }], personal_email: 'kept' };
		const run = await runOperation(await start(), findBest([], { items: [{ json, binary }] }));
		expect(rowsOf(run)[0]).toMatchObject(json);
		expect(run.outputs[0][0].binary).toEqual(binary);
	});

	it('keeps what our columns came in with where there is nothing new, but not the grade of another e-mail', async () => {
		const rows = [
			{ who: 'test-not-found', enriched_personal_email: 'old@example.com', enriched_personal_email_risk_score: 'B' },
			{ who: '', enriched_personal_email: 'old@example.com', enriched_status: 'found', enriched_found: true, enriched_reason: 'old' },
			{ who: 'test-catch-all', enriched_personal_email: 'old@example.com', enriched_personal_email_validated_at: '2020-01-01' },
			{ who: 'test-catch-all', enriched_personal_email: 'test-catch-all@example.com', enriched_personal_email_validated_at: '2020-01-01' },
			{ who: 'test-found', enriched_reason: 'old', enriched_retry_at: '2020-01-01T00:00:00.000Z', enriched_full_name: 'Ada Example' },
		];
		const run = await runOperation(await start(), findBest([], { rows }));
		const [missed, blank, other, same, found] = rowsOf(run);
		expect(missed).toMatchObject({ enriched_status: 'not_found', enriched_found: false, enriched_personal_email: 'old@example.com', enriched_personal_email_risk_score: 'B' });
		expect(blank).toMatchObject({ enriched_status: 'skipped', enriched_found: true, enriched_personal_email: 'old@example.com', enriched_reason: 'LinkedIn URL is empty' });
		expect(other).toMatchObject({ enriched_personal_email: 'test-catch-all@example.com', enriched_personal_email_validated_at: '' });
		expect(same).toMatchObject({ enriched_personal_email_validated_at: '2020-01-01' });
		expect(found).toMatchObject({ enriched_reason: '', enriched_retry_at: '', enriched_full_name: 'Ada Example' });
	});

	it('takes the grade of the old e-mail away where another operation brings a new one', async () => {
		const rows = [{ who: 'test-found', enriched_personal_email: 'old@example.com', enriched_personal_email_risk_score: 'B', enriched_country: 'Narnia' }];
		const run = await runOperation(await start(), {
			resource: 'businessProfile',
			operation: 'findByLinkedin',
			parameters: { linkedinUrl: '={{ $json.who }}' },
			rows,
		});
		expect(rowsOf(run)[0]).toMatchObject({ enriched_personal_email: 'test-found@example.com', enriched_personal_email_risk_score: '' });
	});

	it('keeps raw results of an earlier hit where a later run misses', async () => {
		const rows = [{ who: 'test-not-found', enriched_results: { email: 'old@example.com' } }, { who: 'test-not-found' }];
		const parameters = { linkedinUrl: '={{ $json.who }}', output: 'raw' };
		const run = await runOperation(await start(), findBest([], { rows, parameters }));
		expect(column(run, 'enriched_results')).toEqual([{ email: 'old@example.com' }, { email: null, risk_score: null, last_validated_at: null }]);
	});

	it('carries what came in under the prefix where rows leave without their input fields', async () => {
		const rows = [{ who: 'x', title: 'mine', enriched_status: 'found', enriched_personal_email: 'old@example.com' }];
		const parameters = { linkedinUrl: '={{ $json.who }}', includeInputFields: false };
		const run = await runOperation(await start(), findBest([], { rows, parameters, options: { skipWhen: true } }));
		expect(rowsOf(run)[0]).toMatchObject({ status: 'found', personal_email: 'old@example.com' });
		expect(rowsOf(run)[0]).not.toHaveProperty('title');
	});

	it('warns where the status column came in from another operation', async () => {
		const sandbox = await start();
		const first = await runOperation(sandbox, findBest(['test-found']));
		const again = await runOperation(sandbox, findBest([], { rows: rowsOf(first) }));
		const other = await runOperation(sandbox, {
			resource: 'businessProfile',
			operation: 'findByLinkedin',
			parameters: { linkedinUrl: '={{ $json.who }}' },
			rows: rowsOf(first),
		});
		const warned = (hints: Array<{ message: string }>) => hints.some(({ message }) => message.includes('"enriched_status" came in from another operation'));
		expect([again, other].map(({ hints }) => warned(hints))).toEqual([false, true]);
		expect(rowsOf(other)[0]).toMatchObject({ enriched_personal_email_risk_score: rowsOf(first)[0].enriched_personal_email_risk_score });
	});
});

describe('Column Prefix', () => {
	it('may be anything, also nothing', async () => {
		const sandbox = await start();
		const row = { who: 'test-found', status: 'mine' };
		const other = await runOperation(sandbox, findBest([], { rows: [row], options: { columnPrefix: 'ir.' } }));
		expect(rowsOf(other)[0]).toMatchObject({ status: 'mine', 'ir.status': 'found' });
		const none = await runOperation(sandbox, findBest([], { rows: [row], options: { columnPrefix: '' } }));
		expect(rowsOf(none)[0]).toMatchObject({ status: 'found', personal_email: 'test-found@example.com' });
		const undefinedPrefix = await runOperation(sandbox, findBest([], { rows: [row], options: { columnPrefix: '={{ undefined }}' } }));
		expect(rowsOf(undefinedPrefix)[0]).toMatchObject({ enriched_status: 'found' });
	});
});

describe('Skip When', () => {
	it('with a second equals sign, as it is after pasting, asks nothing and says so instead of leaving every row out', async () => {
		const sandbox = await start();
		const rows = [{ profile: 'test-found', enriched_found: false }];
		const run = await runOperation(sandbox, findBest([], { rows, options: { skipWhen: '=={{ $json.enriched_found }}' } }));
		expect(run.error?.message ?? '').toContain('Skip When starts with a second equals sign: remove it');
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('leaves rows exactly as they came in, and asks nothing for them', async () => {
		const sandbox = await start();
		const rows = [
			{ who: 'test-found', skip: 'yes', enriched_status: 'found', enriched_reason: 'mine', enriched_personal_email: '' },
			{ who: 'test-found', skip: 'TRUE' },
			{ who: 'test-not-found', skip: 'FALSE' },
			{ who: 'test-not-found', skip: '' },
			{ who: 'test-not-found' },
		];
		const run = await runOperation(sandbox, findBest([], { rows, options: { skipWhen: '={{ $json.skip }}' } }));
		expect(column(run, 'enriched_status')).toEqual(['found', 'skipped', 'not_found', 'not_found', 'not_found']);
		expect(rowsOf(run)[0]).toMatchObject(rows[0]);
		expect(column(run, 'enriched_reason')[1]).toBe('Skip When left this row out');
		expect(sandbox.ledger.summary().byTool).toEqual({ linkedin_to_best_personal_email_usa: { 200: 1 } });
	});

	it('leaves what an earlier run told of its lookup, where Include Lookup Details is on', async () => {
		const lookup = { tool: 'linkedin_to_best_personal_email_usa', tokensCharged: 1 };
		const rows = [{ who: 'test-found', enriched_status: 'found', enriched_lookup: lookup }, { who: 'test-found', enriched_status: 'found' }, { who: 'test-found' }];
		const run = await runOperation(await start(), findBest([], { rows, options: { skipWhen: true, includeLookupDetails: true } }));
		const nothing = expect.objectContaining({ tool: null, tokensCharged: 0 }) as unknown;
		expect(column(run, 'enriched_lookup')).toEqual([lookup, nothing, nothing]);
	});

	it('counts as answered: a sheet of which nothing is left ends well', async () => {
		const run = await runOperation(await start(), findBest(['nobody at all'], { options: { skipWhen: true } }));
		expect(run.status).toBe('success');
	});
});

describe('On Not Found and Deferred Rows', () => {
	const names = ['test-found', 'test-not-found', 'test-plan-limit', 'ada-example'];
	const limits = { batchSize: 1, concurrency: 1 };

	it.each([
		[{}, [[0, 1, 2, 3]]],
		[{ onNotFound: 'drop' }, [[0, 2, 3]]],
		[{ onNotFound: 'output' }, [[0, 2, 3], [1]]],
		[{ deferredRows: 'output' }, [[0, 1], [2, 3]]],
		[{ onNotFound: 'output', deferredRows: 'output' }, [[0], [2, 3], [1]]],
		[{ onNotFound: 'drop', deferredRows: 'output' }, [[0], [2, 3]]],
	])('%j: rows %j', async (options, expected) => {
		const run = await runOperation(await start(), findBest(names, { options, limits }));
		expect(run.outputs.map((_, output) => pairs(run, output))).toEqual(expected);
	});

	it('deferred rows say when to come back, where the service does', async () => {
		const run = await runOperation(await start(), findBest(['test-fair-use'], { limits: { onLimit: 'defer' } }));
		const [row] = rowsOf(run);
		expect(row.enriched_reason).toContain('fair_use_records: The Fair Use window of records is used up (HTTP 429 fair_use_limit_exceeded');
		expect(Date.parse(String(row.enriched_retry_at))).toBeGreaterThan(Date.now());
	});
});

describe('Hash Email', () => {
	it('lets no plain e-mail leave the machine', async () => {
		const sandbox = await start();
		const rows = ['ada@example.com', 'ADA@example.com', md5OfEmail('ada@example.com')].map((who) => ({ who }));
		const run = await runOperation(sandbox, {
			resource: 'businessProfile',
			operation: 'findByHashedEmail',
			parameters: { hashedEmail: '={{ $json.who }}' },
			rows,
			options: { hashEmail: true, includeLookupDetails: true },
		});
		expect(column(run, 'enriched_status')).toEqual(['found', 'found', 'found']);
		const sent = rowsOf(run).map((row) => (row.enriched_lookup as { identifier: string }).identifier);
		expect(new Set(sent)).toEqual(new Set([md5OfEmail('ada@example.com')]));
		expect(sandbox.ledger.summary().requests).toBe(1);
	});
});

describe('Include Lookup Details', () => {
	it('adds one object whose charges sum to the tokens of the run', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, {
			resource: 'businessProfile',
			operation: 'findByLinkedin',
			parameters: { linkedinUrl: '={{ $json.who }}' },
			rows: ['test-found', 'TEST-FOUND', 'test-not-found', '', 'ada-example'].map((who) => ({ who })),
			options: { includeLookupDetails: true },
		});
		const details = column(run, 'enriched_lookup') as Array<{ tokensCharged: number; sharedWith: number; tool: string | null }>;
		expect(details.map(({ tokensCharged }) => tokensCharged)).toEqual([1, 0, 0, 0, 1]);
		expect(details.map(({ sharedWith }) => sharedWith)).toEqual([1, 1, 0, 0, 0]);
		expect(sandbox.ledger.summary().tokensCharged).toBe(2);
	});
});

describe('Limits and Budget', () => {
	it('Max Tokens is never exceeded: the rest is deferred', async () => {
		const sandbox = await start();
		const names = Array.from({ length: 20 }, (_, row) => `nobody-example-${row}`);
		const run = await runOperation(sandbox, findBest(names, { limits: { maxTokens: 7, batchSize: 3 } }));
		expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 7 });
		expect(column(run, 'enriched_status').filter((status) => status === 'found')).toHaveLength(7);
		expect(column(run, 'enriched_reason').at(-1)).toContain('token_budget: ');
	});

	it('Reserve leaves records of the window untouched', async () => {
		const sandbox = await start({ limits: { enrich: { records: { '5h': 10 } } } });
		const names = Array.from({ length: 20 }, (_, row) => `nobody-example-${row}`);
		const run = await runOperation(sandbox, findBest(names, { limits: { reserve: 4 } }));
		expect(sandbox.ledger.summary()).toMatchObject({ recordsUsed: 6 });
		expect(column(run, 'enriched_reason').at(-1)).toContain('reserve: ');
	});

	it('Max Run Time defers what is left, and answers under way are kept', async () => {
		const sandbox = await start({ latency: 300 });
		const names = Array.from({ length: 40 }, (_, row) => `nobody-example-${row}`);
		const run = await runOperation(sandbox, findBest(names, { limits: { maxRunTime: 0.01, batchSize: 1, concurrency: 2 } }));
		const { requests } = sandbox.ledger.summary();
		expect(column(run, 'enriched_status').filter((status) => status === 'found')).toHaveLength(requests);
		expect(requests).toBeLessThan(40);
		expect(column(run, 'enriched_reason').at(-1)).toContain('run_time: ');
	});

	it('Timeout and On Lost Answer: a slow answer is lost, and asked again only where the user wants it', async () => {
		const sandbox = await start({ faults: [{ kind: 'slow', ms: 20_000, first: 2 }] });
		const fail = await runOperation(sandbox, findBest(['test-found'], { limits: { timeout: 3, onLostAnswer: 'fail' }, node: { onError: 'continueRegularOutput' } }));
		expect(column(fail, 'enriched_status')).toEqual(['failed']);
		expect(column(fail, 'enriched_reason')[0]).toContain('no answer came in time');
		expect(sandbox.ledger.summary().requests).toBe(1);
		const retry = await runOperation(sandbox, findBest(['test-found'], { limits: { timeout: 3 }, node: { onError: 'continueRegularOutput' } }));
		expect(column(retry, 'enriched_status')).toEqual(['found']);
		expect(sandbox.ledger.summary().requests).toBe(3);
	});

	it.each([
		[{ maxTokens: '={{ [] }}' }, 'Max Tokens must be a whole number of 0 or more'],
		[{ concurrency: '={{ true }}' }, 'Concurrency must be a whole number from 1 to 50'],
		[{ maxWait: -1 }, 'Max Wait must be a number from 0 to 604800'],
		[{ onLimit: '={{ "never" }}' }, 'On Limit must be one of wait, defer, error'],
	])('%j is refused by its name on the canvas', async (limits, sentence) => {
		const run = await runOperation(await start(), findBest(['test-found'], { limits }));
		expect(run.error?.message).toBe(sentence);
	});

	it('an empty number means its default', async () => {
		const run = await runOperation(await start(), findBest(['test-found'], { limits: { batchSize: '', concurrency: '={{ null }}', maxTokens: '={{ undefined }}' } }));
		expect(column(run, 'enriched_status')).toEqual(['found']);
	});
});

describe('a cell whose expression throws', () => {
	it('is invalid by itself and costs the others nothing', async () => {
		const rows = [{ who: 'test-found' }, { who: '' }, { who: 'test-not-found' }];
		const parameters = { linkedinUrl: '={{ $json.who || $("No Such Node").item.json.who }}' };
		const run = await runOperation(await start(), findBest([], { rows, parameters }));
		expect(column(run, 'enriched_status')).toEqual(['found', 'invalid', 'not_found']);
		expect(column(run, 'enriched_reason')[1]).toContain('The expression in LinkedIn URL could not be evaluated: ');
	});
});
