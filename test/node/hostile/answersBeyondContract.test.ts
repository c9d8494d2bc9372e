import type { IDataObject } from 'n8n-workflow';
import { jsonAnswer, okAnswer } from '../../support/node/answers';
import { findBest, findProfiles } from '../../support/node/findBestRun';
import { column, hintsOf, rowsOf, runOperation } from '../../support/node/nodeRun';
import { resolve } from '../../support/node/resolveRun';
import { hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();

const SLUGS = Array.from({ length: 10 }, (_, row) => `person-${row}`);
const emailOf = (input: string) => `${input.slice(input.lastIndexOf('/') + 1)}@example.net`;

describe('a batch', () => {
	const row = (input: string) => ({ email: emailOf(input) });

	it.each<[string, number, (inputs: string[]) => unknown]>([
		['without echoes is retried as single lookups', 11, (inputs) => inputs.map(row).reverse()],
		['in order, but without echoes, too', 11, (inputs) => inputs.map(row)],
		[
			'with an index from 1 is sent once',
			1,
			(inputs) => inputs.map((input, place) => ({ index: place + 1, data: row(input) })).reverse(),
		],
		[
			'within an object is sent once',
			1,
			(inputs) => ({
				items: inputs.map((input) => ({ profile_url: input, ...row(input) })).reverse(),
				total: 10,
			}),
		],
		[
			'keyed within an object is sent once',
			1,
			(inputs) => ({ results: Object.fromEntries(inputs.map((input) => [input, row(input)])) }),
		],
	])('%s: %i requests', async (_what, requests, results) => {
		const service = await start(({ inputs }) => okAnswer(inputs.length === 1 ? row(inputs[0]) : results(inputs)));
		const run = await runOperation(service, findBest(SLUGS));
		expect(column(run, 'enriched_personal_email')).toEqual(SLUGS.map(emailOf));
		expect(service.received).toHaveLength(requests);
	});
});

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

describe('a phone', () => {
	const PHONE = '12025550123';

	it.each<[unknown, string | null, string | null]>([
		[{ phones: [{ number: PHONE }] }, `+${PHONE}`, null],
		[{ mobile_phone: '***0100' }, null, 'The service returned a phone number that cannot be dialled'],
		[{ mobile_phone: 'N/A' }, null, null],
	])('is read from %j', async (results, phone, reason) => {
		const service = await start(() => okAnswer({ full_name: 'Ada Example', ...(results as object) }));
		const parameters = { linkedinUrl: '={{ $json.who }}', includeMobilePhone: true };
		const [row] = rowsOf(await runOperation(service, findProfiles(['ada-example'], { parameters })));
		expect(row).toMatchObject({
			enriched_mobile_phone: phone,
			enriched_reason: reason && (expect.stringContaining(reason) as string),
		});
	});

	it('in another field stops Resolve before the next tool', async () => {
		const linkedin = 'https://www.linkedin.com/in/ada-example';
		const service = await start(() => okAnswer({ first_name: 'Ada', linkedinurl: linkedin, mobile: PHONE }));
		const run = await runOperation(service, resolve(['mobilePhone'], [{ linkedin, email: 'ada@example.com' }]));
		expect(column(run, 'enriched_mobile_phone')).toEqual([`+${PHONE}`]);
		expect(service.received.map(({ tool }) => tool)).toEqual(['linkedin_to_mobile_phone']);
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

it('a search trial that is used up does not stop the other tools of the run', async () => {
	const error = { code: 'fair_use_limit_exceeded', message: 'The search trial is used up' };
	const service = await start(({ tool }) =>
		tool === 'people_search' ? jsonAnswer({ error, metadata: {} }, 429) : okAnswer({ name: 'Ada' }),
	);
	const run = await runOperation(service, {
		resource: 'tool',
		operation: 'call',
		parameters: { toolName: '={{ $json.tool }}', body: '={{ { "row": $json.row } }}' },
		options: { concurrency: 1 },
		rows: ['people_search', 'any_tool', 'people_search', 'any_tool'].map((tool, row) => ({ tool, row })),
	});
	expect(column(run, 'enriched_status')).toEqual(['deferred', 'found', 'deferred', 'found']);
	expect(service.received.map(({ tool }) => tool)).toEqual(['people_search', 'any_tool', 'any_tool']);
	expect(column(run, 'enriched_reason')[0]).toContain('plan_limit: ');
});
