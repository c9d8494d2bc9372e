import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

/** A tool as an agent offers it to its model. */
interface ToolOffer {
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
type ModelReply = { calls: ToolCall[] } | { text: string };

/** A fixed reply, or one that depends on the request. */
export type Turn = ModelReply | ((request: ModelRequest) => ModelReply);

/** A scripted stand-in for OpenAI's Responses API, the default of n8n's OpenAI Chat Model. */
export class ChatModel {
	/** The requests since `play`. */
	requests: ModelRequest[] = [];
	private turns: readonly Turn[] = [];
	private readonly app = Fastify({ forceCloseConnections: true });

	async start(): Promise<void> {
		this.app.post('/v1/responses', (request, reply) => {
			const turn = this.turns.at(this.requests.length);
			if (turn === undefined)
				return reply
					.code(400)
					.send({ error: { message: 'The script is over', type: 'invalid_request_error' } });
			const read = readRequest(request.body as RequestBody);
			this.requests.push(read);
			return reply.send(responseBody(typeof turn === 'function' ? turn(read) : turn, this.requests.length));
		});
		await this.app.listen({ host: '127.0.0.1', port: 0 });
	}

	/** The base URL for a credential. */
	get url(): string {
		return `http://127.0.0.1:${(this.app.server.address() as AddressInfo).port}/v1`;
	}

	/**
	 * Sets the replies and clears the requests. Any further request gets an error, which fails the agent's execution.
	 */
	play(turns: readonly Turn[]): void {
		this.turns = turns;
		this.requests = [];
	}

	async close(): Promise<void> {
		await this.app.close();
	}
}

interface RequestBody {
	input: Array<
		| { type: 'message'; role: string; content: string }
		| { type: 'function_call' }
		| { type: 'function_call_output'; output: string }
	>;
	tools?: Array<ToolOffer & { type: 'function' }>;
}

function readRequest({ input, tools = [] }: RequestBody): ModelRequest {
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
	const message = (text: string) => ({
		type: 'message',
		id: `msg_${number}`,
		role: 'assistant',
		status,
		content: [{ type: 'output_text', text, annotations: [] }],
	});
	const call = ({ tool, input }: ToolCall, index: number) => ({
		type: 'function_call',
		id: `fc_${number}_${index}`,
		call_id: `call_${number}_${index}`,
		name: tool,
		arguments: JSON.stringify(input),
		status,
	});
	const output = 'text' in reply ? [message(reply.text)] : reply.calls.map(call);
	const usage = {
		input_tokens: 1,
		input_tokens_details: { cached_tokens: 0 },
		output_tokens: 1,
		output_tokens_details: { reasoning_tokens: 0 },
		total_tokens: 2,
	};
	return { id: `resp_${number}`, object: 'response', created_at: 0, status, model: 'gpt-5-mini', output, usage };
}
