import { callId, type Dialect, type ToolOffer } from './dialect';

interface Request {
	messages: Array<{ role: string; content: string; tool_call_id?: string }>;
	tools?: Array<{ type: 'function'; function: ToolOffer }>;
}

/** OpenAI's Chat Completions API: what n8n uses where the Responses API is switched off, and what most other providers speak. */
export const chatCompletionsApi: Dialect = {
	read(body) {
		const { messages, tools = [] } = body as Request;
		const said = (...roles: string[]) =>
			messages.flatMap(({ role, content }) => (roles.includes(role) ? [content] : [])).join('\n');
		return {
			// Newer models are given it as the developer's.
			system: said('system', 'developer'),
			user: said('user'),
			tools: tools.map(({ function: { name, description, parameters } }) => ({ name, description, parameters })),
			results: messages.flatMap(({ tool_call_id, content }) =>
				tool_call_id === undefined ? [] : [{ call: tool_call_id, content }],
			),
			streamed: false,
		};
	},
	write: (reply, id) => ({
		id: `chatcmpl_${id}`,
		object: 'chat.completion',
		created: 0,
		model: 'gpt-5-mini',
		choices: [
			'text' in reply
				? { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: reply.text } }
				: {
						index: 0,
						finish_reason: 'tool_calls',
						message: {
							role: 'assistant',
							content: null,
							tool_calls: reply.calls.map(({ tool, input }, place) => ({
								id: callId(id, place),
								type: 'function',
								function: { name: tool, arguments: JSON.stringify(input) },
							})),
						},
					},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	}),
};
