import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { connect, importExample } from '../support/example';
import { useHosted } from '../support/hosted';
import { callMcp, openMcp } from './mcpClient';
import { publish, unpublish } from '../trigger/triggerWorkflow';

const TOKEN = 'made-up-token';
const RESOLVE = 'Resolve_person';
const FIND = 'Find_personal_email';
const ACCOUNT = 'Get_account';

const host = useHosted();
let workflow: string;
let client: Client;

const open = async (token: string) => await openMcp(`${host.rest.url}/mcp/identity-resolution`, token);

async function call(name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
	const text = await callMcp(client, name, input);
	expect(text.length).toBeLessThan(1_500);
	return (JSON.parse(text) as Array<Record<string, unknown>>)[0];
}

beforeAll(async () => {
	const bearer = { nodeType: '@n8n/n8n-nodes-langchain.mcpTrigger', type: 'httpBearerAuth', data: { token: TOKEN } };
	workflow = await importExample(host, 'mcp-server.json', await connect(host, [bearer]));
	await publish(host.rest, workflow);
	client = await open(TOKEN);
});

afterAll(async () => {
	await client?.close();
	await unpublish(host.rest, workflow);
});

beforeEach(() => host.sandbox.ledger.clear());

it('refuses a client without the token', async () => {
	await expect(open('another')).rejects.toThrow();
});

it('offers three tools with their cost and their arguments, and instructions', async () => {
	const { tools } = await client.listTools();
	const offers = tools.map(({ name, description, inputSchema }) => [
		name,
		{ description, arguments: Object.keys(inputSchema.properties ?? {}) },
	]);
	const description = expect.stringMatching(/a miss is free\. Do not repeat a lookup\./) as string;
	expect(Object.fromEntries(offers)).toEqual({
		[RESOLVE]: { description, arguments: ['linkedin_url', 'email'] },
		[FIND]: { description, arguments: ['linkedin_url'] },
		[ACCOUNT]: { description: expect.stringMatching(/Free\./) as string, arguments: [] },
	});
	expect(client.getInstructions()).toContain('Each hit is charged');
});

it('answers a hit with the columns of the person', async () => {
	const byEmail = { linkedin_url: '', email: 'test-found@example.com' };
	expect(await call(RESOLVE, byEmail)).toMatchObject({
		status: 'found',
		full_name: expect.any(String) as string,
		company_name: expect.any(String) as string,
	});
});

it.each([
	['a miss', 'https://www.linkedin.com/in/test-not-found', 'not_found'],
	['a refused value', 'https://www.linkedin.com/in/test-invalid', 'failed'],
	['nothing', '', 'skipped'],
])('answers %s with a status and a reason, free of charge', async (_what, linkedin_url, status) => {
	const answer = await call(FIND, { linkedin_url });
	expect(answer).toMatchObject({ status, reason: expect.stringMatching(/\w/) as string });
	expect(host.sandbox.ledger.summary().tokensCharged).toBe(0);
});

it('returns the balance', async () => {
	expect(await call(ACCOUNT)).toMatchObject({ token_balance: host.sandbox.settings().account.tokens });
});
