import { callId, type Dialect, type ModelReply, type ToolOffer } from './dialect';

interface Request {
	input: Array<
		| { type: 'message'; role: string; content: string }
		| { type: 'function_call' }
		| { type: 'function_call_output'; call_id: string; output: string }
	>;
	tools?: Array<ToolOffer & { type: 'function' }>;
	stream?: boolean;
}

const MODEL = 'gpt-5-mini';
const USAGE = {
	input_tokens: 1,
	input_tokens_details: { cached_tokens: 0 },
	output_tokens: 1,
	output_tokens_details: { reasoning_tokens: 0 },
	total_tokens: 2,
};

/** OpenAI's Responses API: the default of n8n's OpenAI Chat Model. */
export const responsesApi: Dialect = {
	read(body) {
		const { input, tools = [], stream = false } = body as Request;
		const said = (role: string) =>
			input.flatMap((item) => (item.type === 'message' && item.role === role ? [item.content] : [])).join('\n');
		return {
			system: said('developer'),
			user: said('user'),
			tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
			results: input.flatMap((item) =>
				item.type === 'function_call_output' ? [{ call: item.call_id, content: item.output }] : [],
			),
			streamed: stream,
		};
	},
	write: (reply, id) => response(id, 'completed', outputOf(reply, id)),
	stream(reply, id) {
		const output = outputOf(reply, id);
		const events = [
			{ type: 'response.created', response: response(id, 'in_progress', []) },
			...output.flatMap((item, output_index) => [
				{ type: 'response.output_item.added', output_index, item: opened(item) },
				...partsOf(item, output_index),
				{ type: 'response.output_item.done', output_index, item },
			]),
			{ type: 'response.completed', response: response(id, 'completed', output) },
		];
		return events.map((event, sequence_number) => ({ ...event, sequence_number }));
	},
};

type OutputItem = ReturnType<typeof messageItem> | ReturnType<typeof callItem>;

const response = (id: string, status: string, output: OutputItem[]) => ({
	id: `resp_${id}`,
	object: 'response',
	created_at: 0,
	status,
	model: MODEL,
	output,
	usage: status === 'completed' ? USAGE : null,
});

const outputOf = (reply: ModelReply, id: string): OutputItem[] =>
	'text' in reply
		? [messageItem(reply.text, id)]
		: reply.calls.map(({ tool, input }, place) => callItem(tool, input, id, place));

const messageItem = (text: string, id: string) => ({
	type: 'message' as const,
	id: `msg_${id}`,
	role: 'assistant',
	status: 'completed',
	content: [{ type: 'output_text', text, annotations: [] }],
});

const callItem = (name: string, input: unknown, id: string, place: number) => ({
	type: 'function_call' as const,
	id: `fc_${id}_${place}`,
	call_id: callId(id, place),
	name,
	arguments: JSON.stringify(input),
	status: 'completed',
});

/** An item as it is announced, before its parts come. */
const opened = (item: OutputItem) =>
	item.type === 'message'
		? { ...item, status: 'in_progress', content: [] }
		: { ...item, status: 'in_progress', arguments: '' };

/** In two pieces, since a stream never comes in one. */
function partsOf(item: OutputItem, output_index: number) {
	const at = { item_id: item.id, output_index };
	if (item.type === 'function_call') {
		return halves(item.arguments).map((delta) => ({
			type: 'response.function_call_arguments.delta',
			...at,
			delta,
		}));
	}
	return halves(item.content[0].text).map((delta) => ({
		type: 'response.output_text.delta',
		...at,
		content_index: 0,
		delta,
	}));
}

function halves(text: string): string[] {
	const middle = Math.ceil(text.length / 2);
	return [text.slice(0, middle), text.slice(middle)];
}
