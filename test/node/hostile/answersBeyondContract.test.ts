import type { IDataObject } from 'n8n-workflow';
import { hostileServers, type RawAnswer, type Received } from '../../support/wire/hostileServer';
import { column, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';

const start = hostileServers();

const SLUGS = Array.from({ length: 10 }, (_, row) => `person-${row}`);
const addressOf = (slug: string) => `https://www.linkedin.com/in/${slug}`;
const slugOf = (input: string) => input.slice(input.lastIndexOf('/') + 1);
const emailOf = (input: string) => `${slugOf(input)}@example.net`;

const json = (body: unknown, status = 200): RawAnswer => ({ status, body: JSON.stringify(body) });
const ok = (results: unknown, more: object = {}): RawAnswer => json({ results, status: 'ok', metadata: {}, ...more });

const job = (resource: string, operation: string, more: Partial<OperationRun> = {}): OperationRun => ({
	resource,
	operation,
	parameters: { linkedinUrl: '={{ $json.who }}' },
	rows: SLUGS.map((slug) => ({ who: addressOf(slug) })),
	node: { onError: 'continueRegularOutput' },
	...more,
});

describe('a batch', () => {
	const requestSizes = async (results: (inputs: string[]) => unknown) => {
		const service = await start(({ inputs }) =>
			ok(inputs.length === 1 ? { email: emailOf(inputs[0]) } : results(inputs), {
				metadata: { tokens_charged: inputs.length },
			}),
		);
		const run = await runOperation(service, job('personalEmail', 'findBest'));
		expect(column(run, 'enriched_personal_email')).toEqual(SLUGS.map(emailOf));
		return service.received.map(({ inputs }) => inputs.length);
	};
	const row = (input: string) => ({ email: emailOf(input) });
	const reversed = <T>(rows: T[]) => [...rows].reverse();

	it('without echoes is retried as single lookups, in any order', async () => {
		expect(await requestSizes((inputs) => reversed(inputs.map(row)))).toEqual([10, ...Array<number>(10).fill(1)]);
		expect(await requestSizes((inputs) => inputs.map(row))).toEqual([10, ...Array<number>(10).fill(1)]);
	});

	it.each<[string, (inputs: string[]) => unknown]>([
		['with an index', (inputs) => reversed(inputs.map((input, index) => ({ index, ...row(input) })))],
		[
			'with an index from 1',
			(inputs) => reversed(inputs.map((input, place) => ({ index: place + 1, data: row(input) }))),
		],
		[
			'within an object',
			(inputs) => ({ items: reversed(inputs.map((input) => ({ input, ...row(input) }))), total: 10 }),
		],
		[
			'keyed within an object',
			(inputs) => ({ results: Object.fromEntries(inputs.map((input) => [input, row(input)])) }),
		],
		['with profile_url', (inputs) => reversed(inputs.map((input) => ({ profile_url: input, ...row(input) })))],
		['with query', (inputs) => reversed(inputs.map((input) => ({ query: slugOf(input), ...row(input) })))],
	])('%s is sent once', async (_what, results) => {
		expect(await requestSizes(results)).toEqual([10]);
	});
});

describe('a status that the contract does not name', () => {
	const unknown = (tokens_charged?: number) => (): RawAnswer =>
		json({ results: {}, status: 'no_coverage', metadata: tokens_charged === undefined ? {} : { tokens_charged } });

	it.each(['businessProfile/findByLinkedin', 'personalEmail/findBest'])(
		'is a miss if nothing was charged, with the status in reason: %s',
		async (name) => {
			const [resource, operation] = name.split('/');
			const service = await start(unknown(0));
			const run = await runOperation(service, job(resource, operation));
			expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['not_found']));
			expect(column(run, 'enriched_reason')[0]).toBe('The service says: no_coverage');
			expect(run.hints.map(({ message }) => message).join()).not.toContain('may have been made');
			expect(service.received.every(({ inputs }) => inputs.length === 1)).toBe(resource === 'businessProfile');
		},
	);

	it('is a lost answer if the charge is unknown', async () => {
		const run = await runOperation(await start(unknown()), job('businessProfile', 'findByLinkedin'));
		expect(column(run, 'enriched_status')).not.toContain('not_found');
	});
});

