import { executionEnded } from '../../../dev/n8n/instance/executions';
import { STATUS_COLUMNS } from '../../../nodes/IdentityResolution/actions/rowShape';
import { COLUMN_NAMES } from '../../../nodes/IdentityResolution/api/columns';
import { readExample } from '../support/example';
import { startAgentHost, type AgentHost } from './agentHost';
import { byEmail, byProfile } from './calls';
import type { Turn } from './chatModel';
import type { ToolCall } from './dialect';
import { executeTool, QUESTION } from './editor';
import { MADE_UP } from './madeUpArguments';
import { TOOLS } from './operationTools';
import { sayInPublic } from './publicChat';
import { withAgent, withFinder, withParameters, withTools } from './variants';

const EXAMPLE = readExample('ai-agent.json');
const DONE: Turn = { text: 'Done' };
/** A model that passes on what its last call brought. */
const TELL: Turn = ({ results }) => ({ text: `It says ${results.at(-1)?.content}` });

const HIT = {
	status: 'found',
	found: true,
	personal_email: 'test-found@example.com',
	personal_email_form: 'plain',
	personal_email_validated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
	personal_email_risk_score: 'A',
};

let host: AgentHost;
let example: string;

const charged = () => host.sandbox.ledger.summary().tokensCharged;
const asked = () => host.sandbox.ledger.requests().map(({ tool }) => tool);

/** What the model is given back for its calls, where all of them are made in one message. */
async function answersTo(...calls: ToolCall[]): Promise<unknown[]> {
	const { execution, results, output } = await host.ask(example, [{ calls }, DONE]);
	expect(execution.status).toBe('success');
	expect(
		Object.values(execution.runs).flatMap((runs) => runs.map(({ executionStatus }) => executionStatus)),
	).not.toContain('error');
	expect(output).toBe('Done');
	return results;
}

beforeAll(async () => {
	host = await startAgentHost();
	example = await host.bring(EXAMPLE);
});

afterAll(async () => await host?.stop());

beforeEach(() => host.sandbox.ledger.clear());

