import { Cleanups } from '../../../dev/n8n/instance/cleanups';
import { type Execution, executionEnded } from '../../../dev/n8n/instance/executions';
import { freePorts } from '../../../dev/n8n/instance/ports';
import { CREDENTIAL_TYPE, type CredentialRef, workflowNode } from '../../../dev/n8n/instance/workflow';
import { startEcho } from '../../support/wire/echoServer';
import { startWire, wireAnswer, type WireServer } from '../../support/wire/wireServer';
import { NODE, rowsWorkflow, START, type RowsWorkflow } from '../support/rowsWorkflow';
import { createCredential } from '../support/hosted';
import { NEVER, publish, triggerWorkflow, unpublish } from '../trigger/triggerWorkflow';
import { sightingsOf, startWatched, type Watched } from './watched';

/** No twelve characters of it occur by chance. */
const KEY = 'sandbox_Qz7xW9vKm3pT5rN8bJ2cD6fG4hL1sY0aE';

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

const cleanups = new Cleanups();
let host: Watched;
/** A server that returns what it receives, with the headers. */
let echo: Awaited<ReturnType<typeof startEcho>>;
let mover: WireServer;
let refuser: WireServer;
/** A server that is in no credential. */
let foreign: WireServer;
/** `gone` has an address without a server. */
let credentials: Record<'echo' | 'mover' | 'refuser' | 'gone', CredentialRef>;

beforeAll(async () => {
	host = await startWatched({ settings: { keys: [KEY] } });
	cleanups.add(host.stop);
	echo = await startEcho();
	foreign = await startWire();
	mover = await startWire(() => wireAnswer(307, '', { location: `${foreign.url}/get_account` }));
	refuser = await startWire(() => wireAnswer(401, { error: { code: 'unauthorized', message: 'Unknown key' } }));
	for (const server of [echo, foreign, mover, refuser]) cleanups.add(async () => await server.close());
	const [gone] = await freePorts(1);
	const create = async (url: string) => await createCredential(host.rest, { url, key: KEY });
	credentials = {
		echo: await create(echo.url),
		mover: await create(mover.url),
		refuser: await create(refuser.url),
		gone: await create(`http://127.0.0.1:${gone}/api/v1/tools`),
	};
});

afterAll(async () => await cleanups.run());

async function run(who: string[], workflow: Partial<RowsWorkflow>, credential = host.credential): Promise<Execution> {
	const rows = who.map((one) => ({ who: one, email: `${one}@example.com` }));
	const given = { rows, parameters: SINGLE, behind: ['Results'], ...workflow };
	const settings = { executionOrder: 'v1', saveExecutionProgress: true };
	const { id } = await host.rest.createWorkflow({ ...rowsWorkflow(given, credential), settings });
	return await executionEnded(host.rest, await host.rest.run(id, START));
}

it('the node receives responses, its own request, redirects and no connection', async () => {
	// n8n's engine tries each of them with every setting: test/node/credential/secrets.test.ts.
	const settingsOf = (place: number) => ({ onError: ON_ERROR[place % ON_ERROR.length] });
	const before = host.sandbox.ledger.requests().length;
	const runs = RESPONSES.map(async (who, place) => await run([who], { settings: settingsOf(place) }));
	for (const { status } of await Promise.all(runs)) expect(['success', 'error']).toContain(status);
	expect(host.sandbox.ledger.requests().length - before).toBeGreaterThanOrEqual(RESPONSES.length);
	for (const [place, status] of [200, 401, 403, 404, 422, 500, 302].entries()) {
		echo.answerWith(status);
		await run(['in/test-found'], { settings: settingsOf(place) }, credentials.echo);
		expect(echo.received.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
	}
	for (const credential of [credentials.mover, credentials.gone])
		for (const onError of ON_ERROR) await run(['in/test-found'], { settings: { onError } }, credential);
	expect(mover.received().length).toBeGreaterThan(0);
});

it.each(OTHER_OPERATIONS)('runs $resource: $operation', async (parameters) => {
	expect(await run(['in/test-found', 'in/test-plan-limit'], { parameters })).toMatchObject({ status: 'success' });
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

it('n8n sent the key only to its own service, once with every request, and wrote it nowhere', async () => {
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
	expect(foreign.received()).toEqual([]);
});

it('the search finds a planted key in every place and spelling', async () => {
	const node = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>) =>
		workflowNode(name, `n8n-nodes-base.${type}`, typeVersion, parameters);
	const backwards = [...KEY].reverse().join('');
	const value = Buffer.from(`Bearer ${KEY}`).toString('base64');
	const planted = [
		node(`Named ${Buffer.from(KEY).toString('hex')}`, 'noOp', 1, {}),
		node('Another Server', 'httpRequest', 4.2, {
			url: foreign.url,
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'x-planted', value }] },
			options: { response: { response: { neverError: true } } },
		}),
		node('Item', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ KEY, backwards }), options: {} }),
		node('As File', 'convertToFile', 1.1, { operation: 'toText', sourceProperty: 'backwards', options: {} }),
		node('Write', 'readWriteFile', 1, { operation: 'write', fileName: 'planted.txt', options: {} }),
	];
	const workflow = rowsWorkflow(
		{ rows: [{ who: 'in/test-found' }], parameters: SINGLE, behind: [] },
		host.credential,
	);
	const names = [NODE, ...planted.map(({ name }) => name)];
	for (const [at, name] of names.slice(1).entries())
		workflow.connections[names[at]] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	const { id } = await host.rest.createWorkflow({ ...workflow, nodes: [...workflow.nodes, ...planted] });
	expect(await executionEnded(host.rest, await host.rest.run(id, START))).toMatchObject({ status: 'success' });
	expect((await sightingsOf(KEY, host)).leaks).toEqual(
		expect.arrayContaining([
			'standard output: hex',
			'written in .n8n/logs/n8n.log: hex',
			`server:127.0.0.1:${foreign.port}: base64`,
			'caller: plain',
			'written in planted.txt: reversed',
			expect.stringMatching(/^written in \.n8n\/database\.sqlite(-wal)?: plain$/),
		]),
	);
});
