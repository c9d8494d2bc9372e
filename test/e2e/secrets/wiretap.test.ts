import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cleanups, temporaryFolder } from '../../../dev/n8n/instance/cleanups';
import { type Execution, executionEnded } from '../../../dev/n8n/instance/executions';
import { CREDENTIAL_TYPE, type WorkflowNode, workflowNode } from '../../../dev/n8n/instance/workflow';
import { startWire, type WireServer } from '../../support/wireServer';
import { NODE, rowsWorkflow, START } from '../support/rowsWorkflow';
import { startSecure, type SecureServer } from './servers';
import { sightingsOf } from './sightings';
import { startWatched, type Watched } from './watched';

const KEY = 'sandbox_Lk2mC7xP9rV4nB6wT1jH8zQ3sD5gF0yUi';

const cleanups = new Cleanups();
let host: Watched;
let foreign: WireServer;
let secure: SecureServer;

beforeAll(async () => {
	foreign = await startWire();
	cleanups.add(async () => await foreign.close());
	secure = await startSecure(cleanups, foreign.url);
	const trusted = join(temporaryFolder('certificate', cleanups), 'certificate.pem');
	writeFileSync(trusted, secure.certificate);
	host = await startWatched({ sandbox: { settings: { keys: [KEY] } }, env: { NODE_EXTRA_CA_CERTS: trusted } });
	cleanups.add(host.stop);
});

afterAll(async () => await cleanups.run());

const node = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>) =>
	workflowNode(name, `n8n-nodes-base.${type}`, typeVersion, parameters);

const send = (name: string, url: string, value: string) =>
	node(name, 'httpRequest', 4.2, {
		method: 'GET',
		url,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'x-planted', value }] },
		options: {
			allowUnauthorizedCerts: true,
			redirect: { redirect: { followRedirects: false } },
			response: { response: { neverError: true } },
		},
	});

/** Runs our node and then nodes that leak the key. */
async function run(planted: WorkflowNode[], credential = host.credential): Promise<Execution> {
	const parameters = { linkedinUrl: '={{ $json.who }}' };
	const workflow = rowsWorkflow({ rows: [{ who: 'test-found' }], parameters, behind: [] }, credential);
	const chain = [NODE, ...planted.map(({ name }) => name)];
	for (const [at, name] of chain.slice(1).entries())
		workflow.connections[chain[at]] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	const { id } = await host.rest.createWorkflow({ ...workflow, nodes: [...workflow.nodes, ...planted] });
	return await executionEnded(host.rest, await host.rest.run(id, START));
}

const sandboxPort = () => Number(new URL(host.sandbox.url).port);

it('the search finds no leak in an ordinary run', async () => {
	expect(await run([])).toMatchObject({ status: 'success' });
	expect(await sightingsOf(KEY, host)).toEqual({ carried: { [sandboxPort()]: 1 }, leaks: [] });
});

it('the search finds a key sent over TLS, which no redirect leads to plain http', async () => {
	const access = { baseUrl: `https://localhost:${secure.port}`, apiKey: KEY };
	const credential = await host.rest.createCredential('Secure', CREDENTIAL_TYPE, access);
	expect(await run([], credential)).toMatchObject({ status: 'error' });
	expect(secure.authorizations).toEqual([`Bearer ${KEY}`]);
	expect(foreign.received()).toEqual([]);
	expect(await sightingsOf(KEY, host)).toEqual({ carried: { [sandboxPort()]: 1, [secure.port]: 1 }, leaks: [] });
});

it('the search finds a planted key in every place and spelling', async () => {
	const reversed = [...KEY].reverse().join('');
	const item = JSON.stringify({ planted: KEY, backwards: reversed });
	const { status, error } = await run([
		node(`Named ${Buffer.from(KEY).toString('hex')}`, 'noOp', 1, {}),
		send('Another Server', foreign.url, Buffer.from(`Bearer ${KEY}`).toString('base64')),
		send('Another Server Over TLS', `https://127.0.0.1:${secure.port}/`, KEY.slice(10, 22)),
		node('Item', 'set', 3.4, { mode: 'raw', jsonOutput: item, options: {} }),
		node('As File', 'convertToFile', 1.1, { operation: 'toText', sourceProperty: 'backwards', options: {} }),
		node('Write', 'readWriteFile', 1, { operation: 'write', fileName: 'planted.txt', options: {} }),
	]);
	expect([status, error]).toEqual(['success', undefined]);
	const { leaks } = await sightingsOf(KEY, host);
	expect(leaks).toEqual(
		expect.arrayContaining([
			'standard output: hex',
			'written in .n8n/logs/n8n.log: hex',
			`server:127.0.0.1:${foreign.port}: base64`,
			`server:127.0.0.1:${secure.port}: plain`,
			'caller: plain',
			'written in planted.txt: reversed',
			expect.stringMatching(/^written in \.n8n\/database\.sqlite(-wal)?: plain$/),
		]),
	);
});
