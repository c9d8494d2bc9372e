import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { startAll } from '../../../dev/n8n/instance/cleanups';
import { rowsOf } from '../../../dev/n8n/instance/executions';
import type { WorkflowFile } from '../../../dev/n8n/instance/workflow';
import { connect, importInto, runFrom } from '../support/example';
import { startHosted } from '../support/hosted';

const MODEL = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

export const QUESTION = 'Who is it?';

/** What the editor writes into a parameter that the user leaves to the model. */
export const leftToModel = (key: string, type: 'string' | 'number' = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;

/** A tool as an agent offers it to its model, with the JSON schema of its arguments. */
interface ToolOffer {
	name: string;
	description: string;
	parameters: Record<string, unknown>;
}

/** A request of an agent to its model, with the results of all tool calls so far. */
interface ModelRequest {
	system: string;
	user: string;
	tools: ToolOffer[];
	results: string[];
}

/** A tool call of the model with anything that a model could make up. */
export interface ToolCall {
	tool: string;
	input: unknown;
}

type ModelReply = { calls: ToolCall[] } | { text: string };

/** A fixed reply, or one that depends on the request. */
export type Turn = ModelReply | ((request: ModelRequest) => ModelReply);

/** The part of OpenAI's Chat Completions API that n8n's OpenAI Chat Model uses. */
interface RequestBody {
	messages: Array<{ role: string; content: string }>;
	tools?: Array<{ type: 'function'; function: ToolOffer }>;
}

function readRequest({ messages, tools = [] }: RequestBody): ModelRequest {
	const said = (...roles: string[]) =>
		messages.filter(({ role }) => roles.includes(role)).map(({ content }) => content);
	return {
		system: said('system', 'developer').join('\n'),
		user: said('user').join('\n'),
		tools: tools.map(({ function: { name, description, parameters } }) => ({ name, description, parameters })),
		results: said('tool'),
	};
}

function responseBody(reply: ModelReply, number: number) {
	const message =
		'text' in reply
			? { role: 'assistant', content: reply.text }
			: {
					role: 'assistant',
					content: null,
					tool_calls: reply.calls.map(({ tool, input }, index) => ({
						id: `call_${number}_${index}`,
						type: 'function',
						function: { name: tool, arguments: JSON.stringify(input) },
					})),
				};
	const choices = [{ index: 0, message, finish_reason: 'text' in reply ? 'stop' : 'tool_calls' }];
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	return { id: `completion_${number}`, object: 'chat.completion', created: 0, model: 'gpt-5-mini', choices, usage };
}

/** Starts a stand-in for a model server. A request after the last turn fails the agent's execution. */
async function startModel() {
	const model = { turns: [] as readonly Turn[], requests: [] as ModelRequest[] };
	const app = Fastify({ forceCloseConnections: true });
	app.post<{ Body: RequestBody }>('/v1/chat/completions', async ({ body }, reply) => {
		const turn = model.turns.at(model.requests.length);
		const request = readRequest(body);
		model.requests.push(request);
		if (turn === undefined) return await reply.code(400).send({ error: { message: 'The script is over' } });
		return responseBody(typeof turn === 'function' ? turn(request) : turn, model.requests.length);
	});
	await app.listen({ host: '127.0.0.1', port: 0 });
	const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/v1`;
	return { model, url, close: async () => await app.close() };
}

export type AgentHost = Awaited<ReturnType<typeof startAgentHost>>;

/** Starts a whole n8n with the packed node, the sandbox, and credentials that lead to a scripted model. */
export const startAgentHost = async () =>
	await startAll(async (cleanups) => {
		const { model, url, close } = await startModel();
		cleanups.add(close);
		const hosted = await startHosted();
		cleanups.add(hosted.stop);
		const withModel = await connect(hosted, [
			{ nodeType: MODEL, type: 'openAiApi', data: { apiKey: 'sk-made-up', url } },
		]);
		return {
			...hosted,
			model,
			/** Imports the workflow of an agent, with all credentials. @returns its id */
			importAgent: async (workflow: WorkflowFile) => await importInto(hosted, withModel(workflow)),
			/**
			 * Sends the question to an agent, like the chat in the editor, while its model plays the turns.
			 * @returns the results of all tool calls, in order: n8n returns a list with the items of the tool's first
			 * output
			 */
			async ask(workflowId: string, turns: readonly Turn[]) {
				Object.assign(model, { turns, requests: [] });
				const message = { sessionId: 'one', action: 'sendMessage', chatInput: QUESTION };
				const execution = await runFrom(hosted, workflowId, 'Chat', [message]);
				const { requests } = model;
				const results = (requests.at(-1)?.results ?? []).map((result) => JSON.parse(result) as unknown);
				return { execution, requests, results, output: rowsOf(execution, 'AI Agent').at(-1)?.output };
			},
		};
	});
