import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Endings } from '../../../dev/n8n/instance/endings';
import { executionEnded, type Execution } from '../../../dev/n8n/instance/executions';
import { CREDENTIAL_TYPE } from '../../../dev/n8n/instance/fill';
import type { WorkflowNode } from '../../../dev/n8n/instance/rest';
import { startWire, type WireServer } from '../../support/wireServer';
import { NODE, rowsWorkflow, START } from '../support/rowsWorkflow';
import { workflowNode } from '../../../dev/n8n/instance/workflowNode';
import { startSecure, type SecureServer } from './secureServer';
import { sightingsOf } from './sightings';
import { startWatched, type Watched } from './watched';

const KEY = 'sandbox_Lk2mC7xP9rV4nB6wT1jH8zQ3sD5gF0yUi';

const endings = new Endings();
let host: Watched;
let foreign: WireServer;
let secure: SecureServer;

beforeAll(async () => {
	foreign = await startWire();
	endings.add(async () => await foreign.close());
	secure = await startSecure(foreign.url);
	endings.add(async () => await secure.close());
	const folder = mkdtempSync(join(tmpdir(), 'identity-resolution-certificate-'));
	endings.add(() => rmSync(folder, { recursive: true }));
	const trusted = join(folder, 'certificate.pem');
	writeFileSync(trusted, secure.certificate);
	host = await startWatched({ sandbox: { settings: { keys: [KEY] } }, env: { NODE_EXTRA_CA_CERTS: trusted } });
	endings.add(host.stop);
});

afterAll(async () => await endings.run());

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

/** Runs our node, then nodes that each tell the secret in a spelling and a place of their own. */
async function run(planted: WorkflowNode[], credential = host.credential): Promise<Execution> {
	const workflow = rowsWorkflow(
		{ rows: [{ who: 'test-found' }], parameters: { linkedinUrl: '={{ $json.who }}' }, behind: [] },
		credential,
	);
	const chain = [NODE, ...planted.map(({ name }) => name)];
	for (const [at, name] of chain.slice(1).entries())
		workflow.connections[chain[at]] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	const { id } = await host.rest.createWorkflow({ ...workflow, nodes: [...workflow.nodes, ...planted] });
	return await executionEnded(host.rest, await host.rest.run(id, START));
}

const sandboxPort = () => Number(new URL(host.sandbox.url).port);

it('sees nothing where nothing is told', async () => {
	expect(await run([])).toMatchObject({ status: 'success' });
	expect(await sightingsOf(KEY, host)).toEqual({ carried: { [sandboxPort()]: 1 }, leaks: [] });
});

it('sees a key that goes over TLS to its own service, and that it follows no redirect from there to plain http', async () => {
	const credential = await host.rest.createCredential('Secure', CREDENTIAL_TYPE, {
		baseUrl: `https://localhost:${secure.port}`,
		apiKey: KEY,
	});
	expect(await run([], credential)).toMatchObject({ status: 'error' });
	expect(secure.authorizations).toEqual([`Bearer ${KEY}`]);
	expect(foreign.received()).toEqual([]);
	expect(await sightingsOf(KEY, host)).toEqual({ carried: { [sandboxPort()]: 1, [secure.port]: 1 }, leaks: [] });
});

it('sees it wherever it is planted, in any spelling', async () => {
	const reversed = [...KEY].reverse().join('');
	const piece = KEY.slice(10, 22);
	const planted = [
		node(`Named ${Buffer.from(KEY).toString('hex')}`, 'noOp', 1, {}),
		send('Another Server', foreign.url, Buffer.from(`Bearer ${KEY}`).toString('base64')),
		send('Another Server Over TLS', `https://127.0.0.1:${secure.port}/`, piece),
		node('Item', 'set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ planted: KEY, backwards: reversed }),
			options: {},
		}),
		node('As File', 'convertToFile', 1.1, { operation: 'toText', sourceProperty: 'backwards', options: {} }),
		node('Write', 'readWriteFile', 1, { operation: 'write', fileName: 'planted.txt', options: {} }),
	];
	const { status, error } = await run(planted);
	expect([status, error]).toEqual(['success', undefined]);
	const { leaks } = await sightingsOf(KEY, host);
	expect(leaks).toEqual(
		expect.arrayContaining([
			'standard output: hex',
			'written in .n8n/logs/n8n.log: hex',
			`sent to 127.0.0.1:${foreign.port}: base64`,
			`sent to 127.0.0.1:${secure.port}: plain`,
			'answered to a caller: plain',
			'written in planted.txt: reversed',
			expect.stringMatching(/^written in \.n8n\/database\.sqlite(-wal)?: plain$/),
		]),
	);
});
