/** A tool as the model is told of it. */
export interface ToolOffer {
	name: string;
	description: string;
	/** JSON schema of its arguments. */
	parameters: Record<string, unknown>;
}

/** What the model is given back for one of its calls. */
export interface ToolResult {
	call: string;
	content: string;
}

/** A request of the agent to its model, the same whichever of the provider's interfaces it came over. */
export interface ModelRequest {
	system: string;
	user: string;
	tools: ToolOffer[];
	/** In the order of the conversation. */
	results: ToolResult[];
	streamed: boolean;
}

/** A call that the model asks for. */
export interface ToolCall {
	tool: string;
	/** Sent as JSON, so it may be anything that a model makes up. */
	input: unknown;
}

/** What the model says to one request. */
export type ModelReply = { calls: ToolCall[] } | { text: string };

/** One of the provider's interfaces. */
export interface Dialect {
	read(body: unknown): ModelRequest;
	/** @param id one that no other answer has @returns the body of the answer */
	write(reply: ModelReply, id: string): unknown;
	/** Where it is spoken piece by piece. @returns the data of the server-sent events that make up the answer */
	stream?(reply: ModelReply, id: string): unknown[];
}

export const callId = (id: string, place: number) => `call_${id}_${place}`;