describe('a person who is found', () => {
	it('comes back with our columns alone, and reaches the user through the agent', async () => {
		const { results, output, execution } = await host.ask(example, [{ calls: [byProfile('test-found')] }, TELL]);
		expect(results).toEqual([[HIT]]);
		expect(output).toContain('"personal_email":"test-found@example.com"');
		expect(execution.status).toBe('success');
		expect(charged()).toBe(1);
	});

	it('comes back with the job, the company and the e-mails that are known, flat and with nothing else', async () => {
		const [[person]] = (await answersTo(byEmail('test-found@example.com'))) as [[Record<string, unknown>]];
		expect(person).toMatchObject({
			status: 'found',
			full_name: 'Zeno Pinehurst',
			title: 'Director of Finance',
			linkedin_url: 'https://www.linkedin.com/in/test-found',
			work_email: 't***@misty-ladder.example.com',
			work_email_form: 'masked',
			company_name: 'Misty Ladder',
			company_employee_count: 44,
		});
		expect(Object.values(person).filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
		expect([...STATUS_COLUMNS, ...COLUMN_NAMES]).toEqual(expect.arrayContaining(Object.keys(person)));
	});

	it.each([
		[
			'through the Chat Completions API',
			withParameters(EXAMPLE, 'OpenAI Chat Model', { responsesApiEnabled: false }),
		],
		['with an agent of an older version', withAgent(EXAMPLE, 1.9)],
	])('comes back just the same %s', async (_how, workflow) => {
		const { results, output, requests } = await host.ask(await host.bring(workflow), [
			{ calls: [byProfile('test-found')] },
			TELL,
		]);
		expect(results).toEqual([[HIT]]);
		expect(output).toContain('"personal_email":"test-found@example.com"');
		expect(requests[0]).toMatchObject({ user: QUESTION, system: expect.stringContaining('not_found') as string });
	});

	it('comes back just the same through an agent that is the tool of another', async () => {
		const find: Turn = { calls: [{ tool: 'Finder', input: { Task: 'Find the e-mail' } }] };
		const { output, requests } = await host.ask(await host.bring(withFinder(EXAMPLE)), [
			find,
			{ calls: [byProfile('test-found')] },
			TELL,
			TELL,
		]);
		expect(requests[2].results.map(({ content }) => JSON.parse(content) as unknown)).toEqual([[HIT]]);
		expect(output).toContain('test-found@example.com');
	});

	it('comes back just the same where the user executes the tool alone', async () => {
		const id = await executeTool(host.rest, example, 'Find Personal Email', 'Find_Personal_Email', {
			linkedin_url: 'test-found',
		});
		const { status, runs } = await executionEnded(host.rest, id);
		expect(status).toBe('success');
		expect(runs['Find Personal Email'][0].data?.ai_tool[0]).toMatchObject([{ json: { response: [HIT] } }]);
	});

	it('comes back just the same in a published chat whose answers are streamed', async () => {
		const id = await host.bring(
			withParameters(EXAMPLE, 'Chat', { public: true, options: { responseMode: 'streaming' } }),
		);
		await host.rest.activate(id);
		host.model.play([{ calls: [byProfile('test-found')] }, TELL]);
		const chat = EXAMPLE.nodes.find(({ name }) => name === 'Chat');
		const pieces = await sayInPublic(`${host.n8n.url}/webhook/${String(chat?.webhookId)}/chat`, QUESTION);
		expect(pieces.length).toBeGreaterThan(1);
		expect(pieces.join('')).toContain('"personal_email":"test-found@example.com"');
		expect(host.model.requests().map(({ streamed }) => streamed)).toEqual([true, true]);
	});
});

it('says of a person whom the service does not know that nobody was found', async () => {
	const reason = 'The service has nothing on this';
	expect(await answersTo(byProfile('test-not-found'))).toEqual([[{ status: 'not_found', found: false, reason }]]);
	expect(charged()).toBe(0);
});

const AT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

it.each([
	[
		'a dead key',
		'test-unauthorized',
		'deferred',
		'unauthorized: The service did not accept the API key (HTTP 401',
		'Check the key',
		{},
	],
	[
		'an empty balance',
		'test-insufficient-tokens',
		'deferred',
		'insufficient_tokens: The token balance is used up (HTTP 402',
		'Top it up',
		{},
	],
	[
		'a plan that is too small',
		'test-plan-restricted',
		'deferred',
		'plan_restricted: The plan of the account',
		'a plan that includes it',
		{},
	],
	[
		'a window that is used up',
		'test-fair-use',
		'deferred',
		'fair_use_records: The Fair Use window of records is used up (HTTP 429',
		'when the window opens',
		{ retry_at: AT },
	],
	[
		'a value that the service refuses',
		'test-invalid',
		'failed',
		'The service refused this value (HTTP 422',
		'Check the value',
		{},
	],
	[
		'a service that is down',
		'test-internal-error',
		'failed',
		'The service is unavailable for a moment (HTTP 500',
		'a failure like this is not charged',
		{},
	],
])(
	'tells the model of %s, and what to do about it, and the agent goes on',
	async (_what, name, status, happened, cure, retryAt) => {
		const [[answer]] = (await answersTo(byProfile(name))) as [[{ reason: string }]];
		expect(answer).toEqual({ status, reason: answer.reason, ...retryAt });
		expect(answer.reason.startsWith(happened)).toBe(true);
		expect(answer.reason).toContain(cure);
		expect(answer).not.toHaveProperty('error');
		expect(JSON.stringify(host.model.requests())).not.toContain(host.sandbox.key);
		expect(charged()).toBe(0);
	},
);

describe('arguments that a model makes up', () => {
	it.each(MADE_UP)(
		'are answered with what was expected, and nothing is asked: $what',
		async ({ call, status, reason }) => {
			const [[answer]] = (await answersTo(call)) as [[unknown]];
			expect(answer).toEqual({ status, reason });
			expect(asked()).toEqual([]);
		},
	);

	it('do not matter beside the one that is needed', async () => {
		const input = { linkedin_url: 'test-found', status: 'not_found', error: 'none', toolCallId: 'mine' };
		expect(await answersTo({ tool: 'Find_Personal_Email', input })).toEqual([[HIT]]);
		expect(charged()).toBe(1);
	});
});

describe('a model that calls often', () => {
	const recordsLeft = async () => {
		const workflow = await host.bring(withTools(EXAMPLE, { Account: TOOLS.Account }));
		const { results } = await host.ask(workflow, [{ calls: [{ tool: 'Account', input: {} }] }, DONE]);
		const [[{ enrich_records_5h_remaining: left }]] = results as [[{ enrich_records_5h_remaining: number }]];
		return left;
	};

	it('gets an answer of its own to each of several calls in one message, in their order', async () => {
		const answers = await answersTo(
			byProfile('test-found'),
			byEmail({}),
			byEmail('test-not-found@example.com'),
			byProfile('test-invalid'),
		);
		expect(answers).toMatchObject([
			[HIT],
			[{ status: 'invalid' }],
			[{ status: 'not_found' }],
			[{ status: 'failed' }],
		]);
		expect(charged()).toBe(1);
	});

	it('pays once where it asks the same again in one execution, in whatever spelling', async () => {
		const again = { calls: [byProfile('https://www.linkedin.com/in/TEST-FOUND/'), byProfile('test-not-found')] };
		const { results, execution } = await host.ask(example, [
			{ calls: [byProfile('test-found')] },
			again,
			again,
			DONE,
		]);
		expect(execution.status).toBe('success');
		expect(results).toMatchObject([[HIT], [HIT], [{ status: 'not_found' }], [HIT], [{ status: 'not_found' }]]);
		expect(host.sandbox.ledger.requests().map(({ keys }) => keys)).toEqual([
			['linkedin:test-found'],
			['linkedin:test-not-found'],
		]);
	});

	it('pays once where it asks again who a person is, and hands over more than it did before', async () => {
		const workflow = await host.bring(withTools(EXAMPLE, { Resolve: TOOLS.Resolve }));
		const resolve = (input: Record<string, string>): Turn => ({
			calls: [
				{ tool: 'Resolve', input: { LinkedIn_URL: '', Email: '', Email_or_MD5_Hash: 'unknown', ...input } },
			],
		});
		const email = { Email: 'test-found@example.com' };
		const { results } = await host.ask(workflow, [
			resolve(email),
			resolve({ ...email, LinkedIn_URL: 'test-found' }),
			resolve(email),
			DONE,
		]);
		expect(results).toMatchObject(Array(3).fill([{ status: 'found', personal_email: 'test-found@example.com' }]));
		expect(host.sandbox.ledger.requests().map(({ tool, keys }) => `${tool} ${keys.join()}`)).toEqual([
			'reverse_email_lookup email:test-found@example.com',
			'linkedin_to_best_personal_email_usa linkedin:test-found',
		]);
	});

	it('gets the balance as it is each time, also through Call', async () => {
		const workflow = await host.bring(withTools(EXAMPLE, { Any: TOOLS.Any, Best_Email: TOOLS.Best_Email }));
		const balance: Turn = { calls: [{ tool: 'Any', input: { Tool_Name: 'get_account', Body: {} } }] };
		const hit: Turn = { calls: [{ tool: 'Best_Email', input: { LinkedIn_URL: 'test-found' } }] };
		const { results } = await host.ask(workflow, [balance, hit, balance, DONE]);
		const balances = [results[0], results[2]] as Array<[{ results: { token_balance: number } }]>;
		expect(balances[1][0].results.token_balance).toBe(balances[0][0].results.token_balance - 1);
	});

	it('asks anew in the next execution, and where a limit or a failure was the answer', async () => {
		await answersTo(byProfile('test-found'));
		await answersTo(byProfile('test-found'));
		const twice = { calls: [byProfile('test-invalid')] };
		await host.ask(example, [twice, twice, DONE]);
		expect(host.sandbox.ledger.requests().flatMap(({ keys }) => keys)).toEqual([
			'linkedin:test-found',
			'linkedin:test-found',
			'linkedin:test-invalid',
			'linkedin:test-invalid',
		]);
	});

	it('is not bounded by Max Tokens, as each call is a run of its own', async () => {
		const workflow = await host.bring(withParameters(EXAMPLE, 'Find Personal Email', { limits: { maxTokens: 1 } }));
		const calls = ['ada-example', 'bea-example', 'cem-example'].map((slug) => ({ calls: [byProfile(slug)] }));
		await host.ask(workflow, [...calls, DONE]);
		expect(charged()).toBe(3);
	});

	it('is ended by the agent after its Max Iterations, which bound what it can spend', async () => {
		const endless = Array.from({ length: 20 }, (_, index) => ({ calls: [byProfile(`person-example-${index}`)] }));
		const { execution } = await host.ask(example, endless);
		expect(execution.error?.message).toContain('Max iterations (5) reached');
		expect(charged()).toBe(5);
	});

	it('is stopped by Reserve, which holds over all its calls', async () => {
		const reserve = (await recordsLeft()) - 2;
		const workflow = await host.bring(withParameters(EXAMPLE, 'Find Personal Email', { limits: { reserve } }));
		const calls = ['ada-example', 'bea-example', 'cem-example'].map((slug) => ({ calls: [byProfile(slug)] }));
		const { results } = await host.ask(workflow, [...calls, DONE]);
		const why = expect.stringContaining(
			'reserve: Only the reserved records of the Fair Use window are left',
		) as string;
		expect(results).toMatchObject([
			[{ status: 'found' }],
			[{ status: 'found' }],
			[{ status: 'deferred', reason: why }],
		]);
		expect(charged()).toBe(2);
	});
});
