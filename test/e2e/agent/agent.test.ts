import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { readExample } from '../support/example';
import { QUESTION, startAgentHost, type AgentHost } from './agentHost';
import type { ToolCall, Turn } from './chatModel';
import { offerOf, schemaOf, TEXT, TOOLS, withTools } from './operationTools';

const EXAMPLE = readExample('ai-agent.json');
const DONE: Turn = { text: 'Done' };

const byProfile = (linkedin_url: unknown): ToolCall => ({ tool: 'Find_personal_email', input: { linkedin_url } });
const profileOf = (slug: string) => `https://www.linkedin.com/in/${slug}`;
const withArguments = (input: unknown): ToolCall => ({ tool: 'Find_person_by_email', input });
const byEmail = (email: unknown) => withArguments({ email });

const HIT = {
	status: 'found',
	found: true,
	cost: expect.stringMatching(/^1 hit charged$|^Free: paid for earlier/) as string,
	personal_email: 'test-found@example.com',
	personal_email_validated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
	personal_email_risk_score: 'A',
};

let host: AgentHost;
let example: string;

const tokensCharged = () => host.sandbox.ledger.summary().tokensCharged;
const sentKeys = () => host.sandbox.ledger.requests().flatMap(({ keys }) => keys);

/** The results of tool calls that the model makes in one message. */
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

/** The tools that a workflow's agent offers to its model, by their names. */
async function offersOf(workflow: typeof EXAMPLE) {
	const { requests } = await host.ask(await host.importAgent(workflow), [{ text: 'Done' }]);
	return Object.fromEntries(requests[0].tools.map(({ name, ...others }) => [name, others]));
}

