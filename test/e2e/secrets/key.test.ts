import { Endings } from '../../../dev/n8n/instance/endings';
import { eventually } from '../../../dev/n8n/instance/eventually';
import { executionEnded, type Execution } from '../../../dev/n8n/instance/executions';
import { CREDENTIAL_TYPE, NODE_TYPE } from '../../../dev/n8n/instance/fill';
import type { CredentialRef, WorkflowNode } from '../../../dev/n8n/instance/rest';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/server';
import { testId } from '../canvas/selectors';
import { NODE, rowsWorkflow, START, type RowsWorkflow } from '../support/rowsWorkflow';
import { NEVER, publish, triggerWorkflow, unpublish } from '../trigger/triggerWorkflow';
import { openEditor } from './editor';
import { startOtherServers, type OtherServers } from './services';
import { sightingsOf } from './sightings';
import { startWatched, type Watched } from './watched';

/** No twelve characters of them stand anywhere by chance. */
const KEY = 'sandbox_Qz7xW9vKm3pT5rN8bJ2cD6fG4hL1sY0aE';
const OTHER_KEY = 'sandbox_uR4yP8kV1nX6wC3jM9tB5zH2qS7gF0dLe';

const BEHIND = { behind: ['Results'] };
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const SINGLE = {
	resource: 'businessProfile',
	operation: 'findByLinkedin',
	linkedinUrl: '={{ $json.who }}',
	output: 'raw',
	options: { includeLookupDetails: true },
};
const QUICK = { retries: 1, maxWait: 1, timeout: 5 };

/** What the service answers with, by the name that makes it. */
const ANSWERS = [
	'test-found',
	'test-not-found',
	'test-invalid',
	'test-unauthorized',
	'test-forbidden',
	'test-plan-restricted',
	'test-account-inactive',
	'test-insufficient-tokens',
	'test-rate-limited',
	'test-internal-error',
	'test-reset',
	'test-reset-charged',
	'test-half-body',
	'test-not-json',
	'test-unavailable',
	'test-no-metadata',
];

interface Listed {
	id: string;
	workflowId: string;
	status: string;
}

/** n8n lists no more at a time. */
const PAGE = 100;

const endings = new Endings();
let host: Watched;
let others: OtherServers;
let second: Sandbox;
let secondCredential: CredentialRef;

beforeAll(async () => {
	host = await startWatched({ sandbox: { settings: { keys: [KEY] } } });
	endings.add(host.stop);
	others = await startOtherServers(endings, host.rest, KEY);
	second = await startSandbox({ settings: { keys: [OTHER_KEY] } });
	endings.add(async () => await second.close());
	secondCredential = await host.rest.createCredential('Second', CREDENTIAL_TYPE, {
		baseUrl: second.url,
		apiKey: OTHER_KEY,
	});
});

afterAll(async () => await endings.run());

async function start(workflow: RowsWorkflow, credential: CredentialRef, extra: WorkflowNode[] = []): Promise<string> {
	const { nodes, connections, ...rest } = rowsWorkflow(workflow, credential);
	for (const { name } of extra) connections.Rows.main[0]?.push({ node: name, type: 'main', index: 0 });
	const { id } = await host.rest.createWorkflow({
		...rest,
		nodes: [...nodes, ...extra],
		connections,
		settings: { executionOrder: 'v1', saveExecutionProgress: true },
	});
	return await host.rest.run(id, START);
}

async function run(
	who: string | string[],
	more: Partial<RowsWorkflow> = {},
	credential = host.credential,
): Promise<Execution> {
	const rows = [who].flat().map((one) => ({ who: one, email: `${one}@example.com` }));
	return await executionEnded(
		host.rest,
		await start({ rows, parameters: { ...SINGLE, limits: QUICK }, ...BEHIND, ...more }, credential),
	);
}

/** Every execution that n8n has stored, the latest first. */
async function listed(): Promise<Listed[]> {
	const all: Listed[] = [];
	for (;;) {
		const from = all.length === 0 ? '' : `&lastId=${all.at(-1)?.id}`;
		const { results } = (await host.rest.call('GET', `executions?limit=${PAGE}${from}`)) as { results: Listed[] };
		all.push(...results);
		if (results.length < PAGE) return all;
	}
}

/** n8n's own HTTP Request node, with a credential of ours. */
const httpRequest = (url: string, { id, name }: CredentialRef): WorkflowNode => ({
	id: 'http-request',
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	position: [600, 200],
	parameters: {
		method: 'GET',
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_TYPE,
		options: {},
	},
	credentials: { [CREDENTIAL_TYPE]: { id, name } },
});