describe('a phone', () => {
	const PHONE = '12025550123';
	const rowFor = async (results: object) => {
		const service = await start(() => ok({ full_name: 'Ada Example', ...results }));
		const parameters = { linkedinUrl: '={{ $json.who }}', includeMobilePhone: true };
		const rows = [{ who: addressOf('ada-example') }];
		return rowsOf(await runOperation(service, job('businessProfile', 'findByLinkedin', { parameters, rows })))[0];
	};

	it.each<[object]>([
		[{ mobile: PHONE }],
		[{ cell: PHONE }],
		[{ phones: [{ number: PHONE }] }],
		[{ contact: { mobile_phone: PHONE } }],
	])('is read from %j', async (results) => {
		expect(await rowFor(results)).toMatchObject({ enriched_mobile_phone: PHONE, enriched_reason: null });
	});

	it('that is masked is ignored, and reason says so', async () => {
		expect(await rowFor({ mobile_phone: '***0100' })).toMatchObject({
			enriched_mobile_phone: null,
			enriched_reason: expect.stringMatching(
				/^The service returned a phone number that cannot be dialled/,
			) as string,
		});
	});

	it.each(['N/A', 'true', '0', {}, true, 0])('is not %j', async (value) => {
		expect(await rowFor({ mobile_phone: value })).toMatchObject({
			enriched_mobile_phone: null,
			enriched_reason: null,
		});
	});

	it('in another field stops Resolve before the next tool', async () => {
		const service = await start(() =>
			ok({ first_name: 'Ada', linkedinurl: addressOf('ada-example'), mobile: PHONE }),
		);
		const run = await runOperation(service, {
			resource: 'person',
			operation: 'resolve',
			parameters: {
				linkedinUrl: '={{ $json.who }}',
				email: '={{ $json.email }}',
				want: ['mobilePhone'],
			},
			rows: [{ who: addressOf('ada-example'), email: 'ada@example.com' }],
		});
		expect(column(run, 'enriched_mobile_phone')).toEqual([PHONE]);
		expect(service.received.map(({ tool }) => tool)).toEqual(['linkedin_to_mobile_phone']);
	});
});

describe('an error block in a successful response of a Custom Tool', () => {
	const error = { code: 'quota_note', message: 'Half of the sources were asked' };
	const rowFor = async (answer: (received: Received) => RawAnswer, row: IDataObject = {}) => {
		const run = await runOperation(await start(answer), {
			resource: 'tool',
			operation: 'call',
			parameters: { toolName: 'any_tool', body: { name: 'ada' } },
			rows: [row],
		});
		return rowsOf(run)[0];
	};

	it('is in reason and in service_error', async () => {
		const row = await rowFor(() => ok({ name: 'Ada' }, { error }));
		expect(row).toMatchObject({
			enriched_status: 'found',
			enriched_reason: 'The service says: quota_note: Half of the sources were asked',
			enriched_results: { name: 'Ada' },
			enriched_service_error: error,
		});
		expect(row).not.toHaveProperty('error');
	});

	it('has the same columns in its flat shape', async () => {
		const row = await rowFor(() => ok({ name: 'Ada' }, { error: 'quota_note', message: 'Half' }));
		expect(row).toMatchObject({ enriched_service_error: { code: 'quota_note', message: 'Half' } });
	});

	it('has no column if absent, and clears the column of an earlier run', async () => {
		expect(await rowFor(() => ok({ name: 'Ada' }))).not.toHaveProperty('enriched_service_error');
		expect(await rowFor(() => ok({ name: 'Ada' }), { enriched_service_error: error })).toMatchObject({
			enriched_service_error: '',
		});
	});
});

describe('a search trial that is used up', () => {
	it('does not stop the other tools of the run', async () => {
		const limit = {
			error: { code: 'fair_use_limit_exceeded', message: 'The search trial is used up' },
			metadata: {},
		};
		const service = await start(({ tool }) => (tool === 'people_search' ? json(limit, 429) : ok({ name: 'Ada' })));
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
});

describe('an account', () => {
	it('with unlimited false and a balance of -1 is not unlimited', async () => {
		const service = await start(() => ok({ id: 'acct_example', token_balance: -1, unlimited: false }));
		const run = await runOperation(service, { resource: 'account', operation: 'get', rows: [{}] });
		expect(rowsOf(run)).toMatchObject([{ token_balance: -1, unlimited: false }]);
	});
});
