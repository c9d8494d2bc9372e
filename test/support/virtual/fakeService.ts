import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/httpReply';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { accountWith, batchOf, hit, http } from '../api/replies';
import type { VirtualClock } from '../../../dev/benchmark/rateLimits/virtualClock';

/** A request as the service received it. */
export interface ReceivedRequest {
	tool: Tool;
	body: JsonObject;
	/** The identifiers in the body. */
	inputs: readonly string[];
	phone: 'with' | 'without';
	/** When it was sent, in ms since the start. */
	at: number;
	/** The number of requests before it. */
	nth: number;
	/** When it was answered, and the number of requests sent until then; null while it is in flight. */
	answered: { at: number; sent: number } | null;
}

/** Returns the reply to a request. */
export type Script = (request: ReceivedRequest) => Reply;

/**
 * Replies in the contract's envelope, in virtual time, and records every request.
 * A script that is a list has the replies to the first requests; all others are hits.
 */
export class FakeService {
	readonly requests: ReceivedRequest[] = [];
	/** How often the price list was requested. It is not among the requests. */
	billingRequests = 0;
	inFlight = 0;
	maxInFlight = 0;

	constructor(
		private readonly clock: VirtualClock,
		private readonly script: Script | readonly Reply[] = everyoneFound,
		private readonly latency: (request: ReceivedRequest) => number = () => 100,
		/** Replies to `get_billing`; without one, the service does not know it. */
		private readonly billing: readonly Reply[] = [],
	) {}

	readonly send = async (tool: Tool, body: JsonObject): Promise<Reply> => {
		if (tool.name === 'get_billing') return this.billing[this.billingRequests++] ?? http(404, {});
		const request: ReceivedRequest = {
			tool,
			body,
			inputs: inputsOf(tool, body),
			phone: tool.phoneFlag !== undefined && body[tool.phoneFlag] === true ? 'with' : 'without',
			at: this.clock.elapsed,
			nth: this.requests.length,
			answered: null,
		};
		this.requests.push(request);
		this.inFlight += 1;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
		await this.clock.sleep(this.latency(request));
		this.inFlight -= 1;
		request.answered = { at: this.clock.elapsed, sent: this.requests.length };
		return this.answer(request);
	};

	/** When each request was sent, in ms since the start. */
	get times(): number[] {
		return this.requests.map(({ at }) => at);
	}

	/** The number of identifiers in each request. */
	get sizes(): number[] {
		return this.requests.map(({ inputs }) => inputs.length);
	}

	/** The tool name of each request. */
	get tools(): string[] {
		return this.requests.map(({ tool }) => tool.name);
	}

	private answer(request: ReceivedRequest): Reply {
		if (typeof this.script === 'function') return this.script(request);
		return this.script[request.nth] ?? everyoneFound(request);
	}
}

function inputsOf(tool: Tool, body: JsonObject): string[] {
	const fields = [...Object.values(tool.requestFields), tool.batch?.field].filter((field) => field !== undefined);
	return fields.flatMap((field) => (body[field] ?? []) as string | string[]);
}

/** The slug in the address of a profile; otherwise the input itself. */
export const nameOf = (input: string) => /\/in\/(.+)$/.exec(input)?.[1] ?? input;

/** The data that the service returns for an input. It is different for every person. */
export const profileOf = (input: string) => ({
	email: `${nameOf(input)}@example.com`,
	risk_score: 'A',
	last_validated_at: null,
});

/** Answers every lookup with a hit, which costs one token and has a phone if one was requested. */
export const everyoneFound: Script = ({ tool, inputs, phone }) => {
	if (tool.family === 'free') return accountWith(1_000_000);
	if (inputs.length > 1) return batchOf(inputs.map((input) => ({ input, results: profileOf(input) })));
	const [input] = inputs;
	const metadata = tool.reportsCharges === true ? { tokens_charged: 1 } : {};
	return hit({ ...profileOf(input), ...(phone === 'with' ? { mobile_phone: '12025550100' } : {}) }, metadata);
};
