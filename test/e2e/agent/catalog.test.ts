import { WANT_NAMES } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { NODE_TYPE, type WorkflowFile } from '../../../dev/n8n/instance/workflow';
import { WANT } from '../../../nodes/IdentityResolution/actions/spec/identifierFields';
import { rowsOf } from '../../../dev/n8n/instance/executions';
import { importInto, runExample } from '../support/example';
import { useHosted } from '../support/hosted';
import { callMcp, openMcp } from './mcpClient';

// n8n's own MCP server, with which AI builders find nodes and create workflows.

const host = useHosted();
let client: Client;

beforeAll(async () => {
	await host.rest.call('PATCH', 'mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = (await host.rest.call('GET', 'mcp/api-key')) as { apiKey: string };
	client = await openMcp(`${host.rest.url}/mcp-server/http`, apiKey);
});

afterAll(async () => await client?.close());

const search = async (query: string) => await callMcp(client, 'search_nodes', { queries: [query] });

it.each(['linkedin', 'email finder', 'contact enrichment'])('the search for "%s" finds the node', async (query) => {
	const found = await search(query);
	expect(found).toContain(`- ${NODE_TYPE}\n`);
	expect(found).toContain('@builderHint Enriches contacts, leads and prospects');
});

it('the search leads to the right operation for work emails', async () => {
	const [, ours] = (await search('find work emails for LinkedIn profiles')).split(`- ${NODE_TYPE}\n`);
	const [, workEmail] = ours.split('- workEmail:\n');
	expect(workEmail).toMatch(/^[^@]*- findByLinkedin\n[^@]*@builderHint The right choice for work emails/);
	expect(ours).toMatch(/- findBest\n[^@]*@builderHint Personal emails only\. For work emails choose/);
});

it('the type definition describes the wanted data and the column of each row', async () => {
	const nodeIds = [{ nodeId: NODE_TYPE, resource: 'person', operation: 'resolve' }];
	const [, definition] = (await callMcp(client, 'get_node_types', { nodeIds })).split('PersonResolveParams');
	const wants = WANT_NAMES.map((want) => `'${want}'`).join(' | ');
	expect(definition).toContain(`want?: Array<${wants}>`);
	expect(definition).toContain(`@builderHint ${WANT.builderHint?.propertyHint}`);
	expect(definition).toMatch(
		/@builderHint In a workflow, an expression with the column of each row[^/]*\*\/\s*linkedinUrl/,
	);
});

it('a workflow that a builder writes from the definitions is valid and, with a credential, enriches rows', async () => {
	const code = `
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });
const rows = node({
	type: 'n8n-nodes-base.code',
	version: 2,
	config: {
		name: 'Rows',
		parameters: { jsCode: "return ['in/test-found', 'in/test-not-found'].map((linkedin) => ({ json: { linkedin } }));" },
	},
});
const find = node({
	type: '${NODE_TYPE}',
	version: 1,
	config: {
		name: 'Find work emails',
		parameters: {
			resource: 'workEmail',
			operation: 'findByLinkedin',
			linkedinUrl: expr('{{ $json.linkedin }}'),
		},
	},
});
export default workflow('emails', 'Work emails').add(start).to(rows).to(find);`;
	const checked = await callMcp(client, 'validate_workflow', { code });
	expect(JSON.parse(checked)).toMatchObject({ valid: true, nodeCount: 3 });
	expect(checked).not.toContain('Find work emails');
	const input = { code, name: 'Work emails', description: 'Finds work emails' };
	const created = JSON.parse(await callMcp(client, 'create_workflow_from_code', input)) as { workflowId: string };
	const { name, nodes, connections } = (await host.rest.call(
		'GET',
		`workflows/${created.workflowId}`,
	)) as WorkflowFile;
	const id = await importInto(host, { name, nodes, connections });
	expect(rowsOf(await runExample(host, id), 'Find work emails')).toMatchObject([
		{ enriched_status: 'found', enriched_work_email: expect.stringContaining('@') as string },
		{ enriched_status: 'not_found' },
	]);
});
