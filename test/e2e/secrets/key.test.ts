import { Cleanups } from '../../../dev/n8n/instance/cleanups';
import { type Execution, executionEnded } from '../../../dev/n8n/instance/executions';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import {
	CREDENTIAL_TYPE,
	type CredentialRef,
	NODE_TYPE,
	workflowNode,
	type WorkflowNode,
} from '../../../dev/n8n/instance/workflow';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/server';
import { startEcho } from '../../support/wire/echoServer';
import { startWire, wireAnswer, type WireServer } from '../../support/wire/wireServer';
import { openPage, testId } from '../canvas/browser';
import { NODE, rowsWorkflow, START, type RowsWorkflow } from '../support/rowsWorkflow';
import { createCredential } from '../support/hosted';
import { NEVER, publish, triggerWorkflow, unpublish } from '../trigger/triggerWorkflow';
import { sightingsOf, startWatched, type Watched } from './watched';

/** No twelve characters of them occur by chance. */
const KEY = 'sandbox_Qz7xW9vKm3pT5rN8bJ2cD6fG4hL1sY0aE';
const OTHER_KEY = 'sandbox_uR4yP8kV1nX6wC3jM9tB5zH2qS7gF0dLe';

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const LINKEDIN = { linkedinUrl: '={{ $json.who }}' };
const SINGLE = {
	resource: 'businessProfile',
	operation: 'findByLinkedin',
	...LINKEDIN,
	output: 'raw',
	options: { includeLookupDetails: true, maxWait: 1 },
};
const BEST = { resource: 'personalEmail', operation: 'findBest', ...LINKEDIN };
const WANT = ['company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'];

/** One operation or option each that the other tests do not use. */
const OTHER_OPERATIONS = [
	{ resource: 'account', operation: 'get' },
	{ resource: 'account', operation: 'getUsage', period: 'week' },
	{
		resource: 'tool',
		operation: 'call',
		toolName: 'linkedin_to_business_email',
		body: '={{ { "linkedin_url": $json.who } }}',
	},
	{ ...BEST, options: { dryRun: true } },
	{ ...BEST, options: { maxTokens: 100 } },
	{ resource: 'person', operation: 'resolve', ...LINKEDIN, email: '={{ $json.email }}', want: WANT },
];

/** Test identifiers, one for each kind of response. */
const RESPONSES = (
	'found not-found invalid unauthorized forbidden plan-restricted account-inactive insufficient-tokens ' +
	'rate-limited internal-error reset reset-charged half-body not-json unavailable no-metadata'
)
	.split(' ')
	.map((name) => `in/test-${name}`);

/** The text of a page, its fields, and what it stored. */
const PAGE_TEXT = `[
	document.documentElement.outerHTML,
	document.body.innerText,
	...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
	JSON.stringify(localStorage),
	JSON.stringify(sessionStorage),
].join('\\n')`;

const cleanups = new Cleanups();
let host: Watched;
let second: Sandbox;
/** A server that returns what it receives, with the headers. */
let echo: Awaited<ReturnType<typeof startEcho>>;
/** A server that redirects to the foreign one. */
let mover: WireServer;
/** A server that accepts no key. */
let refuser: WireServer;
/** A server that is in no credential. */
let foreign: WireServer;
/** `gone` has an address without a server. */
let credentials: Record<'second' | 'echo' | 'mover' | 'refuser' | 'gone', CredentialRef>;

beforeAll(async () => {
	host = await startWatched({ settings: { keys: [KEY] } });
	cleanups.add(host.stop);
	second = await startSandbox({ settings: { keys: [OTHER_KEY] } });
	echo = await startEcho();
	foreign = await startWire();
	mover = await startWire(() => wireAnswer(307, '', { location: `${foreign.url}/get_account` }));
	refuser = await startWire(() => wireAnswer(401, { error: { code: 'unauthorized', message: 'Unknown key' } }));
	for (const server of [second, echo, foreign, mover, refuser]) cleanups.add(async () => await server.close());
	const [gone] = await freePorts(1);
	const create = async (url: string) => await createCredential(host.rest, { url, key: KEY });
	credentials = {
		second: await createCredential(host.rest, second),
		echo: await create(echo.url),
		mover: await create(mover.url),
		refuser: await create(refuser.url),
		gone: await create(`http://127.0.0.1:${gone}/api/v1/tools`),
	};
});

afterAll(async () => await cleanups.run());

/** Starts a workflow with more nodes behind the rows. @returns the id of the execution */
async function start(
	workflow: Partial<RowsWorkflow>,
	credential = host.credential,
	more: WorkflowNode[] = [],
): Promise<string> {
	const { nodes, connections, ...rest } = rowsWorkflow(
		{ rows: [], parameters: SINGLE, behind: [], ...workflow },
		credential,
	);
	for (const { name } of more) connections.Rows.main[0]?.push({ node: name, type: 'main', index: 0 });
	const settings = { executionOrder: 'v1', saveExecutionProgress: true };
	const { id } = await host.rest.createWorkflow({ ...rest, nodes: [...nodes, ...more], connections, settings });
	return await host.rest.run(id, START);
}

