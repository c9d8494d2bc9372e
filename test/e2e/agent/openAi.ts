import type { ModelReply, ModelRequest, ToolCall, ToolOffer } from './chatModel';

// The part of OpenAI's Responses API that n8n's OpenAI Chat Model uses.

export const SCRIPT_IS_OVER = { error: { message: 'The script is over', type: 'invalid_request_error' } };

interface RequestBody {
	input: Array<
		| { type: 'message'; role: string; content: string }
		| { type: 'function_call' }
		| { type: 'function_call_output'; output: string }
	>;
	tools?: Array<ToolOffer & { type: 'function' }>;
}

export function readRequest(body: unknown): ModelRequest {
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

export function responseBody(reply: ModelReply, number: number) {
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
