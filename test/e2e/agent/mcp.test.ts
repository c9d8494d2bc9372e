import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { connect, importExample, sentKeys } from '../support/example';
import { useHosted } from '../support/hosted';
import { callMcp, openMcp } from './mcpClient';
import { publish, unpublish } from '../trigger/triggerWorkflow';

const TOKEN = 'made-up-token';
const RESOLVE = 'Resolve_person';
const PERSONAL_EMAIL = 'Find_personal_email';
const ACCOUNT = 'Get_account';

const host = useHosted();
let workflow: string;
let client: Client;

type Answer = Record<string, unknown>;
type Input = Record<string, unknown>;

/** Calls a tool. @returns its only answer, which is short, flat, and has no empty value */
async function call(name: string, input: Input): Promise<Answer> {
	const text = await callMcp(client, name, input);
	expect(text.length).toBeLessThan(1_500);
	const [answer, ...others] = JSON.parse(text) as Answer[];
	expect(others).toEqual([]);
	expect(Object.values(answer).filter((value) => value === '' || typeof value === 'object')).toEqual([]);
	return answer;
}

beforeAll(async () => {
	const bearer = { nodeType: '@n8n/n8n-nodes-langchain.mcpTrigger', type: 'httpBearerAuth', data: { token: TOKEN } };
	const connected = await connect(host, [bearer]);
	workflow = await importExample(host, 'mcp-server.json', connected);
	await publish(host.rest, workflow);
	client = await openMcp(`${host.rest.url}/mcp/identity-resolution`, TOKEN);
});

afterAll(async () => {
	await client?.close();
	await unpublish(host.rest, workflow);
});

beforeEach(() => host.sandbox.ledger.clear());

it('offers the tools of the example with cost, examples of arguments that may be empty, and instructions', async () => {
	const { tools } = await client.listTools();
	const offers = tools.map(({ name, description, inputSchema: { properties, required } }) => [
		name,
		{ description, arguments: properties, required },
	]);
	const description = expect.stringMatching(/a miss is free\. Do not repeat a lookup\./) as string;
	const type = 'string';
	const profile = expect.stringContaining('such as https://www.linkedin.com/in/ada-example') as string;
	const address = expect.stringContaining('such as ada@example.com') as string;
	expect(Object.fromEntries(offers)).toMatchObject({
		[RESOLVE]: {
			description,
			arguments: {
				linkedin_url: { type, description: profile, default: '' },
				email: { type, description: address, default: '' },
			},
		},
		[PERSONAL_EMAIL]: {
			description,
			arguments: { linkedin_url: { type, description: profile } },
			required: ['linkedin_url'],
		},
		[ACCOUNT]: { description: expect.stringMatching(/Free\./) as string, arguments: {} },
	});
	const instructions = client.getInstructions();
	expect(instructions).toContain('Each hit is charged');
	for (const status of ['not_found', 'skipped', 'invalid', 'failed', 'deferred'])
		expect(instructions).toContain(status);
});

const TEXT = expect.stringMatching(/\w/) as string;

it.each<[tool: string, Input, sent: string[], cost: number, Answer]>([
	[
		RESOLVE,
		{ linkedin_url: 'N/A', email: 'test-found@example.com' },
		['email:test-found@example.com', 'linkedin:test-found'],
		2,
		{
			...{
				status: 'found',
				cost: '2 tokens charged (estimated)',
				full_name: TEXT,
				title: TEXT,
				work_email: TEXT,
			},
			linkedin_url: 'https://www.linkedin.com/in/test-found',
		},
	],
	[
		PERSONAL_EMAIL,
		{ linkedin_url: 'linkedin.com/in/test-not-found' },
		['linkedin:test-not-found'],
		0,
		{
			...{ status: 'not_found', cost: '0 tokens charged' },
			reason: 'The service has no data on this. Do not repeat this lookup: the result stays the same',
		},
	],
])('%s with %j answers with what was found, or why not, and what it cost', async (tool, input, sent, cost, answer) => {
	expect(await call(tool, input)).toMatchObject(answer);
	expect(sentKeys(host)).toEqual(sent);
	expect(host.sandbox.ledger.summary().tokensCharged).toBe(cost);
});