async function run(who: string[], workflow: Partial<RowsWorkflow>, credential?: CredentialRef): Promise<Execution> {
	const rows = who.map((one) => ({ who: one, email: `${one}@example.com` }));
	return await executionEnded(host.rest, await start({ rows, behind: ['Results'], ...workflow }, credential));
}

type Listed = Record<'id' | 'workflowId' | 'status', string>;

/** @returns every stored execution, the latest first */
async function executions(): Promise<Listed[]> {
	const all: Listed[] = [];
	for (;;) {
		const from = all.length === 0 ? '' : `&lastId=${all.at(-1)?.id}`;
		const { results } = (await host.rest.call('GET', `executions?limit=100${from}`)) as { results: Listed[] };
		all.push(...results);
		if (results.length < 100) return all;
	}
}

describe.each(ON_ERROR)('with onError %s, the node receives', (onError) => {
	const settings = { onError };

	it('every response of the service', async () => {
		const before = host.sandbox.ledger.requests().length;
		const executed = await Promise.all(RESPONSES.map(async (who) => await run([who], { settings })));
		for (const { status } of executed) expect(['success', 'error']).toContain(status);
		expect(host.sandbox.ledger.requests().length - before).toBeGreaterThanOrEqual(RESPONSES.length);
	});

	it('its own request as the response of another server', async () => {
		for (const status of [200, 401, 403, 404, 422, 500, 302]) {
			echo.answerWith(status);
			await run(['in/test-found'], { settings }, credentials.echo);
			expect(echo.received.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
		}
	});

	it('a redirect to a foreign server, and a refused connection', async () => {
		await run(['in/test-found'], { settings }, credentials.mover);
		await run(['in/test-found'], { settings }, credentials.gone);
		expect(mover.received().length).toBeGreaterThan(0);
	});
});

it.each(OTHER_OPERATIONS)('runs $resource: $operation', async (parameters) => {
	expect(await run(['in/test-found', 'in/test-plan-limit'], { parameters })).toMatchObject({ status: 'success' });
});

it('stops a run between two requests', async () => {
	const rows = Array.from({ length: 5 }, () => ({ who: 'in/test-slow' }));
	const { ledger } = host.sandbox;
	const before = ledger.requests().length;
	const id = await start({ rows, parameters: { ...SINGLE, options: { ...SINGLE.options, concurrency: 1 } } });
	await waitFor('A request', () => ledger.requests().length > before);
	await host.rest.call('POST', `executions/${id}/stop`);
	expect(await executionEnded(host.rest, id)).toMatchObject({ status: 'canceled' });
});

it('publishes a trigger that fires, and none that receives a 401, and shows why', async () => {
	const publicationWith = async (credential: CredentialRef) => {
		const triggers = { Balance: { event: 'lowBalance', threshold: 10_000_000 } };
		const { id } = await host.rest.createWorkflow(triggerWorkflow(triggers, NEVER, credential));
		const publication = await publish(host.rest, id);
		await unpublish(host.rest, id);
		return publication;
	};
	echo.answerWith(401);
	const errorMessage = expect.stringMatching(/The service did not accept the API key \(HTTP 401/) as string;
	const { refuser, echo: echoed } = credentials;
	expect(await Promise.all([host.credential, refuser, echoed].map(publicationWith))).toMatchObject([
		{ status: 'published' },
		{ status: 'failed', triggers: [{ errorMessage }] },
		{ status: 'failed' },
	]);
	expect(echo.received.at(-1)?.url).toContain('get_account');
});

it('tests each credential as the editor does', async () => {
	const test = async ({ id, name }: CredentialRef) => {
		const { data } = (await host.rest.call('GET', `credentials/${id}?includeData=true`)) as { data: unknown };
		const credentials = { id, name, type: CREDENTIAL_TYPE, data };
		return ((await host.rest.call('POST', 'credentials/test', { credentials })) as { status: string }).status;
	};
	expect(await test(host.credential)).toBe('OK');
	for (const status of [200, 401, 404, 500, 302]) {
		echo.answerWith(status);
		expect(await test(credentials.echo)).toBe('Error');
	}
	expect(await test(credentials.mover)).toBe('Error');
	expect(await test(credentials.gone)).toBe('Error');
});

it('uses two credentials in one execution and in parallel executions', async () => {
	const rows = Array.from({ length: 40 }, (_, row) => ({ who: `in/person-${row}` }));
	const parameters = { ...SINGLE, options: { concurrency: 5 } };
	const other: WorkflowNode = {
		...workflowNode('Second', NODE_TYPE, 1, parameters),
		credentials: { [CREDENTIAL_TYPE]: credentials.second },
	};
	const before = second.ledger.requests().length;
	const startOne = async () => await start({ rows, parameters }, host.credential, [other]);
	for (const id of await Promise.all([startOne(), startOne(), startOne(), startOne()])) {
		const { status, runs } = await executionEnded(host.rest, id);
		const counts = [NODE, 'Second'].map((name) => runs[name]?.[0].data?.main[0]?.length);
		expect([status, ...counts]).toEqual(['success', 40, 40]);
	}
	expect(second.ledger.requests().length - before).toBe(160);
});

describe("n8n's HTTP Request node", () => {
	const request = async (parameters: Record<string, unknown>, credential = host.credential) => {
		const authentication = { authentication: 'predefinedCredentialType', nodeCredentialType: CREDENTIAL_TYPE };
		const body = { sendBody: true, specifyBody: 'json', jsonBody: '{}' };
		const node: WorkflowNode = {
			...workflowNode('HTTP', 'n8n-nodes-base.httpRequest', 4.2, {
				method: 'POST',
				url: `${host.sandbox.url}/get_account`,
				...authentication,
				...body,
				...parameters,
			}),
			credentials: { [CREDENTIAL_TYPE]: credential },
		};
		return await executionEnded(host.rest, await start({ rows: [{ who: '' }] }, host.credential, [node]));
	};
	const sent = () => host.sandbox.ledger.requests().length;
	const errorWith = (text: string) => ({
		status: 'error',
		error: { message: expect.stringContaining(text) as string },
	});

	it('uses the credential for its Base URL', async () => {
		const before = sent();
		expect(await request({})).toMatchObject({ status: 'success' });
		expect(sent() - before).toBe(1);
	});

	it.each([
		['Proxy', () => ({ options: { proxy: `http://127.0.0.1:${foreign.port}` } })],
		['Ignore SSL Issues', () => ({ options: { allowUnauthorizedCerts: true } })],
		[
			'Host',
			() => ({
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'Host', value: `127.0.0.1:${foreign.port}` }] },
			}),
		],
	])('sends nothing with %s', async (name, parameters) => {
		const before = sent();
		expect(await request(parameters())).toMatchObject(errorWith(`"${name}" could expose the API key`));
		expect(sent() - before).toBe(0);
	});

	it('sends nothing to another address, the next page of another server, or the target of a redirect', async () => {
		const pagination = {
			paginationMode: 'responseContainsNextURL',
			nextURL: `={{ $pageCount === 0 ? '${host.sandbox.url}/get_account' : '${foreign.url}/get_account' }}`,
			paginationCompleteWhen: 'other',
			completeExpression: '={{ false }}',
			limitPagesFetched: true,
			maxRequests: 2,
		};
		const refused = errorWith('sends its key only to its Base URL');
		const before = sent();
		expect(await request({ url: foreign.url })).toMatchObject(refused);
		expect(sent() - before).toBe(0);
		expect(await request({ options: { pagination: { pagination } } })).toMatchObject(refused);
		expect(sent() - before).toBe(1);
		expect(await request({ url: mover.url }, credentials.mover)).toMatchObject({ status: 'error' });
		expect(foreign.received()).toEqual([]);
	});
});

