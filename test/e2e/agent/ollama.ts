import type { ModelReply, ModelRequest, ToolOffer } from './chatModel';

// The part of Ollama's chat API that n8n's Ollama Chat Model uses.

export const SCRIPT_IS_OVER = { error: 'The script is over' };

interface RequestBody {
	messages: Array<{ role: string; content: string }>;
	tools?: Array<{ type: 'function'; function: ToolOffer }>;
}

export function readRequest(body: unknown): ModelRequest {
	const { messages, tools = [] } = body as RequestBody;
	const contents = (wanted: string) => messages.flatMap(({ role, content }) => (role === wanted ? [content] : []));
	return {
		system: contents('system').join('\n'),
		user: contents('user').join('\n'),
		tools: tools.map(({ function: { name, description, parameters } }) => ({ name, description, parameters })),
		results: contents('tool'),
	};
}

/** A stream of JSON lines: the message, and the end. */
export function responseBody(reply: ModelReply): string {
	const calls = 'text' in reply ? [] : reply.calls;
	const message = {
		role: 'assistant',
		content: 'text' in reply ? reply.text : '',
		tool_calls: calls.map(({ tool, input }) => ({ function: { name: tool, arguments: input } })),
	};
	const line = { model: 'llama3.1', created_at: '2026-01-01T00:00:00.000Z' };
	const end = { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' };
	return [
		{ ...line, message, done: false },
		{ ...line, ...end },
	]
		.map((one) => `${JSON.stringify(one)}\n`)
		.join('');
}
