import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { WorkflowFile } from '../../../dev/n8n/instance/workflow';
import { connect, importExample, sentKeys } from '../support/example';
import { useHosted } from '../support/hosted';
import { leftToModel } from './agentHost';
import { callMcp, openMcp } from './mcpClient';
import { publish, unpublish } from '../trigger/triggerWorkflow';

const TOKEN = 'made-up-token';
const RESOLVE = 'Resolve_person';
const PERSONAL_EMAIL = 'Find_personal_email';
const ACCOUNT = 'Get_account';
const WORK_EMAIL = 'Find_work_email_by_LinkedIn_URL_in_Identity_Resolution';
const PEOPLE = 'Search_people_by_filters_in_Identity_Resolution';

/** Further tools as the editor adds them: n8n describes a tool by its operation, and an argument by nothing. */
const ADDED: Record<string, Record<string, unknown>> = {
	[WORK_EMAIL]: { resource: 'workEmail', operation: 'findByLinkedin', linkedinUrl: leftToModel('LinkedIn_URL') },
	[PEOPLE]: {
		resource: 'person',
		operation: 'search',
		query: leftToModel('Query'),
		limit: leftToModel('Limit', 'number'),
		filters: {
			city: leftToModel('City'),
			companyDomain: leftToModel('Company_Domain'),
			country: leftToModel('Country'),
			industry: leftToModel('Industry'),
			title: leftToModel('Title'),
		},
	},
};

function withMoreTools(workflow: WorkflowFile): WorkflowFile {
	const like = workflow.nodes.find(({ name }) => name === 'Resolve person')!;
	const nodes = Object.entries(ADDED).map(([id, parameters]) => ({
		...like,
		...{ id, name: id.replaceAll('_', ' '), parameters },
	}));
	const links = nodes.map(({ name }) => [name, workflow.connections[like.name]]);
	const connections = { ...workflow.connections, ...Object.fromEntries(links) } as WorkflowFile['connections'];
	return { ...workflow, nodes: [...workflow.nodes, ...nodes], connections };
}

const host = useHosted();
let workflow: string;
let client: Client;

const open = async (token: string) => await openMcp(`${host.rest.url}/mcp/identity-resolution`, token);

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
	workflow = await importExample(host, 'mcp-server.json', (example) => connected(withMoreTools(example)));
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

const PROFILE = 'https://www.linkedin.com/in/test-found';
const TEXT = expect.stringMatching(/\w/) as string;
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
const FREE = '0 tokens charged';
const HIT = { status: 'found', cost: '1 token charged (estimated)' };
/** A tool, the arguments as a model fills them in, and the answer. */
type Call = [tool: string, input: Input, answer: Answer];

const withThese = (columns: Answer) => expect.objectContaining(columns) as Answer;

/** Questions of people, the identifiers that reach the service, and the calls that a model makes. */
const QUESTIONS: Array<[question: string, sent: string[], ...calls: Call[]]> = [
	[
		'What is the work email of linkedin.com/in/test-found?',
		['linkedin:test-found'],
		[
			WORK_EMAIL,
			{ LinkedIn_URL: `[linkedin.com/in/test-found](${PROFILE})` },
			{ ...HIT, work_email: TEXT, work_email_risk_score: 'E', work_email_validated_at: DATE },
		],
	],
	[
		'Who is behind test-found@example.com?',
		['email:test-found@example.com', 'linkedin:test-found'],
		[
			RESOLVE,
			{ linkedin_url: 'N/A', email: 'test-found@example.com' },
			withThese({
				...{ ...HIT, cost: '2 tokens charged (estimated)', full_name: TEXT, title: TEXT, company_name: TEXT },
				...{ linkedin_url: PROFILE, personal_email: 'test-found@example.com', work_email: TEXT },
			}),
		],
	],
	[
		'Find three heads of marketing at software companies in Berlin',
		['search:{"city":"berlin","industry":"software","limit":3,"offset":0,"title":"head of marketing"}'],
		[
			PEOPLE,
			{
				...{ Query: '', Limit: 3, Title: 'Head of Marketing', Industry: 'Software', City: 'Berlin' },
				...{ Country: 'not specified', Company_Domain: 'null' },
			},
			{
				...{ ...HIT, cost: '3 tokens charged (estimated)', total: expect.any(Number) as number },
				results: expect.stringMatching(
					/^full_name; title; linkedin_url; company_name; country(?:\n\w+ \w+; .+; https:.+; .+; .+){3}$/,
				),
			},
		],
	],
	[
		'What is the personal email of linkedin.com/in/test-not-found?',
		['linkedin:test-not-found'],
		[
			PERSONAL_EMAIL,
			{ linkedin_url: 'linkedin.com/in/test-not-found' },
			{
				...{ status: 'not_found', cost: FREE },
				reason: 'The service has no data on this. Do not repeat this lookup: the result stays the same',
			},
		],
	],
];

it.each(QUESTIONS)(
	'answers "%s" with what was found, or why not, and what it cost',
	async (_question, sent, ...calls) => {
		let cost = 0;
		for (const [tool, input, expected] of calls) {
			const answer = await call(tool, input);
			expect(answer).toEqual(expected);
			cost += parseInt(String(answer.cost));
		}
		expect(sentKeys(host)).toEqual(sent);
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(cost);
	},
);
