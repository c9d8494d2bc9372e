import { field, type JsonObject } from '../../nodes/IdentityResolution/api/json';
import { readUsage } from '../../nodes/IdentityResolution/api/metadata';
import type { Reply } from '../../nodes/IdentityResolution/api/reply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import type { Clock } from '../../nodes/IdentityResolution/run/surroundings';
import { createService, type SandboxReply, type Service } from '../sandbox/service';
import type { PlanSpec } from './plans';

const KEY = 'sandbox_simulated1';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'simulation', authorization: `Bearer ${KEY}` };
const FIVE_HOURS = 5 * 3_600_000;

/** An account under a plan, asked in process: the sandbox's own rules on virtual time. */
export class SimulatedAccount {
	readonly service: Service;
	/** Virtual times of the requests that a window or the burst guard refused. */
	readonly refused = { burst: [] as number[], window: [] as number[] };
	/** Requests that asked for more records than a window had left. */
	overdrawn = 0;

	/** @param latency ms that the next request is under way, there and back */
	constructor(
		{ records5h, records1w, requests5h, burst }: PlanSpec,
		{ seed, hitRate }: { seed: number; hitRate: number },
		private readonly clock: Clock,
		private readonly latency: () => number,
	) {
		const enrich = { records: { '5h': records5h, '1w': records1w }, requests: { '5h': requests5h } };
		this.service = createService({
			seed,
			hitRate,
			burst,
			keys: [KEY],
			account: { unlimited: true },
			limits: { enrich },
		});
	}

	readonly send = async (tool: Tool, body: JsonObject): Promise<Reply> => {
		const halfway = this.latency() / 2;
		await this.clock.sleep(halfway, new AbortController().signal);
		const request = { tool: tool.name, method: 'POST', headers: HEADERS, body: JSON.stringify(body) };
		const reply = this.service.handle(request, this.clock.now());
		this.watch(reply);
		await this.clock.sleep(halfway, new AbortController().signal);
		return { is: 'http', status: reply.status, headers: reply.headers, body: reply.body };
	};

	/** The most requests that the windows refused within any five hours. */
	mostRefusedPerWindow(): number {
		const times = this.refused.window;
		let most = 0;
		for (let last = 0, first = 0; last < times.length; last++) {
			while (times[first] <= times[last] - FIVE_HOURS) first++;
			most = Math.max(most, last - first + 1);
		}
		return most;
	}

	private watch({ status, body, entry }: SandboxReply): void {
		if (status === 429) (entry.code === 'rate_limited' ? this.refused.burst : this.refused.window).push(entry.time);
		if (status !== 200 || entry.tool === 'get_account') return;
		const { records } = readUsage(field(body, 'metadata'));
		const left = Math.min(records['5h'].remaining ?? Infinity, records['1w'].remaining ?? Infinity) + entry.records;
		if (entry.keys.length > left) this.overdrawn++;
	}
}
