import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { accountWith, batchOf, hit } from './replies';
import type { VirtualClock } from '../../dev/simulation/virtualClock';

/** One request as the service got it. */
export interface Asked {
	tool: Tool;
	body: JsonObject;
	/** The identifiers in the body, as they were sent. */
	inputs: readonly string[];
	phone: 'with' | 'without';
	/** ms since the start. */
	at: number;
	/** Requests before it. */
	nth: number;
	/** When it was answered, and how many requests had been sent by then; null while it is under way. */
	answered: { at: number; sent: number } | null;
}

/** What the service answers to one request, after its latency. */
export type Script = (asked: Asked) => Reply;

/**
 * A stand-in for sending: answers in the contract's envelope, on virtual time, and remembers every request.
 * A script may be a list: what becomes of the first requests, one by one, before everyone is found.
 */
export class FakeService {
	readonly requests: Asked[] = [];
	inFlight = 0;
	mostInFlight = 0;

	constructor(
		private readonly clock: VirtualClock,
		private readonly script: Script | readonly Reply[] = everyoneFound,
		private readonly latency: (asked: Asked) => number = () => 100,
	) {}

	readonly send = async (tool: Tool, body: JsonObject): Promise<Reply> => {
		const asked: Asked = {
			tool,
			body,
			inputs: inputsOf(tool, body),
			phone: tool.phoneFlag !== undefined && body[tool.phoneFlag] === true ? 'with' : 'without',
			at: this.clock.elapsed,
			nth: this.requests.length,
			answered: null,
		};
		this.requests.push(asked);
		this.inFlight += 1;
		this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
		await this.clock.sleep(this.latency(asked));
		this.inFlight -= 1;
		asked.answered = { at: this.clock.elapsed, sent: this.requests.length };
		return this.answer(asked);
	};

	/** When each request was sent, ms since the start. */
	get times(): number[] {
		return this.requests.map(({ at }) => at);
	}

	/** How many identifiers each request carried. */
	get sizes(): number[] {
		return this.requests.map(({ inputs }) => inputs.length);
	}

	/** The names of the tools asked, in order. */
	get tools(): string[] {
		return this.requests.map(({ tool }) => tool.name);
	}

	private answer(asked: Asked): Reply {
		if (typeof this.script === 'function') return this.script(asked);
		return this.script[asked.nth] ?? everyoneFound(asked);
	}
}

function inputsOf(tool: Tool, body: JsonObject): string[] {
	const fields = [...Object.values(tool.requestFields), tool.batch?.field].filter((field) => field !== undefined);
	return fields.flatMap((field) => (body[field] ?? []) as string | string[]);
}

/** Whom an input names: the slug of a profile, else the input itself. */
export const nameOf = (input: string) => /\/in\/(.+)$/.exec(input)?.[1] ?? input;

/** What the service holds of whom an input names. Unlike that of anybody else. */
export const profileOf = (input: string) => ({
	email: `${nameOf(input)}@example.com`,
	risk_score: 'A',
	last_validated_at: null,
});

/** The usual service: everyone is found, for one token each, and everyone has a phone. */
export const everyoneFound: Script = ({ tool, inputs, phone }) => {
	if (tool.family === 'free') return accountWith(1_000_000);
	if (inputs.length > 1) return batchOf(inputs.map((input) => ({ input, results: profileOf(input) })));
	const [input] = inputs;
	const metadata = tool.reportsCharges ? { tokens_charged: 1 } : {};
	return hit({ ...profileOf(input), ...(phone === 'with' ? { mobile_phone: '12025550100' } : {}) }, metadata);
};
