import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import * as openAi from './openAi';

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

/** A scripted stand-in for a model server: OpenAI's Responses API, n8n's default. */
export class ChatModel {
	/** The requests since `play`. */
	requests: ModelRequest[] = [];
	private turns: readonly Turn[] = [];
	private readonly app = Fastify({ forceCloseConnections: true });

	async start(): Promise<void> {
		this.app.post('/v1/responses', async ({ body }, reply) => {
			const turn = this.next(openAi.readRequest(body));
			if (turn === undefined) return await reply.code(400).send(openAi.SCRIPT_IS_OVER);
			return openAi.responseBody(turn, this.requests.length);
		});
		await this.app.listen({ host: '127.0.0.1', port: 0 });
	}

	/** The address of the server. */
	get url(): string {
		return `http://127.0.0.1:${(this.app.server.address() as AddressInfo).port}`;
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

	/** Records a request. @returns the reply to it, undefined if the script is over */
	private next(request: ModelRequest): ModelReply | undefined {
		const turn = this.turns.at(this.requests.length);
		this.requests.push(request);
		return typeof turn === 'function' ? turn(request) : turn;
	}
}
