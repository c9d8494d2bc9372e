import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import { generate } from 'selfsigned';
import { Cleanups, temporaryFolder } from '../../../dev/n8n/instance/cleanups';
import { type Execution, executionEnded } from '../../../dev/n8n/instance/executions';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { CREDENTIAL_TYPE, type WorkflowNode, workflowNode } from '../../../dev/n8n/instance/workflow';
import { spelledIn } from '../../support/wire/wireSpellings';
import { startWire, type WireServer } from '../../support/wire/wireServer';
import { NODE, rowsWorkflow, START, type RowsWorkflow } from '../support/rowsWorkflow';
import { sightingsOf, startWatched, type Watched } from './watched';

const KEY = 'sandbox_Lk2mC7xP9rV4nB6wT1jH8zQ3sD5gF0yUi';
const LOCAL_PARTS = ['quillon.vexley', 'brannoc_tarrow+news', 'plumley-oakhurst'];

const cleanups = new Cleanups();
let host: Watched;
let foreign: WireServer;
/** A TLS server for localhost that redirects every request to the foreign server. */
let secure: { port: number; authorizations: Array<string | undefined> };

const portOf = (url: string) => Number(new URL(url).port);

beforeAll(async () => {
	foreign = await startWire();
	cleanups.add(async () => await foreign.close());
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const app = Fastify({ https: { key, cert }, forceCloseConnections: true });
	const authorizations: Array<string | undefined> = [];
	app.all('/*', (request, reply) => {
		authorizations.push(request.headers.authorization);
		return reply.redirect(foreign.url, 307);
	});
	await app.listen({ host: '127.0.0.1', port: 0 });
	cleanups.add(async () => await app.close());
	secure = { port: (app.server.address() as AddressInfo).port, authorizations };
	const trusted = join(temporaryFolder('certificate', cleanups), 'certificate.pem');
	writeFileSync(trusted, cert);
	host = await startWatched({ settings: { keys: [KEY] } }, { NODE_EXTRA_CA_CERTS: trusted });
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
async function run(
	{ planted = [], ...given }: Partial<RowsWorkflow> & { planted?: WorkflowNode[] } = {},
	credential = host.credential,
): Promise<Execution> {
	const parameters = { linkedinUrl: '={{ $json.who }}' };
	const workflow = rowsWorkflow({ rows: [{ who: 'in/test-found' }], parameters, behind: [], ...given }, credential);
	const chain = [NODE, ...planted.map(({ name }) => name)];
	for (const [at, name] of chain.slice(1).entries())
		workflow.connections[chain[at]] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	const { id } = await host.rest.createWorkflow({ ...workflow, nodes: [...workflow.nodes, ...planted] });
	return await executionEnded(host.rest, await host.rest.run(id, START));
}

it('the search finds no leak in an ordinary run', async () => {
	expect(await run()).toMatchObject({ status: 'success' });
	expect(await sightingsOf(KEY, host)).toEqual({ carried: { [portOf(host.sandbox.url)]: 1 }, leaks: [] });
});

it('the search finds a key sent over TLS, which no redirect leads to plain http', async () => {
	const access = { baseUrl: `https://localhost:${secure.port}`, apiKey: KEY };
	const credential = await host.rest.createCredential('Secure', CREDENTIAL_TYPE, access);
	expect(await run({}, credential)).toMatchObject({ status: 'error' });
	expect(secure.authorizations).toEqual([`Bearer ${KEY}`]);
	expect(foreign.received()).toEqual([]);
	const carried = { [portOf(host.sandbox.url)]: 1, [secure.port]: 1 };
	expect(await sightingsOf(KEY, host)).toEqual({ carried, leaks: [] });
});

describe('Hash Email', () => {
	const rows = LOCAL_PARTS.map((local, id) => ({
		email: ` ${id === 1 ? local.toUpperCase() : local}@example.com`,
		note: local,
	}));
	const byHash = { resource: 'businessProfile', operation: 'findByHashedEmail', hashedEmail: '={{ $json.email }}' };
	const resolve = {
		resource: 'person',
		operation: 'resolve',
		email: '={{ $json.email }}',
		want: ['company', 'personalEmail', 'profile', 'workEmail'],
	};

	/** @returns the local parts that n8n sent to the service, in any spelling */
	function sentLocalParts(): string[] {
		const toService = host.sent().filter(({ port }) => port === portOf(host.sandbox.url));
		const bytes = Buffer.concat(toService.map((one) => one.bytes));
		return LOCAL_PARTS.filter((local) =>
			[local, local.toUpperCase()].some((one) => spelledIn(bytes, one).length > 0),
		);
	}

	it('sends no email to the service and logs none', async () => {
		const before = host.sandbox.ledger.requests().length;
		for (const operation of [byHash, resolve]) {
			const parameters = { ...operation, options: { hashEmail: true } };
			expect(await run({ rows, parameters })).toMatchObject({ status: 'success' });
		}
		expect(host.sandbox.ledger.requests().length - before).toBeGreaterThanOrEqual(2 * rows.length);
		expect(sentLocalParts()).toEqual([]);
		const log = host.written().find(({ file }) => file.endsWith('n8n.log'));
		expect(log?.bytes.toString()).toContain('Identity Resolution');
		expect(LOCAL_PARTS.filter((local) => log?.bytes.includes(local))).toEqual([]);
	});

	it('if it is off, the search finds every email', async () => {
		expect(await run({ rows, parameters: byHash })).toMatchObject({ status: 'success' });
		expect(sentLocalParts()).toEqual(LOCAL_PARTS);
	});
});

it('n8n lists no execution of a workflow that saves none', async () => {
	const listed = async () => {
		const { results } = (await host.rest.call('GET', 'executions?limit=100')) as { results: Array<{ id: string }> };
		return results.map(({ id }) => id);
	};
	const kept = await listed();
	const { ledger } = host.sandbox;
	const before = ledger.requests().length;
	const parameters = { linkedinUrl: '={{ $json.who }}' };
	const workflow = rowsWorkflow({ rows: [{ who: 'in/test-found' }], parameters, behind: [] }, host.credential);
	const none = { saveManualExecutions: false, saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' };
	const { id } = await host.rest.createWorkflow({ ...workflow, settings: { executionOrder: 'v1', ...none } });
	const execution = await host.rest.run(id, START);
	const hasLeft = async () => ledger.requests().length > before && !(await listed()).includes(execution);
	await waitFor('The end of an execution and of its place in the list', hasLeft);
	expect(await listed()).toEqual(kept);
});

it('the search finds a planted key in every place and spelling', async () => {
	const reversed = [...KEY].reverse().join('');
	const item = JSON.stringify({ planted: KEY, backwards: reversed });
	const planted = [
		node(`Named ${Buffer.from(KEY).toString('hex')}`, 'noOp', 1, {}),
		send('Another Server', foreign.url, Buffer.from(`Bearer ${KEY}`).toString('base64')),
		send('Another Server Over TLS', `https://127.0.0.1:${secure.port}/`, KEY.slice(10, 22)),
		node('Item', 'set', 3.4, { mode: 'raw', jsonOutput: item, options: {} }),
		node('As File', 'convertToFile', 1.1, { operation: 'toText', sourceProperty: 'backwards', options: {} }),
		node('Write', 'readWriteFile', 1, { operation: 'write', fileName: 'planted.txt', options: {} }),
	];
	expect(await run({ planted })).toMatchObject({ status: 'success' });
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
