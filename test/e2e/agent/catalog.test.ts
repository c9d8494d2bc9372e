import { WANT_NAMES } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { NODE_TYPE, type WorkflowFile } from '../../../dev/n8n/instance/workflow';
import { PARAMETER_HINTS } from '../../../nodes/IdentityResolution/actions/spec/builderHints';
import { GOOGLE, GoogleSheet, SPREADSHEET } from '../examples/standIns/googleSheets';
import { useStandIns } from '../examples/standIns/standIns';
import { connect, importInto, runExample } from '../support/example';
import { useHosted } from '../support/hosted';
import { callMcp, openMcp } from './mcpClient';

// n8n's own MCP server, with which AI builders find nodes and create workflows.

const host = useHosted();
const sheet = new GoogleSheet();
useStandIns(sheet);
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
	expect(definition).toContain(`@builderHint ${PARAMETER_HINTS.want.propertyHint}`);
	expect(definition).toMatch(
		/@builderHint In a workflow, an expression with the column of each row[^/]*\*\/\s*linkedinUrl/,
	);
});

describe('a workflow that a builder writes from the definitions', () => {
	const CODE = `
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });
const read = node({
	type: 'n8n-nodes-base.googleSheets',
	version: 4.7,
	config: {
		name: 'Get contacts',
		parameters: {
			resource: 'sheet',
			operation: 'read',
			documentId: { __rl: true, mode: 'id', value: '${SPREADSHEET}' },
			sheetName: { __rl: true, mode: 'name', value: 'Contacts' },
		},
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
const write = node({
	type: 'n8n-nodes-base.googleSheets',
	version: 4.7,
	config: {
		name: 'Update contacts',
		parameters: {
			resource: 'sheet',
			operation: 'update',
			documentId: { __rl: true, mode: 'id', value: '${SPREADSHEET}' },
			sheetName: { __rl: true, mode: 'name', value: 'Contacts' },
			columns: { mappingMode: 'autoMapInputData', value: {}, matchingColumns: ['row_number'], schema: [] },
			options: { handlingExtraData: 'insertInNewColumn' },
		},
	},
});
export default workflow('emails', 'Work emails').add(start).to(read).to(find).to(write);`;

	it('is valid without a warning about our node and, with the credentials of its user, enriches the sheet', async () => {
		sheet.write([
			{ name: 'Ada', linkedin: 'https://www.linkedin.com/in/test-found' },
			{ name: 'Bea', linkedin: 'https://www.linkedin.com/in/test-not-found' },
		]);
		const checked = await callMcp(client, 'validate_workflow', { code: CODE });
		expect(JSON.parse(checked)).toMatchObject({ valid: true, nodeCount: 4 });
		expect(checked).not.toContain('Find work emails');
		const input = { code: CODE, name: 'Work emails', description: 'Finds work emails' };
		const created = await callMcp(client, 'create_workflow_from_code', input);
		const { workflowId } = JSON.parse(created) as { workflowId: string };
		const { name, nodes, connections } = (await host.rest.call('GET', `workflows/${workflowId}`)) as WorkflowFile;
		const withGoogle = await connect(host, GOOGLE);
		await runExample(host, await importInto(host, withGoogle({ name, nodes, connections })));
		expect(sheet.rows()).toMatchObject([
			{ name: 'Ada', enriched_status: 'found', enriched_work_email: expect.stringContaining('@') as string },
			{ name: 'Bea', enriched_status: 'not_found' },
		]);
	});
});
