import { type Execution, executionEnded, rowsOf } from '../../../dev/n8n/instance/executions';
import { CURRENT, ON_NODE_20 } from '../../../dev/n8n/instance/releases';
import { CREDENTIAL_TYPE, NODE_TYPE } from '../../../dev/n8n/instance/workflow';
import { startEcho } from '../../support/echoServer';
import { expectedFor } from '../support/expected';
import { startHosted, type Hosted } from '../support/hosted';
import { NODE, rowsWorkflow, START, type RowsWorkflow } from '../support/rowsWorkflow';

const RESULTS = ['Results'];

/** 250 people, 50 of them again in another spelling, 15 blanks and 15 typos. */
const CELLS = [
	...Array.from({ length: 250 }, (_, person) => `https://www.linkedin.com/in/person-example-${person}/`),
	...Array.from({ length: 50 }, (_, person) => `uk.linkedin.com/in/Person-Example-${person * 5}?trk=people`),
	...Array.from({ length: 15 }, () => ' '),
	...Array.from({ length: 15 }, (_, typo) => `https://example.com/typo-${typo}`),
];
/** All of them mixed: 7 and their number have no divisor in common. */
const SHEET = CELLS.map((_, id) => ({ id, profile: CELLS[(id * 7) % CELLS.length] }));

