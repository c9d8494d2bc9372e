import type { IDataObject } from 'n8n-workflow';
import { okAnswer } from '../../support/node/answers';
import { findBest, findProfiles } from '../../support/node/findBestRun';
import { column, hintsOf, rowsOf, runOperation } from '../../support/node/nodeRun';
import { hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();

const SLUGS = Array.from({ length: 10 }, (_, row) => `person-${row}`);

describe('a status that the contract does not name', () => {
	it.each([
		['single lookups', findProfiles(SLUGS)],
		['a batch', findBest(SLUGS)],
	])('is a miss if nothing was charged, with the status in reason: %s', async (_what, job) => {
		const metadata = { tokens_charged: 0 };
		const service = await start(() => okAnswer({}, { status: 'no_coverage', metadata }));
		const run = await runOperation(service, job);
		expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['not_found']));
		expect(column(run, 'enriched_reason')[0]).toBe('The service says: no_coverage');
		expect(hintsOf(run)).not.toContain('may have been made');
	});

	it('is a lost answer if the charge is unknown', async () => {
		const service = await start(() => okAnswer({}, { status: 'no_coverage' }));
		const node = { onError: 'continueRegularOutput' } as const;
		const run = await runOperation(service, findProfiles(SLUGS, { node }));
		expect(column(run, 'enriched_status')).not.toContain('not_found');
	});
});

describe('an error block in a successful response of a Custom Tool', () => {
	const error = { code: 'quota_note', message: 'Half of the sources were asked' };
	const rowFor = async (more: object, row: IDataObject = {}) => {
		const run = await runOperation(await start(() => okAnswer({ name: 'Ada' }, more)), {
			resource: 'tool',
			operation: 'call',
			parameters: { toolName: 'any_tool', body: { name: 'ada' } },
			rows: [row],
		});
		return rowsOf(run)[0];
	};

	it.each([{ error }, { error: error.code, message: error.message }])('is in service_error: %j', async (more) => {
		const row = await rowFor(more);
		expect(row).toMatchObject({
			enriched_status: 'found',
			enriched_reason: 'The service says: quota_note: Half of the sources were asked',
			enriched_results: { name: 'Ada' },
			enriched_service_error: error,
		});
		expect(row).not.toHaveProperty('error');
	});

	it('has no column if absent, and clears the column of an earlier run', async () => {
		expect(await rowFor({})).not.toHaveProperty('enriched_service_error');
		const again = await rowFor({}, { enriched_service_error: error });
		expect(again).toMatchObject({ enriched_service_error: '' });
	});
});
