import { lookupCount } from '../../api/identifiers/body';
import { readReply } from '../../api/replies/readReply';
import { requestBody } from '../../api/request';
import { getAccount } from '../../api/tools/getAccount';
import type { Tool } from '../../api/tool';
import { costOf } from '../budget/requestCost';
import type { AttemptKind } from './circuitBreaker';
import type { PendingRequest } from '../queue/entry';
import { pauseSending } from './pause';
import { decideAccountCheck, checkAccount } from './accountCheck';
import type { InFlight } from './scheduler';
import { onSent, withRoundTrip } from '../throttle/throttle';
import type { Reservation } from '../budget/reservation';
import { stopRun, policyInput, type RunContext } from './state';
import type { Environment } from '../environment';
import { handleReply } from './handleReply';
import { addReading, type RunStats } from '../stats';

/** Sends requests and takes in what each of them brings. */
export class Sender implements InFlight {
	private readonly requests = new Set<PendingRequest>();
	private accountChecks = 0;
	/** One after another, each of which is tried again. */
	private failedChecks = 0;

	constructor(
		private readonly run: RunContext,
		private readonly stats: RunStats,
		private readonly env: Environment,
	) {}

	get total(): number {
		return this.requests.size + this.accountChecks;
	}

	of({ name }: Tool): Record<AttemptKind, number> {
		const counts = { first: 0, retry: 0 };
		for (const { tool, attempt } of this.requests) if (tool.name === name) counts[attempt] += 1;
		return counts;
	}

	/** Sends one request, and resolves once its reply was taken in. */
	async send(request: PendingRequest): Promise<void> {
		const { run, stats, env } = this;
		const { state, registry, budget } = run;
		const { tool, phone, entries } = request;
		const requested = entries.map(({ lookup }) => lookup.identifier);
		const reservation: Reservation = { tool, phone, lookups: sum(requested.map(lookupCount)) };
		const { generation } = state.throttle;
		const sentAt = env.clock.now();
		state.throttle = onSent(state.throttle, sentAt);
		for (const { record } of entries) record.attempts += 1;
		this.requests.add(request);
		budget.reserve(reservation);
		stats.requests += 1;
		if (entries.length > 1 && state.batches === 'untried') state.batches = 'on_trial';

		const reply = await env.send(tool, requestBody(tool, requested, phone));

		this.requests.delete(request);
		const now = env.clock.now();
		const reading = readReply(tool, requested, reply, now);
		if (reading.is === 'answers') state.throttle = withRoundTrip(state.throttle, now - sentAt);
		const cost = costOf(reading, requested);
		const { version } = budget.prices;
		budget.settle(reservation, cost, reading.usage);
		addReading(stats, tool, reading, cost);
		handleReply(run, request, reading, generation, now);
		if (budget.prices.areConsulted && budget.prices.version !== version) registry.replanUnsent();
		stats.lookups = registry.size;
		env.progress(stats);
	}

	/** Asks the free account how the windows stand. */
	async checkAccount(): Promise<void> {
		const { run, env, stats } = this;
		const { state, budget } = run;
		const { generation } = state.throttle;
		this.accountChecks += 1;
		stats.requests += 1;
		budget.beginAccountCheck();

		const check = await checkAccount(env);

		this.accountChecks -= 1;
		env.progress(stats);
		if (check.is === 'known') {
			this.failedChecks = 0;
			budget.updateFromAccount(check.account);
			return;
		}
		const now = env.clock.now();
		const failed = { errorCount: this.failedChecks, lostCount: this.failedChecks, generation };
		const decision = check.refusal && decideAccountCheck(check.refusal, failed, policyInput(run, now));
		this.failedChecks = decision?.do === 'pause' ? this.failedChecks + 1 : 0;
		budget.accountCheckFailed(decision?.do === 'pause' ? 'retry' : 'continue');
		if (decision?.do === 'pause') pauseSending(run, decision, { tool: getAccount, refused: null }, now);
		if (decision?.do === 'stop') stopRun(state, { ...decision.stop, tool: null });
	}
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
