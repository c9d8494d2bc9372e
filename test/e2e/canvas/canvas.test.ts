import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeProperties } from 'n8n-workflow';
import { executionEnded, rowsOf } from '../../../dev/n8n/instance/executions';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { NODE_TYPE, type WorkflowFile } from '../../../dev/n8n/instance/workflow';
import { EVENTS } from '../../../nodes/IdentityResolution/actions/trigger/events';
import { OPERATIONS, RESOURCES } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { PROPERTIES } from '../../../nodes/IdentityResolution/actions/panel/properties';
import { KNOWN, NODE, rowsWorkflow, START } from '../support/rowsWorkflow';
import { expectSoon, testId } from './browser';
import { useScenario } from './editor';

/** What users type who do not know the node's name. n8n finds all words of the codex in the same way. */
const SEARCHED = ['linkedin to email', 'work email', 'find phone', 'MD5', 'company from ip'];
const PROFILE = 'https://www.linkedin.com/in/';

const scenario = useScenario();
const { host } = scenario;

const listed = async () => await scenario.editor.listed();
const fields = async () => await scenario.editor.fields();

afterEach(() => expect(scenario.errors()).toEqual([]));

describe('the list of nodes', () => {
	/** n8n derives the names of triggers from the names of the events. */
	const triggers = EVENTS.map(({ name }) => `On ${name.toLowerCase()}`);
	const actions = OPERATIONS.map(({ action }) => action).sort();

	it('finds the node by words that users search for', async () => {
		const isListed = async () => (await listed()).includes('Identity Resolution');
		await scenario.editor.openNodeList();
		for (const words of SEARCHED) {
			// Otherwise the result of the word before could still be there.
			await scenario.editor.search('no such node');
			await expectSoon(async () => [words, await isListed()], [words, false]);
			await scenario.editor.search(words);
			await expectSoon(async () => [words, await isListed()], [words, true]);
		}
	});

	it('finds the node by its name and offers every event and every operation', async () => {
		await scenario.editor.search('identity resolution');
		await expectSoon(listed, ['Identity Resolution']);
		await scenario.editor.pick('Identity Resolution');
		await expectSoon(listed, triggers);
		await scenario.editor.showActions();
		await expectSoon(async () => (await listed()).filter((name) => !triggers.includes(name)).sort(), actions);
	});

	it('adds the node with the operation and the credential selected', async () => {
		const [{ action, resource, operation }] = OPERATIONS.filter((one) => one.resource === 'businessProfile');
		await scenario.editor.pick(action);
		await expectSoon(fields, labels(PROPERTIES, { resource, operation }));
		expect(await scenario.editor.credential()).toBe(host.credential.name);
	});
});

// For all operations, test/node/panel/description.test.ts calls the function with which n8n decides it.
it('the panel shows the fields and options of an operation', async () => {
	const { editor } = scenario;
	const [operation] = OPERATIONS.filter((one) => one.operation === 'findByHashedEmail');
	await editor.choose('resource', RESOURCES.find(({ value }) => value === operation.resource)?.name ?? '');
	await editor.choose('operation', operation.name);
	await expectSoon(fields, labels(PROPERTIES, operation));
	const { options = [] } = PROPERTIES.find(({ name }) => name === 'options') as INodeProperties;
	expect(await editor.offeredOptions()).toEqual(labels(options as INodeProperties[], operation));
});

describe('a run', () => {
	beforeAll(async () => {
		const [{ name }] = OPERATIONS.filter(({ operation }) => operation === 'findBest');
		await scenario.editor.choose('resource', 'Personal Email');
		await scenario.editor.choose('operation', name);
	});

	it.each([
		['test-found', 'found', 'test-found@example.com'],
		['test-not-found', 'not_found', 'null'],
	])('shows %s as %s in the table of the output', async (person, status, email) => {
		const { editor } = scenario;
		await editor.fill('linkedinUrl', `${PROFILE}${person}`);
		await editor.run();
		const answers = async () =>
			(await editor.table()).map((row) => [row.enriched_status, row.enriched_personal_email]);
		await expectSoon(answers, [[status, email]]);
		if (status === 'found') expect(await editor.hints()).toEqual([expect.stringContaining('1 found.')]);
	});

	it('leaves one output without a name on the canvas, with the icon and the operation', async () => {
		await scenario.editor.closePanel();
		expect(await scenario.editor.labelsOf('output')).toEqual(['']);
		const node = scenario.editor.nodeOf(NODE_TYPE);
		expect(await node.innerText()).toContain('Personal Email: Find Best');
		const icon = new URL((await node.locator('img').getAttribute('src')) ?? '', host.rest.url);
		const answer = await scenario.page.request.get(icon.href);
		expect(answer.headers()['content-type']).toContain('image/svg+xml');
	});

	it('sends a deferred row to its own output', async () => {
		const { editor } = scenario;
		await editor.openPanel(NODE_TYPE);
		await editor.addOption('On Limit');
		await editor.choose('onLimit', 'Send to Own Output');
		expect(await fields()).toContainEqual(
			expect.stringMatching(/^Order of the outputs: Results, Deferred, Not Found, Error\./),
		);
		await editor.closePanel();
		await expectSoon(async () => await editor.labelsOf('output'), ['Results', 'Deferred']);

		const { limits } = host.sandbox.settings();
		host.sandbox.configure({ spent: { enrich: { records: limits.enrich.records['5h'] } } });
		await editor.openPanel(NODE_TYPE);
		await editor.fill('linkedinUrl', `${PROFILE}ada-example`);
		await editor.run();
		await expectSoon(async () => await editor.branches(), ['Results Branch', 'Deferred Branch (1 item)']);
		await editor.output.locator(testId('tab-1')).click();
		expect(await editor.table()).toMatchObject([
			{ enriched_status: 'deferred', enriched_reason: expect.stringContaining('fair_use_records') as string },
		]);
	});
});

