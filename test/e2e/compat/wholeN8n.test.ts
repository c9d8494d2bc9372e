import { request } from 'undici';
import { type Execution, executionEnded, rowsOf } from '../../../dev/n8n/instance/executions';
import { WHOLE } from '../../../dev/n8n/instance/releases';
import { CREDENTIAL_TYPE, NODE_TYPE } from '../../../dev/n8n/instance/workflow';
import { startEcho } from '../../support/wire/echoServer';
import { expectedFor } from '../support/expected';
import { startHosted, type Hosted } from '../support/hosted';
import { NODE, rowsWorkflow, START, type RowsWorkflow } from '../support/rowsWorkflow';

/** 250 people, 50 of them again in another spelling, 15 blanks and 15 typos. */
const CELLS = [
	...Array.from({ length: 250 }, (_, person) => `https://www.linkedin.com/in/person-example-${person}/`),
	...Array.from({ length: 50 }, (_, person) => `uk.linkedin.com/in/Person-Example-${person * 5}?trk=people`),
	...Array.from({ length: 15 }, () => ' '),
	...Array.from({ length: 15 }, (_, typo) => `https://example.com/typo-${typo}`),
];
/** The cells in mixed order: 7 and their number have no common divisor. */
const SHEET = CELLS.map((_, id) => ({ id, profile: CELLS[(id * 7) % CELLS.length] }));

interface NodeTypeListed {
	name: string;
	credentials?: Array<{ name: string }>;
	iconUrl?: { light: string; dark: string };
}

describe.each(WHOLE)('a whole $folder', (release) => {
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

	async function testCredential(baseUrl: string, apiKey: string) {
		const credentials = { ...host.credential, type: CREDENTIAL_TYPE, data: { baseUrl, apiKey } };
		return await host.rest.call('POST', 'credentials/test', { credentials });
	}

	it('lists the node, its variant for agents, the trigger, their credential and icons', async () => {
		const { url, login } = host.rest;
		const headers = { cookie: login.cookie, 'browser-id': login.browser };
		// n8n serves it as a static file, outside its REST API.
		const file = await request(`${url}/types/nodes.json`, { headers });
		const types = (await file.body.json()) as NodeTypeListed[];
		const listed = types.filter(({ name }) => name.startsWith(NODE_TYPE));
		expect(listed.map(({ name, credentials }) => [name, credentials?.map((one) => one.name)]).sort()).toEqual([
			[NODE_TYPE, [CREDENTIAL_TYPE]],
			[`${NODE_TYPE}Tool`, [CREDENTIAL_TYPE]],
			[`${NODE_TYPE}Trigger`, [CREDENTIAL_TYPE]],
		]);
		for (const icon of listed.flatMap(({ iconUrl }) => [iconUrl?.light, iconUrl?.dark])) {
			const answer = await request(`${url}/${icon}`);
			await answer.body.dump();
			expect(answer.headers['content-type']).toContain('image/svg+xml');
		}
	});

	it('accepts a working credential, and rejects a wrong key, a wrong path and another server', async () => {
		const { url, key } = host.sandbox;
		expect(await testCredential(url, key)).toMatchObject({ status: 'OK' });
		expect(await testCredential(url, 'sandbox_wrong')).toMatchObject({ status: 'Error' });
		expect(await testCredential(`${url}/elsewhere`, key)).toMatchObject({ status: 'Error' });
		const echo = await startEcho();
		try {
			const message = 'Another server answered instead of the service. Check the Base URL';
			expect(await testCredential(echo.url, key)).toEqual({ status: 'Error', message });
		} finally {
			await echo.close();
		}
	});

	it('returns every row of a sheet in order, with its own answer', async () => {
		const linkedinUrl = '={{ $json.profile }}';
		const settings = { onError: 'continueRegularOutput' };
		const execution = await run({ rows: SHEET, parameters: { linkedinUrl }, settings, behind: ['Results'] });

		expect(execution.status).toBe('success');
		const sandboxSettings = host.sandbox.settings();
		const expected = SHEET.map(({ id, profile }) => ({ id, ...expectedFor(profile, sandboxSettings) }));
		const rows = rowsOf(execution, 'Results').map((row) => ({
			id: row.id,
			status: row.enriched_status,
			personalEmail: row.enriched_personal_email,
		}));
		expect(rows).toEqual(expected);
		const statuses = new Set(expected.map(({ status }) => status));
		expect(statuses).toEqual(new Set(['found', 'not_found', 'skipped', 'invalid']));

		// 250 people are three batches of up to 100. Duplicates share the charge for their person.
		const hits = new Set(expected.map(({ personalEmail }) => personalEmail).filter((email) => email !== null));
		const summary = { requests: 3, tokensCharged: hits.size, chargedMoreThanOnce: [] };
		expect(host.sandbox.ledger.summary()).toMatchObject(summary);
		const hints = execution.runs[NODE].flatMap((one) => one.hints ?? []).map(({ message }) => message);
		expect(hints.join()).toContain('330 rows');
	});

	it('answers rows from the rows at its input Known', async () => {
		const rows = SHEET.slice(0, 50);
		const parameters = { linkedinUrl: '={{ $json.profile }}', options: { knownAnswers: true } };
		const settings = { onError: 'continueRegularOutput' };
		const first = rowsOf(await run({ rows, known: [{}], parameters, settings, behind: [] }), NODE);
		host.sandbox.ledger.clear();
		const second = rowsOf(await run({ rows, known: first, parameters, settings, behind: [] }), NODE);
		expect(host.sandbox.ledger.requests()).toEqual([]);
		const answers = (all: typeof first) => all.map((row) => [row.id, row.enriched_status, row.enriched_answers]);
		expect(answers(second)).toEqual(answers(first));
	});

	it('routes rows to Results, Deferred, Not Found and the error output', async () => {
		const names = [
			'in/test-found',
			'in/test-not-found',
			'',
			'no profile',
			'in/test-invalid',
			'in/test-plan-limit',
			'in/ada-example',
		];
		const execution = await run({
			rows: names.map((who, id) => ({ id, who })),
			parameters: {
				linkedinUrl: '={{ $json.who }}',
				options: { onLimit: 'output', onNotFound: 'output', concurrency: 1, maxWait: 0 },
			},
			settings: { onError: 'continueErrorOutput' },
			behind: ['Results', 'Deferred', 'Not Found', 'Errors'],
		});

		expect(execution.status).toBe('success');
		const rows = ['Results', 'Deferred', 'Not Found'].map((output) =>
			rowsOf(execution, output).map(({ id, enriched_status }) => `${String(id)} ${String(enriched_status)}`),
		);
		expect(rows).toEqual([['0 found', '2 skipped'], ['5 deferred', '6 deferred'], ['1 not_found']]);
		expect(rowsOf(execution, 'Errors')).toMatchObject([
			{ id: 3, error: { message: expect.stringContaining('no profile') as string, httpStatus: null } },
			{ id: 4, error: { httpStatus: 422, code: 'invalid_input' } },
		]);
		// The batch, its first half, the two parts of that, and the second half.
		expect(host.sandbox.ledger.summary()).toMatchObject({ requests: 5, tokensCharged: 1 });
	});
});
