import { field, type JsonObject } from '../../nodes/IdentityResolution/api/json';
import { readUsage } from '../../nodes/IdentityResolution/api/replies/metadata';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import type { Clock } from '../../nodes/IdentityResolution/run/environment';
import type { Draws } from '../sandbox/random';
import { createService, type SandboxReply, type Service } from '../sandbox/service';
import type { Plan } from './plans';

const KEY = 'sandbox_simulated1';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'simulation', authorization: `Bearer ${KEY}` };
/** Bounds of a round trip, in ms. */
const LATENCY = { min: 150, max: 350 };

/** An account under a plan. Runs the sandbox's rules in process, in virtual time. */
export class SimulatedAccount {
	readonly service: Service;
	/** Requests with more records than a window had left. */
	oversized = 0;
	/** Whether both windows of records were used up at once. */
	hasUsedUpBoth = false;

	/** @param draws decide the latencies */
	constructor(
		{ records5h, records1w, requests5h, burst }: Plan,
		people: { seed: number; hitRate: number },
		private readonly clock: Clock,
		private readonly draws: Draws,
	) {
		this.service = createService({
			...people,
			burst,
			keys: [KEY],
			account: { unlimited: true },
			limits: { enrich: { records: { '5h': records5h, '1w': records1w }, requests: { '5h': requests5h } } },
		});
	}

	readonly send = async (tool: Tool, body: JsonObject): Promise<Reply> => {
		const halfway = (LATENCY.min + (LATENCY.max - LATENCY.min) * this.draws.share()) / 2;
		await this.clock.sleep(halfway, new AbortController().signal);
		const request = { tool: tool.name, method: 'POST', headers: HEADERS, body: JSON.stringify(body) };
		const reply = this.service.handle(request, this.clock.now());
		if (isOversized(reply)) this.oversized += 1;
		if (areBothUsedUp(reply)) this.hasUsedUpBoth = true;
		await this.clock.sleep(halfway, new AbortController().signal);
		return { is: 'http', status: reply.status, headers: reply.headers, body: reply.body };
	};
}

function isOversized({ status, body, entry }: SandboxReply): boolean {
	if (status !== 200 || entry.tool === 'get_account') return false;
	const { records } = readUsage(field(body, 'metadata'));
	const left = Math.min(records['5h'].remaining ?? Infinity, records['1w'].remaining ?? Infinity) + entry.records;
	return entry.keys.length > left;
}

function areBothUsedUp({ body }: SandboxReply): boolean {
	const { records } = readUsage(field(body, 'metadata'));
	return records['5h'].remaining === 0 && records['1w'].remaining === 0;
}
