import { findBest, findProfiles } from '../support/node/findBestRun';
import { column, hintsOf, pairs, rowsOf, runOperation } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

describe('Skip When', () => {
	it('with a second equals sign, for example after pasting, is an error and does not skip all rows', async () => {
		const sandbox = await start();
		const options = { skipWhen: '=={{ $json.enriched_status === "found" }}' };
		const run = await runOperation(sandbox, findBest(['test-found'], { options }));
		expect(run.error?.message).toContain('Skip When starts with a second equals sign: remove it');
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('keeps skipped rows unchanged and does not look them up', async () => {
		const sandbox = await start();
		const paid = { enriched_status: 'found', enriched_reason: 'mine', enriched_personal_email: '' };
		const rows = [
			{ who: 'in/test-found', skip: 'yes', ...paid },
			{ who: 'in/test-found', skip: 'TRUE' },
			{ who: 'in/test-not-found', skip: 'FALSE' },
			{ who: 'in/test-not-found', skip: '' },
			{ who: 'in/test-not-found' },
			{ who: 'in/test-found', skip: 'yes', enriched_status: 'found' },
		];
		const run = await runOperation(sandbox, findBest([], { rows, options: { skipWhen: '={{ $json.skip }}' } }));
		expect(column(run, 'enriched_status').join(' ')).toBe('found skipped not_found not_found not_found found');
		expect(rowsOf(run)[0]).toMatchObject(rows[0]);
		expect(column(run, 'enriched_reason')[1]).toBe('Skip When skipped this row');
		expect(hintsOf(run)).toContain('1 row that Skip When skipped has no personal_email: another operation');
		expect(sandbox.ledger.summary().byTool).toEqual({ linkedin_to_best_personal_email_usa: { 200: 1 } });
	});

	it('keeps the lookup details of an earlier run, and ends without an error if it skips all rows', async () => {
		const lookup = { tool: 'linkedin_to_best_personal_email_usa', tokensCharged: 1 };
		const rows = [{ who: 'x', enriched_status: 'found', enriched_lookup: lookup }, { who: 'nobody at all' }];
		const options = { skipWhen: true, includeLookupDetails: true };
		const run = await runOperation(await start(), findBest([], { rows, options }));
		expect(run.status).toBe('success');
		const empty = expect.objectContaining({ tool: null, tokensCharged: 0 }) as unknown;
		expect(column(run, 'enriched_lookup')).toEqual([lookup, empty]);
	});
});

describe('On Not Found and On Limit', () => {
	it.each([
		[{}, [[0, 1, 2, 3]]],
		[{ onNotFound: 'drop' }, [[0, 2, 3]]],
		[{ onNotFound: 'output' }, [[0, 2, 3], [1]]],
		[{ onNotFound: 'output', onLimit: 'output' }, [[0], [2, 3], [1]]],
		[{ onNotFound: 'drop', onLimit: 'output' }, [[0], [2, 3]]],
	])('%j: rows %j', async (options, expected) => {
		const names = ['test-found', 'test-not-found', 'test-plan-limit', 'ada-example'];
		const run = await runOperation(await start(), findProfiles(names, { options }));
		expect(run.outputs.map((_, output) => pairs(run, output))).toEqual(expected);
	});

	it('deferred rows have retry_at if the service reports a reset time', async () => {
		const run = await runOperation(await start(), findBest(['test-fair-use'], { options: { maxWait: 0 } }));
		const [row] = rowsOf(run);
		expect(row.enriched_reason).toContain(
			'fair_use_records: The Fair Use window of records is used up (HTTP 429 fair_use_limit_exceeded',
		);
		expect(Date.parse(String(row.enriched_retry_at))).toBeGreaterThan(Date.now());
	});
});

it('Include Lookup Details adds one object per row, and their charges sum to the tokens of the run', async () => {
	const sandbox = await start();
	const rows = ['in/test-found', 'in/TEST-FOUND', 'in/test-not-found', '', 'in/ada-example'].map((who) => ({ who }));
	const run = await runOperation(sandbox, findProfiles([], { rows, options: { includeLookupDetails: true } }));
	const details = column(run, 'enriched_lookup') as Array<{ tokensCharged: number; sharedWith: number }>;
	expect(details.map(({ tokensCharged }) => tokensCharged)).toEqual([1, 0, 0, 0, 1]);
	expect(details.map(({ sharedWith }) => sharedWith)).toEqual([1, 1, 0, 0, 0]);
	expect(sandbox.ledger.summary().tokensCharged).toBe(2);
});

it('a cell whose expression throws is invalid and does not affect other rows', async () => {
	const rows = [{ who: 'in/test-found' }, { who: '' }, { who: 'in/test-not-found' }];
	const parameters = { linkedinUrl: '={{ $json.who || $("No Such Node").item.json.who }}' };
	const run = await runOperation(await start(), findBest([], { rows, parameters }));
	expect(column(run, 'enriched_status')).toEqual(['found', 'invalid', 'not_found']);
	expect(column(run, 'enriched_reason')[1]).toContain('The expression in LinkedIn URL could not be evaluated: ');
});
