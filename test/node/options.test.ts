import { findBest, findProfiles } from '../support/node/findBestRun';
import { column, pairs, rowsOf, runOperation } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

describe('Rows Answered Before', () => {
	const OLD = { enriched_status: 'found', enriched_reason: 'old', enriched_personal_email: 'old@example.com' };

	it('keeps the lookup details of an earlier run, and ends without an error if all rows are skipped', async () => {
		const lookup = { tool: 'linkedin_to_best_personal_email_usa', tokensCharged: 1 };
		const rows = [
			{ who: 'in/test-found', ...OLD, enriched_lookup: lookup },
			{ who: 'in/test-found', ...OLD },
		];
		const run = await runOperation(await start(), findBest([], { rows, options: { includeLookupDetails: true } }));
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
