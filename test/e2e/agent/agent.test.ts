import { isOurs } from '../../../dev/n8n/instance/workflow';
import { readExample } from '../support/example';
import { leftToModel, QUESTION, startAgentHost, type AgentHost, type ToolCall, type Turn } from './agentHost';

const EXAMPLE = readExample('ai-agent.json');
const DONE: Turn = { text: 'Done' };

const byProfile = (linkedin_url: unknown): ToolCall => ({ tool: 'Find_personal_email', input: { linkedin_url } });
const profileOf = (slug: string) => `https://www.linkedin.com/in/${slug}`;
const withArguments = (input: unknown): ToolCall => ({ tool: 'Find_person_by_email', input });
const byEmail = (email: unknown) => withArguments({ email });

const HIT = {
	status: 'found',
	cost: expect.stringMatching(/^1 token charged \(estimated\)$|^0 tokens charged: paid for earlier/) as string,
	personal_email: 'test-found@example.com',
	personal_email_validated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
	personal_email_risk_score: 'A',
};

let host: AgentHost;
let example: string;

const tokensCharged = () => host.sandbox.ledger.summary().tokensCharged;
const sentKeys = () => host.sandbox.ledger.requests().flatMap(({ keys }) => keys);

async function resultsOf(...calls: ToolCall[]): Promise<unknown[]> {
	const { execution, results, output } = await host.ask(example, [{ calls }, DONE]);
	expect(execution.status).toBe('success');
	const runs = Object.values(execution.runs).flat();
	expect(runs.map(({ executionStatus }) => executionStatus)).not.toContain('error');
	expect(output).toBe('Done');
	return results;
}

beforeAll(async () => {
	host = await startAgentHost();
	example = await host.importAgent(EXAMPLE);
});

afterAll(async () => await host?.stop());

beforeEach(() => host.sandbox.ledger.clear());

async function offersOf(workflow: typeof EXAMPLE) {
	const { requests } = await host.ask(await host.importAgent(workflow), [{ text: 'Done' }]);
	return Object.fromEntries(requests[0].tools.map(({ name, ...others }) => [name, others]));
}

describe('the offer to the model', () => {
	const offer = (description: unknown, argument: string, more = {}) => ({
		description,
		parameters: expect.objectContaining({
			properties: { [argument]: { type: 'string', ...more } },
			required: [argument],
			additionalProperties: false,
		}) as object,
	});

	it('of the example has its two tools with their own descriptions and one required argument each', async () => {
		const described = { description: expect.any(String) as string };
		const ends = (start: string) => expect.stringMatching(`^${start}.* a miss is free\\.`) as string;
		expect(await offersOf(EXAMPLE)).toEqual({
			Find_personal_email: offer(ends('Find the best personal email address '), 'linkedin_url', described),
			Find_person_by_email: offer(ends('Find the person behind an email address'), 'email', described),
		});
	});

	it('has the name of the operation and its argument, if the user leaves everything to n8n', async () => {
		const linkedinUrl = leftToModel('LinkedIn_URL');
		const parameters = { resource: 'workEmail', operation: 'findByLinkedin', linkedinUrl };
		const nodes = EXAMPLE.nodes.map((node) =>
			isOurs(node) && node.name === 'Find personal email' ? { ...node, parameters } : node,
		);
		const { Find_personal_email: found } = await offersOf({ ...EXAMPLE, nodes });
		expect(found).toEqual(offer('Find work email by LinkedIn URL in Identity Resolution', 'LinkedIn_URL'));
	});
});

describe('a tool call', () => {
	it('returns a hit as our columns alone, which reach the user through the agent', async () => {
		const repeat: Turn = ({ results }) => ({ text: `It says ${results.at(-1)}` });
		const { results, output, requests } = await host.ask(example, [
			{ calls: [byProfile(profileOf('test-found'))] },
			repeat,
		]);
		expect(results).toEqual([[HIT]]);
		expect(output).toContain('"personal_email":"test-found@example.com"');
		expect(requests[0]).toMatchObject({ user: QUESTION, system: expect.stringContaining('not_found') as string });
		expect(tokensCharged()).toBe(1);
	});

	it.each<[string, ToolCall, string, RegExp]>([
		['a dead key', byProfile(profileOf('test-unauthorized')), 'deferred', /^unauthorized: .*Check the credential/],
		['a list of arguments', withArguments(['ada@example.com']), 'skipped', /^Email is empty/],
	])('returns %s with its cause, and the agent continues', async (_what, call, status, reason) => {
		const [answer] = await resultsOf(call);
		expect(answer).toEqual([{ status, reason: expect.stringMatching(reason) as string, cost: '0 tokens charged' }]);
		expect(JSON.stringify(host.model.requests)).not.toContain(host.sandbox.key);
	});
});

describe('several tool calls', () => {
	it('in one message get an answer of their own each, in their order', async () => {
		const results = await resultsOf(
			byProfile(profileOf('test-found')),
			byEmail({}),
			byEmail('test-not-found@example.com'),
			byProfile(profileOf('test-invalid')),
		);
		expect(results).toMatchObject([
			[HIT],
			[{ status: 'invalid' }],
			[{ status: 'not_found' }],
			[{ status: 'failed' }],
		]);
		expect(tokensCharged()).toBe(1);
	});

	it('for the same person in one execution are charged once in any spelling, and sent again in the next', async () => {
		const first = { calls: [byProfile(profileOf('test-found'))] };
		const again = {
			calls: ['https://www.linkedin.com/in/TEST-FOUND/', profileOf('test-not-found')].map(byProfile),
		};
		const { results } = await host.ask(example, [first, again, again, DONE]);
		expect(results).toMatchObject([[HIT], [HIT], [{ status: 'not_found' }], [HIT], [{ status: 'not_found' }]]);
		expect(sentKeys()).toEqual(['linkedin:test-found', 'linkedin:test-not-found']);
		await resultsOf(byProfile(profileOf('test-found')));
		expect(sentKeys()).toHaveLength(3);
	});
});
