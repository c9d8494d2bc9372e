import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A tool as an agent offers it to its model. */
export interface ToolOffer {
	name: string;
	description: string;
	/** JSON schema of its arguments. */
	parameters: Record<string, unknown>;
}

/** A request of an agent to its model. */
export interface ModelRequest {
	system: string;
	user: string;
	tools: ToolOffer[];
	/** The results of the model's tool calls so far, in the order of the conversation. */
	results: string[];
}

/** A tool call of the model. */
export interface ToolCall {
	tool: string;
	/** Anything that a model could make up; sent as JSON. */
	input: unknown;
}

/** A reply of the model: tool calls, or a text that ends the conversation. */
export type ModelReply = { calls: ToolCall[] } | { text: string };

/** A fixed reply, or one that depends on the request. */
export type Turn = ModelReply | ((request: ModelRequest) => ModelReply);

/** A scripted stand-in for OpenAI's Responses API, the default of n8n's OpenAI Chat Model. */
export interface ChatModel {
	/** The base URL for a credential. */
	url: string;
	/** Sets the replies and clears the requests. Any further request gets an error, which fails the agent's execution. */
	play(turns: readonly Turn[]): void;
	/** The requests since `play`. */
	requests(): readonly ModelRequest[];
	close(): Promise<void>;
}

export async function startChatModel(): Promise<ChatModel> {
	let turns: readonly Turn[] = [];
	let requests: ModelRequest[] = [];

	async function respond(request: IncomingMessage, response: ServerResponse) {
		const body = readRequest(await json(request));
		const turn = turns.at(requests.length);
		response.setHeader('content-type', 'application/json');
		if (request.url !== '/v1/responses' || turn === undefined) {
			const error = { message: `The script has no reply for ${request.url}`, type: 'invalid_request_error' };
			response.writeHead(400).end(JSON.stringify({ error }));
			return;
		}
		requests.push(body);
		const reply = typeof turn === 'function' ? turn(body) : turn;
		response.end(JSON.stringify(responseBody(reply, requests.length)));
	}

	const server = createServer((request, response) => void respond(request, response));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		play(script) {
			turns = script;
			requests = [];
		},
		requests: () => requests,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

interface RequestBody {
	input: Array<
		| { type: 'message'; role: string; content: string }
		| { type: 'function_call' }
		| { type: 'function_call_output'; output: string }
	>;
	tools?: Array<ToolOffer & { type: 'function' }>;
}

function readRequest(body: unknown): ModelRequest {
	const { input, tools = [] } = body as RequestBody;
	const messages = (role: string) =>
		input.flatMap((item) => (item.type === 'message' && item.role === role ? [item.content] : [])).join('\n');
	return {
		system: messages('developer'),
		user: messages('user'),
		tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
		results: input.flatMap((item) => (item.type === 'function_call_output' ? [item.output] : [])),
	};
}

function responseBody(reply: ModelReply, number: number) {
	const status = 'completed';
	const output =
		'text' in reply
			? [
					{
						type: 'message',
						id: `msg_${number}`,
						role: 'assistant',
						status,
						content: [{ type: 'output_text', text: reply.text, annotations: [] }],
					},
				]
			: reply.calls.map(({ tool, input }, index) => ({
					type: 'function_call',
					id: `fc_${number}_${index}`,
					call_id: `call_${number}_${index}`,
					name: tool,
					arguments: JSON.stringify(input),
					status,
				}));
	const usage = {
		input_tokens: 1,
		input_tokens_details: { cached_tokens: 0 },
		output_tokens: 1,
		output_tokens_details: { reasoning_tokens: 0 },
		total_tokens: 2,
	};
	return { id: `resp_${number}`, object: 'response', created_at: 0, status, model: 'gpt-5-mini', output, usage };
}