describe('the offer to the model', () => {
	const offer = (description: RegExp, argument: string) => ({
		description: expect.stringMatching(description) as string,
		parameters: schemaOf({ [argument]: { ...TEXT, description: expect.any(String) as string } }),
	});

	it('of the example has its two tools with their own descriptions and one required argument each', async () => {
		expect(await offersOf(EXAMPLE)).toEqual({
			Find_personal_email: offer(/^Find the best personal email address .* a miss is free\./, 'linkedin_url'),
			Find_person_by_email: offer(/^Find the person behind an email address.* a miss is free\./, 'email'),
		});
	});

	it('of every operation has its name and its arguments, if the user leaves everything to n8n', async () => {
		const names = (all: ReadonlyArray<{ resource: string; operation: string }>) =>
			all.map(({ resource, operation }) => `${resource}: ${operation}`).sort();
		expect(names(Object.values(TOOLS))).toEqual(names(OPERATIONS));
		const offers = Object.entries(TOOLS).map(([name, parameters]) => [name, offerOf(parameters)]);
		expect(await offersOf(withTools(EXAMPLE, TOOLS))).toEqual(Object.fromEntries(offers));
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

	const retry_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
	it.each([
		[
			'a miss',
			'not-found',
			'not_found',
			/^The service has no data on this\. Do not repeat this lookup/,
			{ found: false },
		],
		['a dead key', 'unauthorized', 'deferred', /^unauthorized: .*HTTP 401.*Check the key/, {}],
		[
			'a used-up window',
			'fair-use',
			'deferred',
			/^fair_use_records: .*HTTP 429.*when the window opens/,
			{ retry_at },
		],
		['a refused value', 'invalid', 'failed', /^The service refused this value \(HTTP 422.*Check the value/, {}],
	])('returns %s with its cause and remedy, and the agent continues', async (_what, name, status, reason, more) => {
		const [answer] = await resultsOf(byProfile(profileOf(`test-${name}`)));
		expect(answer).toEqual([{ status, reason: expect.stringMatching(reason) as string, cost: 'Free', ...more }]);
		expect(JSON.stringify(host.model.requests)).not.toContain(host.sandbox.key);
		expect(tokensCharged()).toBe(0);
	});

	const EMAIL = 'Use an email address such as ada@example.com';
	const PROFILE = 'Use an address such as linkedin.com/in/ada-example';
	it.each([
		['no argument', withArguments({}), 'skipped', 'Email is empty'],
		['a list of arguments', withArguments(['ada@example.com']), 'skipped', 'Email is empty'],
		['null', byEmail(null), 'skipped', 'Email is empty'],
		['a number', byEmail(7), 'invalid', '"7" is a number, not an email address'],
		['a list', byEmail(['ada@example.com', 'bob@example.com']), 'invalid', `The email is not text. ${EMAIL}`],
		['an object', byProfile({ url: 'test-found' }), 'invalid', `The LinkedIn URL is not text. ${PROFILE}`],
		['a phrase', byProfile('their boss'), 'invalid', `"their boss" is not on linkedin.com. ${PROFILE}`],
	])('with %s returns what is expected, and sends nothing', async (_what, call, status, reason) => {
		expect(await resultsOf(call)).toEqual([[{ status, reason, cost: 'Free' }]]);
		expect(host.sandbox.ledger.requests()).toEqual([]);
	});

	it('ignores made-up arguments beside the expected one', async () => {
		const input = { linkedin_url: profileOf('test-found'), status: 'not_found', error: 'none', toolCallId: 'mine' };
		expect(await resultsOf({ tool: 'Find_personal_email', input })).toEqual([[HIT]]);
	});
});

describe('several tool calls', () => {
	it('in one message get an answer of their own each, in their order', async () => {
		const found = byProfile(profileOf('test-found'));
		const results = await resultsOf(
			found,
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

	it('for the same person in one execution are sent and charged once, in any spelling', async () => {
		const again = {
			calls: [byProfile('https://www.linkedin.com/in/TEST-FOUND/'), byProfile(profileOf('test-not-found'))],
		};
		const { results } = await host.ask(example, [
			{ calls: [byProfile(profileOf('test-found'))] },
			again,
			again,
			DONE,
		]);
		expect(results).toMatchObject([[HIT], [HIT], [{ status: 'not_found' }], [HIT], [{ status: 'not_found' }]]);
		expect(sentKeys()).toEqual(['linkedin:test-found', 'linkedin:test-not-found']);
	});

	it('that resolve the same person are charged once, even if a later call has more identifiers', async () => {
		const workflow = await host.importAgent(withTools(EXAMPLE, { Resolve: TOOLS.Resolve }));
		const resolve = (LinkedIn_URL: string): Turn => {
			const input = { LinkedIn_URL, Email_or_MD5_Hash: 'test-found@example.com' };
			return { calls: [{ tool: 'Resolve', input }] };
		};
		const { results } = await host.ask(workflow, [
			resolve(''),
			resolve(profileOf('test-found')),
			resolve(''),
			DONE,
		]);
		expect(results).toMatchObject(Array(3).fill([{ status: 'found', personal_email: 'test-found@example.com' }]));
		expect(sentKeys()).toEqual(['email:test-found@example.com', 'linkedin:test-found']);
	});

	it('that have known answers switched on have no second input, and remember their own execution', async () => {
		const tool = { ...TOOLS.Best_Email, options: { knownAnswers: true } };
		const workflow = await host.importAgent(withTools(EXAMPLE, { Best_Email: tool }));
		const hit: Turn = { calls: [{ tool: 'Best_Email', input: { LinkedIn_URL: profileOf('test-found') } }] };
		const { results } = await host.ask(workflow, [hit, hit, DONE]);
		expect(results).toMatchObject(Array(2).fill([{ status: 'found', personal_email: 'test-found@example.com' }]));
		expect(sentKeys()).toEqual(['linkedin:test-found']);
	});

	it('are sent again in the next execution, and after a failure', async () => {
		await resultsOf(byProfile(profileOf('test-found')));
		await resultsOf(byProfile(profileOf('test-found')));
		const failing = { calls: [byProfile(profileOf('test-invalid'))] };
		await host.ask(example, [failing, failing, DONE]);
		const [found, failed] = ['linkedin:test-found', 'linkedin:test-invalid'];
		expect(sentKeys()).toEqual([found, found, failed, failed]);
	});

	it('get the current balance each time, also through Call', async () => {
		const workflow = await host.importAgent(withTools(EXAMPLE, { Any: TOOLS.Any, Best_Email: TOOLS.Best_Email }));
		const balance: Turn = { calls: [{ tool: 'Any', input: { Tool_Name: 'get_account', Body: {} } }] };
		const hit: Turn = { calls: [{ tool: 'Best_Email', input: { LinkedIn_URL: profileOf('test-found') } }] };
		const { results } = await host.ask(workflow, [balance, hit, balance, DONE]);
		const [before, , after] = results as Array<[{ results: { token_balance: number } }]>;
		expect(after[0].results.token_balance).toBe(before[0].results.token_balance - 1);
	});
});