it('the REST interface returns no key', async () => {
	const all = await executions();
	expect(all.length).toBeGreaterThan(ON_ERROR.length * RESPONSES.length);
	const paths = [
		'workflows',
		'credentials?includeData=true&includeScopes=true',
		...(await host.rest.workflows()).map(({ id }) => `workflows/${id}`),
		...(await host.rest.credentials()).map(({ id }) => `credentials/${id}?includeData=true`),
		...all.map(({ id }) => `executions/${id}`),
	];
	let text = '';
	for (const path of paths) text += JSON.stringify(await host.rest.call('GET', path));
	expect(text).toContain('"baseUrl"');
	for (const key of [KEY, OTHER_KEY]) expect(text).not.toContain(key);
});

it('the editor shows a credential and executions without the key in the page', async () => {
	const { page, close } = await openPage(host.rest.url);
	try {
		await page.goto(`${host.rest.url}/home/credentials/${credentials.echo.id}`);
		await page.locator(`${testId('parameter-input-apiKey')} input`).waitFor();
		const text = await page.evaluate<string>(PAGE_TEXT);
		expect(text).toContain(echo.url);
		expect(text).not.toContain(KEY);

		const all = await executions();
		for (const wanted of ['success', 'error']) {
			const one = all.find(({ status }) => status === wanted);
			await page.goto(`${host.rest.url}/workflow/${one?.workflowId}/executions/${one?.id}`);
			const node = page.locator(`${testId('canvas-node')}[data-node-type="${NODE_TYPE}"]`).first();
			await node.dblclick();
			await page.locator(testId('output-panel')).waitFor();
			expect(await page.evaluate<string>(PAGE_TEXT)).not.toContain(KEY);
		}
	} finally {
		await close();
	}
});

it('n8n sent each key only to its own service, once with every request, and wrote it nowhere', async () => {
	const portOf = (url: string) => Number(new URL(url).port);
	expect(await sightingsOf(KEY, host)).toEqual({
		carried: {
			[portOf(host.sandbox.url)]: host.sandbox.ledger.requests().length,
			[portOf(echo.url)]: echo.received.length,
			[mover.port]: mover.received().length,
			[refuser.port]: refuser.received().length,
		},
		leaks: [],
	});
	expect(await sightingsOf(OTHER_KEY, host)).toEqual({
		carried: { [portOf(second.url)]: second.ledger.requests().length },
		leaks: [],
	});
	expect(foreign.received()).toEqual([]);
});
