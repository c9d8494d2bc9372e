import { field, type JsonObject } from '../../nodes/IdentityResolution/api/json';
import { readUsage } from '../../nodes/IdentityResolution/api/metadata';
import type { Reply } from '../../nodes/IdentityResolution/api/reply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import type { Clock } from '../../nodes/IdentityResolution/run/surroundings';
import type { LedgerEntry } from '../sandbox/ledger';
import { createService, type SandboxReply, type Service } from '../sandbox/service';
import type { Plan } from './plans';

const KEY = 'sandbox_simulated1';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'simulation', authorization: `Bearer ${KEY}` };
const FIVE_HOURS = 5 * 3_600_000;

interface Surroundings {
	seed: number;
	hitRate: number;
	clock: Clock;
	/** Returns the round trip of the next request, in ms. */
	latency(): number;
	/** Receives each request, in the order in which the service answers them. */
	onRequest(entry: LedgerEntry): void;
}

/** An account under a plan. Runs the sandbox's rules in process, in virtual time. */
export class SimulatedAccount {
	readonly service: Service;
	refusedByBurst = 0;
	/** Requests with more records than a window had left. */
	oversized = 0;
	/** Virtual times of the requests that a window refused. */
	private readonly windowRefusals: number[] = [];

	constructor(
		{ records5h, records1w, requests5h, burst }: Plan,
		private readonly env: Surroundings,
	) {
		this.service = createService({
			seed: env.seed,
			hitRate: env.hitRate,
			burst,
			keys: [KEY],
			account: { unlimited: true },
			limits: { enrich: { records: { '5h': records5h, '1w': records1w }, requests: { '5h': requests5h } } },
		});
	}

	readonly send = async (tool: Tool, body: JsonObject): Promise<Reply> => {
		const { clock, latency } = this.env;
		const halfway = latency() / 2;
		await clock.sleep(halfway, new AbortController().signal);
		const request = { tool: tool.name, method: 'POST', headers: HEADERS, body: JSON.stringify(body) };
		const reply = this.service.handle(request, clock.now());
		this.count(reply);
		await clock.sleep(halfway, new AbortController().signal);
		return { is: 'http', status: reply.status, headers: reply.headers, body: reply.body };
	};

	get refusedByWindow(): number {
		return this.windowRefusals.length;
	}

	/** The most requests that the windows refused within any five hours. */
	maxRefusedPerWindow(): number {
		const times = this.windowRefusals;
		let max = 0;
		for (let last = 0, first = 0; last < times.length; last++) {
			while (times[first] <= times[last] - FIVE_HOURS) first++;
			max = Math.max(max, last - first + 1);
		}
		return max;
	}

	private count({ status, body, entry }: SandboxReply): void {
		this.env.onRequest(entry);
		if (status === 429) {
			if (entry.code === 'rate_limited') this.refusedByBurst += 1;
			else this.windowRefusals.push(entry.time);
		}
		if (status !== 200 || entry.tool === 'get_account') return;
		const { records } = readUsage(field(body, 'metadata'));
		const left = Math.min(records['5h'].remaining ?? Infinity, records['1w'].remaining ?? Infinity) + entry.records;
		if (entry.keys.length > left) this.oversized += 1;
	}
}
