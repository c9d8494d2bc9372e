import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { chatCompletionsApi } from './chatCompletionsApi';
import type { Dialect, ModelReply, ModelRequest } from './dialect';
import { responsesApi } from './responsesApi';

/** What the model says when it is its turn: the same whatever was asked, or depending on that. */
export type Turn = ModelReply | ((request: ModelRequest) => ModelReply);

/** A stand-in for a provider's chat model, on 127.0.0.1. It says what it is told to, and remembers what it was asked. */
export interface ChatModel {
	/** The base address that a credential names. */
	url: string;
	/**
	 * Forgets what was asked and starts over with these turns. A request beyond the last one is refused, so that an agent
	 * that asks more often than expected does not get through.
	 */
	play(turns: readonly Turn[]): void;
	/** Since `play`. */
	requests(): readonly ModelRequest[];
	close(): Promise<void>;
}

const DIALECTS: Readonly<Record<string, Dialect>> = {
	'/v1/responses': responsesApi,
	'/v1/chat/completions': chatCompletionsApi,
};

export async function startChatModel(): Promise<ChatModel> {
	let turns: readonly Turn[] = [];
	let requests: ModelRequest[] = [];
	let answers = 0;

	const server = createServer((request, response) => void answer(request, response));
	async function answer(request: IncomingMessage, response: ServerResponse) {
		const body: unknown = JSON.parse((await text(request)) || 'null');
		const dialect = DIALECTS[request.url ?? ''];
		const turn = turns.at(requests.length);
		if (dialect === undefined || turn === undefined)
			return refuse(response, `Nothing is left to say to ${request.url}`);
		const asked = dialect.read(body);
		requests.push(asked);
		speak(response, dialect, asked, typeof turn === 'function' ? turn(asked) : turn, String(++answers));
	}

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

function speak(
	response: ServerResponse,
	dialect: Dialect,
	{ streamed }: ModelRequest,
	reply: ModelReply,
	id: string,
): void {
	if (!streamed || dialect.stream === undefined) {
		response.setHeader('content-type', 'application/json').end(JSON.stringify(dialect.write(reply, id)));
		return;
	}
	response.setHeader('content-type', 'text/event-stream');
	for (const data of dialect.stream(reply, id)) response.write(`data: ${JSON.stringify(data)}\n\n`);
	response.end();
}

/** Clients try again after most refusals, but not after this one. */
function refuse(response: ServerResponse, message: string): void {
	response
		.writeHead(400, { 'content-type': 'application/json' })
		.end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }));
}