describe('a node with known answers', () => {
	const rows = ['test-found', 'test-not-found'].map((slug) => ({ linkedin: PROFILE + slug }));
	const parameters = { linkedinUrl: '={{ $json.linkedin }}', options: { knownAnswers: true } };
	const shown = async () => (await scenario.editor.table()).map(({ enriched_status: status }) => status);

	/** @returns what a run of the same rows without known rows wrote */
	async function firstRun() {
		const { id } = await host.rest.createWorkflow(
			rowsWorkflow({ rows, known: [{}], parameters, behind: [] }, host.credential),
		);
		return rowsOf(await executionEnded(host.rest, await host.rest.run(id, START)), NODE);
	}

	it('has two inputs, and works step by step and with pinned rows', async () => {
		const { editor } = scenario;
		host.sandbox.configure({ spent: { enrich: { records: 0 } } });
		const known = await firstRun();
		const workflow = rowsWorkflow({ rows, known: [{ not: 'these' }], parameters, behind: [] }, host.credential);
		const pinData = { [KNOWN]: known.map((json) => ({ json })) };
		const { id } = await host.rest.createWorkflow({ ...workflow, pinData } as WorkflowFile);
		await editor.openWorkflow(id);
		expect(await editor.labelsOf('input')).toEqual(['Rows', 'Suppressed (off)', 'Known']);
		host.sandbox.ledger.clear();
		// Otherwise n8n would look for a schema of the nodes before, and find none.
		await editor.click('execute-workflow-button');
		await expectSoon(async () => await editor.outputCounts(), ['2 items']);
		await editor.openPanel(NODE_TYPE);
		await editor.run();
		// For a step, n8n passes the items of a pinned later input as the rows.
		await expectSoon(async () => await shown(), ['found', 'not_found']);
		expect(host.sandbox.ledger.requests()).toEqual([]);
		await editor.closePanel();
	});
});

describe('Stop', () => {
	/** In ms. The node sends 20 requests at a time, so that the rows take most of a minute. */
	const LATENCY = 500;
	const ROWS = 2_000;

	const tools = () => host.sandbox.ledger.requests().map(({ tool }) => tool);
	const isRunning = async () => await scenario.editor.isRunning();

	let workflowId: string;

	/** @returns the status of each run of the workflow on the canvas */
	async function statuses(): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const listed = await host.rest.call('GET', `executions?filter=${filter}`);
		return (listed as { results: Array<{ status: string }> }).results.map(({ status }) => status);
	}

	beforeAll(async () => {
		host.sandbox.configure({ latency: LATENCY, spent: { enrich: { records: 0 } } });
		host.sandbox.ledger.clear();
		const rows = Array.from({ length: ROWS }, (_, row) => ({ linkedin: `in/person-${row}` }));
		const operation = { resource: 'businessProfile', operation: 'findByLinkedin' };
		const parameters = { linkedinUrl: '={{ $json.linkedin }}', ...operation };
		const workflow = rowsWorkflow({ rows, parameters, behind: [] }, host.credential);
		({ id: workflowId } = await host.rest.createWorkflow(workflow));
		await scenario.editor.openWorkflow(workflowId);
	});

	it('ends a run and all its requests', async () => {
		await scenario.editor.click('execute-workflow-button');
		await waitFor('The middle of the run', () => tools().length > 60);
		expect(await isRunning()).toBe(true);
		await scenario.editor.click('stop-execution-button');
		// Not n8n's message: the editor shows none if it learns of the end by asking before n8n tells it.
		await expectSoon(isRunning, false);
		expect(await statuses()).toEqual(['canceled']);
		expect(tools().length).toBeLessThan(ROWS / 2);

		host.sandbox.ledger.clear();
		await sleep(4 * LATENCY);
		expect(tools()).toEqual([]);
	});
});

describe('the credential form', () => {
	beforeAll(async () => {
		await scenario.editor.openNewCredential('Identity Resolution API');
		await scenario.editor.field('baseUrl').fill(host.sandbox.url);
	});

	it('masks the key, and shows the reason for which the service rejects one', async () => {
		expect(await scenario.editor.field('apiKey').getAttribute('type')).toBe('password');
		await scenario.editor.field('apiKey').fill('not-a-key');
		await scenario.editor.click('credential-save-button');
		await scenario.editor.formText('Couldn’t connect with these settings').waitFor();
		await scenario.editor.formText('More details').click();
		await scenario.editor
			.formText('The service rejected this key. Check that it is complete, and neither revoked nor expired')
			.waitFor();
	});

	it('accepts a valid key after one request for the account', async () => {
		host.sandbox.ledger.clear();
		await scenario.editor.field('apiKey').fill(host.sandbox.key);
		await scenario.editor.click('credential-save-button');
		await scenario.editor.formText('Connection tested successfully').waitFor();
		expect(host.sandbox.ledger.summary().byTool).toEqual({ get_account: { 200: 1 } });
	});
});

function labels(properties: readonly INodeProperties[], operation: { resource: string; operation: string }): string[] {
	const values: Record<string, string> = { ...operation, output: 'simplified' };
	const isShown = ({ displayOptions }: INodeProperties) =>
		Object.entries(displayOptions?.show ?? {}).every(([name, wanted]) => {
			const value = values[name.replace(/^\//, '')] as string | undefined;
			return value !== undefined && (wanted as unknown[] | undefined)?.includes(value) === true;
		});
	return properties.filter(isShown).map(({ displayName }) => displayName);
}