describe.each(ON_ERROR)('under %s n8n meets', (onError) => {
	const settings = { onError };

	it('every answer of the service', async () => {
		const before = host.sandbox.ledger.requests().length;
		for (const who of ANSWERS) expect(['success', 'error']).toContain((await run(who, { settings })).status);
		expect(host.sandbox.ledger.requests().length - before).toBeGreaterThanOrEqual(ANSWERS.length);
	});

	it('a server that sends back what it got', async () => {
		for (const status of [200, 401, 403, 404, 422, 500, 302]) {
			others.echo.answerWith(status);
			await run('test-found', { settings }, others.credentials.echo);
			expect(others.echo.received.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
		}
	});

	it('a redirect to a foreign server, and nobody at all', async () => {
		await run('test-found', { settings }, others.credentials.mover);
		await run('test-found', { settings }, others.credentials.gone);
		expect(others.mover.received().length).toBeGreaterThan(0);
	});
});

it('runs every other operation', async () => {
	const want = ['company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'];
	const parameters = [
		{ resource: 'account', operation: 'get' },
		{ resource: 'account', operation: 'getUsage', period: 'week' },
		{
			resource: 'tool',
			operation: 'call',
			toolName: 'linkedin_to_business_email',
			body: '={{ { "linkedin_url": $json.who } }}',
		},
		{
			resource: 'personalEmail',
			operation: 'findBest',
			linkedinUrl: '={{ $json.who }}',
			options: { dryRun: true },
		},
		{
			resource: 'personalEmail',
			operation: 'findBest',
			linkedinUrl: '={{ $json.who }}',
			limits: { reserve: 10, maxTokens: 100 },
		},
		{
			resource: 'person',
			operation: 'resolve',
			linkedinUrl: '={{ $json.who }}',
			email: '={{ $json.email }}',
			want,
			limits: QUICK,
		},
	];
	for (const one of parameters)
		expect(await run(['test-found', 'test-plan-limit'], { parameters: one })).toMatchObject({ status: 'success' });
});

it('stops a run in the middle', async () => {
	const rows = Array.from({ length: 5 }, () => ({ who: 'test-slow' }));
	const before = host.sandbox.ledger.requests().length;
	const id = await start(
		{ rows, parameters: { ...SINGLE, limits: { ...QUICK, concurrency: 1 } }, ...BEHIND },
		host.credential,
	);
	await eventually(
		'A request that is under way',
		async () => await Promise.resolve(host.sandbox.ledger.requests().length > before || undefined),
	);
	await host.rest.call('POST', `executions/${id}/stop`);
	expect(await executionEnded(host.rest, id)).toMatchObject({ status: 'canceled' });
});

it('publishes a trigger that fires, and one that a foreign server refuses with what it got', async () => {
	const fires = await host.rest.createWorkflow(
		triggerWorkflow({ Balance: { event: 'lowBalance', threshold: 10_000_000 } }, NEVER, host.credential),
	);
	expect(await publish(host.rest, fires.id)).toMatchObject({ status: 'published' });
	await unpublish(host.rest, fires.id);

	others.echo.answerWith(401);
	const refused = await host.rest.createWorkflow(
		triggerWorkflow({ Balance: { event: 'lowBalance', threshold: 10 } }, NEVER, others.credentials.echo),
	);
	expect(await publish(host.rest, refused.id)).toMatchObject({ status: 'failed' });
	await unpublish(host.rest, refused.id);
	expect(others.echo.received.at(-1)?.url).toContain('get_account');
});

it('tests each credential as the editor does', async () => {
	const test = async ({ id, name }: CredentialRef) => {
		const { data } = (await host.rest.call('GET', `credentials/${id}?includeData=true`)) as {
			data: Record<string, unknown>;
		};
		return (await host.rest.call('POST', 'credentials/test', {
			credentials: { id, name, type: CREDENTIAL_TYPE, data },
		})) as { status: string };
	};
	expect(await test(host.credential)).toMatchObject({ status: 'OK' });
	for (const status of [200, 401, 404, 500, 302]) {
		others.echo.answerWith(status);
		expect(await test(others.credentials.echo)).toMatchObject({ status: 'Error' });
	}
	expect(await test(others.credentials.mover)).toMatchObject({ status: 'Error' });
	expect(await test(others.credentials.gone)).toMatchObject({ status: 'Error' });
});

it('uses two credentials in one run, and in many runs side by side', async () => {
	const rows = Array.from({ length: 40 }, (_, row) => ({ who: `person-${row}` }));
	const parameters = { ...SINGLE, limits: { concurrency: 5 } };
	const workflow = rowsWorkflow({ rows, parameters, behind: [] }, host.credential);
	const ours = workflow.nodes.find(({ name }) => name === NODE) as WorkflowNode;
	const other: WorkflowNode = {
		...ours,
		id: 'second',
		name: 'Second',
		position: [600, 200],
		credentials: { [CREDENTIAL_TYPE]: secondCredential },
	};
	const ids = await Promise.all(
		[1, 2, 3, 4].map(async () => await start({ rows, parameters, behind: [] }, host.credential, [other])),
	);
	for (const id of ids) {
		const { status, runs } = await executionEnded(host.rest, id);
		expect([status, runs[NODE]?.[0].data?.main[0]?.length, runs.Second?.[0].data?.main[0]?.length]).toEqual([
			'success',
			40,
			40,
		]);
	}
	expect(second.ledger.summary()).toMatchObject({
		requests: 160,
		byTool: { linkedin_to_business_profile: { 200: 160 } },
	});
});

it("lends a credential to n8n's own HTTP Request node for its own Base URL alone", async () => {
	const from = async (url: string, credential: CredentialRef) => {
		const rows = [{ who: '' }];
		const id = await start({ rows, parameters: SINGLE, behind: [] }, host.credential, [
			httpRequest(url, credential),
		]);
		return await executionEnded(host.rest, id);
	};
	others.echo.answerWith(200);
	const before = others.echo.received.length;
	expect(await from(others.foreign.url, host.credential)).toMatchObject({
		status: 'error',
		error: { message: expect.stringContaining('is sent to its own Base URL alone') as string },
	});
	expect(await from(others.mover.url, others.credentials.mover)).toMatchObject({ status: 'error' });
	expect(others.echo.received.length).toBe(before);
	expect(others.foreign.received()).toEqual([]);
});

it('shows all that it has over its REST interface', async () => {
	const get = async (path: string) => await host.rest.call('GET', path);
	const told: unknown[] = [
		await get('workflows'),
		await get('credentials'),
		await get('credentials?includeData=true&includeScopes=true'),
	];
	for (const { id } of await host.rest.workflows()) told.push(await get(`workflows/${id}`));
	for (const { id } of await host.rest.credentials())
		told.push(await get(`credentials/${id}`), await get(`credentials/${id}?includeData=true`));
	const executions = await listed();
	expect(executions.length).toBeGreaterThan(ON_ERROR.length * ANSWERS.length);
	for (const { id } of executions) told.push(await get(`executions/${id}`));
	const text = JSON.stringify(told);
	expect(text).toContain('"baseUrl"');
	for (const key of [KEY, OTHER_KEY]) expect(text).not.toContain(key);
});

it('shows a credential, a workflow and an execution in its editor, without the key in the page', async () => {
	const { page, holds, close } = await openEditor(host.n8n.url);
	try {
		await page.goto(`${host.n8n.url}/home/credentials/${others.credentials.echo.id}`);
		await page.locator(`${testId('parameter-input-apiKey')} input`).waitFor();
		const credential = await holds();
		expect(credential).toContain(others.echo.url);
		expect(credential).not.toContain(KEY);

		const executions = await listed();
		for (const status of ['success', 'error']) {
			const one = executions.find((result) => result.status === status);
			await page.goto(`${host.n8n.url}/workflow/${one?.workflowId}/executions/${one?.id}`);
			await page
				.locator(`${testId('canvas-node')}[data-node-type="${NODE_TYPE}"]`)
				.first()
				.dblclick();
			await page.locator(testId('output-panel')).waitFor();
			expect(await holds()).not.toContain(KEY);
		}
	} finally {
		await close();
	}
});

it('has sent each key to its own service alone, once with every request that this one counted, and told it nowhere else', async () => {
	const portOf = (url: string) => Number(new URL(url).port);
	expect(await sightingsOf(KEY, host)).toEqual({
		carried: {
			[portOf(host.sandbox.url)]: host.sandbox.ledger.requests().length,
			[portOf(others.echo.url)]: others.echo.received.length,
			[others.mover.port]: others.mover.received().length,
		},
		leaks: [],
	});
	expect(await sightingsOf(OTHER_KEY, host)).toEqual({
		carried: { [portOf(second.url)]: second.ledger.requests().length },
		leaks: [],
	});
	expect(others.foreign.received()).toEqual([]);
});