describe.each([CURRENT, ON_NODE_20])('a whole $folder', (release) => {
	let host: Hosted;

	beforeAll(async () => {
		host = await startHosted({ release, sandbox: { settings: { hitRate: 0.8 } } });
	});

	afterAll(async () => await host?.stop());

	beforeEach(() => host.sandbox.ledger.clear());

	async function run(workflow: RowsWorkflow, credential = host.credential): Promise<Execution> {
		const { id } = await host.rest.createWorkflow(rowsWorkflow(workflow, credential));
		return await executionEnded(host.rest, await host.rest.run(id, START));
	}

	it('lists the node, its variant for agents, the trigger, and their credential', async () => {
		const listed = (await host.rest.nodeTypes()).filter(({ name }) => name.startsWith(NODE_TYPE));
		expect(listed.map(({ name, credentials }) => [name, credentials?.map((one) => one.name)]).sort()).toEqual([
			[NODE_TYPE, [CREDENTIAL_TYPE]],
			[`${NODE_TYPE}Tool`, [CREDENTIAL_TYPE]],
			[`${NODE_TYPE}Trigger`, [CREDENTIAL_TYPE]],
		]);
		for (const { iconUrl } of listed) {
			const icons = await Promise.all(
				[iconUrl?.light, iconUrl?.dark].map(async (icon) => await fetch(`${host.n8n.url}/${icon}`)),
			);
			expect(icons.map(({ headers }) => headers.get('content-type'))).toEqual(
				Array(2).fill(expect.stringContaining('image/svg+xml')),
			);
		}
	});

	it.each([
		['a key that works', ({ sandbox }: Hosted) => ({ baseUrl: sandbox.url, apiKey: sandbox.key }), 'OK'],
		['a wrong key', ({ sandbox }: Hosted) => ({ baseUrl: sandbox.url, apiKey: 'sandbox_wrong' }), 'Error'],
		[
			'a path where there is nothing',
			({ sandbox }: Hosted) => ({ baseUrl: `${sandbox.url}/elsewhere`, apiKey: sandbox.key }),
			'Error',
		],
	])('tests a credential with %s', async (_what, data, status) => {
		const credentials = { ...host.credential, type: CREDENTIAL_TYPE, data: data(host) };
		expect(await host.rest.call('POST', 'credentials/test', { credentials })).toMatchObject({ status });
	});

	it('fails the test of a credential whose address belongs to another server, though that one accepts everything', async () => {
		const echo = await startEcho();
		try {
			const credentials = {
				...host.credential,
				type: CREDENTIAL_TYPE,
				data: { baseUrl: echo.url, apiKey: host.sandbox.key },
			};
			const message = 'Something other than the service answered. Check the Base URL';
			expect(await host.rest.call('POST', 'credentials/test', { credentials })).toEqual({
				status: 'Error',
				message,
			});
		} finally {
			await echo.close();
		}
	});

	it.each([
		['a column', '={{ $json.profile }}'],
		['an expression that n8n must evaluate', '={{ $json.profile.trim().replace("https://", "") }}'],
	])(
		'brings every row of a sheet back, in order, each with its own answer, read from %s',
		async (_what, linkedinUrl) => {
			const execution = await run({
				rows: SHEET,
				parameters: { linkedinUrl },
				settings: { onError: 'continueRegularOutput' },
				behind: RESULTS,
			});

			expect(execution.status).toBe('success');
			const settings = host.sandbox.settings();
			const expected = SHEET.map(({ id, profile }) => ({ id, ...expectedFor(profile, settings) }));
			const came = rowsOf(execution, 'Results').map((row) => ({
				id: row.id,
				status: row.enriched_status,
				personalEmail: row.enriched_personal_email,
			}));
			expect(came).toEqual(expected);
			const statuses = new Set(expected.map(({ status }) => status));
			expect(statuses).toEqual(new Set(['found', 'not_found', 'skipped', 'invalid']));

			// 250 people in batches of 100; the charge for a duplicate is that of the person.
			const people = new Set(
				expected.map(({ personalEmail }) => personalEmail).filter((email) => email !== null),
			);
			expect(host.sandbox.ledger.summary()).toMatchObject({
				requests: 3,
				tokensCharged: people.size,
				chargedMoreThanOnce: [],
			});
			const hints = execution.runs[NODE].flatMap((one) => one.hints ?? []).map(({ message }) => message);
			expect(hints.join()).toContain('330 rows');
		},
	);

	it('parts the rows among Results, Deferred, Not Found and the error output', async () => {
		const names = [
			'test-found',
			'test-not-found',
			'',
			'no identifier at all',
			'test-invalid',
			'TEST-found',
			'test-plan-limit',
			'ada-example',
		];
		const execution = await run({
			rows: names.map((who, id) => ({ id, who })),
			parameters: {
				linkedinUrl: '={{ $json.who }}',
				options: { deferredRows: 'output', onNotFound: 'output' },
				limits: { batchSize: 1, concurrency: 1, maxWait: 0 },
			},
			settings: { onError: 'continueErrorOutput' },
			behind: ['Results', 'Deferred', 'Not Found', 'Errors'],
		});

		expect(execution.status).toBe('success');
		const arrived = ['Results', 'Deferred', 'Not Found'].map((name) =>
			rowsOf(execution, name).map((row) => [row.id, row.enriched_status]),
		);
		expect(arrived).toEqual([
			[
				[0, 'found'],
				[2, 'skipped'],
				[5, 'found'],
			],
			[
				[6, 'deferred'],
				[7, 'deferred'],
			],
			[[1, 'not_found']],
		]);
		expect(rowsOf(execution, 'Errors')).toEqual([
			{
				id: 3,
				who: names[3],
				error: expect.objectContaining({
					message: expect.stringContaining(names[3]) as string,
					httpStatus: null,
				}) as object,
			},
			{
				id: 4,
				who: names[4],
				error: expect.objectContaining({ httpStatus: 422, code: 'invalid_input' }) as object,
			},
		]);
		expect(host.sandbox.ledger.summary()).toMatchObject({ requests: 4, tokensCharged: 1 });
	});

	it('keeps what a limit left in Results by default, and asks only for that in the next round', async () => {
		const parameters = {
			linkedinUrl: '={{ $json.who }}',
			options: { skipWhen: '={{ $json.enriched_found }}' },
			limits: { batchSize: 1, concurrency: 1 },
		};
		const rows = ['test-found', 'test-plan-limit', 'test-catch-all'].map((who, id) => ({ id, who }));
		const first = rowsOf(await run({ rows, parameters, behind: RESULTS }), 'Results');
		expect(first.map((row) => row.enriched_status)).toEqual(['found', 'deferred', 'deferred']);
		expect(first[1].enriched_reason).toMatch(/^plan_limit: /);

		host.sandbox.ledger.clear();
		const again = first.map((row) => ({ ...row, who: row.who === 'test-plan-limit' ? 'test-not-found' : row.who }));
		const second = rowsOf(await run({ rows: again, parameters, behind: RESULTS }), 'Results');
		expect(second.map((row) => [row.id, row.enriched_status])).toEqual([
			[0, 'found'],
			[1, 'not_found'],
			[2, 'found'],
		]);
		expect(host.sandbox.ledger.summary().requests).toBe(2);
	});

	it('ends with one clear error where the key is dead, after no more requests than may be under way', async () => {
		const dead = await host.rest.createCredential('Dead Key', CREDENTIAL_TYPE, {
			baseUrl: host.sandbox.url,
			apiKey: 'sandbox_dead',
		});
		const parameters = { linkedinUrl: '={{ $json.profile }}', limits: { batchSize: 10, concurrency: 2 } };
		const { status, error } = await run({ rows: SHEET, parameters, behind: RESULTS }, dead);
		expect(status).toBe('error');
		expect(error?.message).toContain('did not accept the API key');
		expect(host.sandbox.ledger.summary().requests).toBeLessThanOrEqual(2);
	});
});
