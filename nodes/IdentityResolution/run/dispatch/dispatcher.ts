import { totalLookups } from '../../api/identifiers/body';
import { readReply } from '../../api/replies/readReply';
import type { Reading } from '../../api/replies/reading';
import type { Refusal } from '../../api/replies/refusal';
import { requestBody } from '../../api/request';
import type { Tool } from '../../api/tool';
import { getAccount } from '../../api/tools/account/getAccount';
import { costOf } from '../budget/requestCost';
import type { Reservation } from '../budget/reservation';
import type { Environment, LogEntry } from '../environment';
import { stopFor, type Outcome, type Stop } from '../outcome';
import { modeWithoutPhoneTokens } from '../phonePolicy';
import type { Entry } from '../queue/entry';
import { failedAttempts, splitAt, type PendingRequest } from '../queue/pendingRequest';
import { addDrift, addReading, type RunStats } from '../stats';
import { paused, type Pause } from '../throttle/pause';
import { newThrottle, onAnswered, onSent, withRoundTrip } from '../throttle/throttle';
import {
	checkAccount,
	decideAccountCheck,
	newAccountCheck,
	toolToCheckFirst,
	type AccountCheckState,
} from './accountCheck';
import { onBatchReply, onRequestSent } from './batchTrial';
import { isServiceFailure } from './circuitBreaker';
import { attemptOf, classifyReply } from './classifyReply';
import { retryRequests } from './retryRequests';
import { splitWithoutPhone } from './splitWithoutPhone';
import { decideRetry, decideUnmatched, UNMATCHED, type RetryDecision } from './retryPolicy';
import { newRunState, policyInput, keptStop, type RunState } from './runState';
import { schedule, type ScheduleDecision } from './scheduler';
import { WakeUp } from './wakeUp';

/**
 * Sends and settles all lookups of a registry. Only the dispatcher changes the state of a run: in a loop, it applies
 * the decisions of `schedule` and `decideRetry`, then waits for a reply or a time. Settled rows may add lookups.
 */
export class Dispatcher {
	private readonly state: RunState;
	private readonly wakeUp = new WakeUp();
	/** Errors of requests. Sending never rejects; if it does, the run throws the error instead of waiting forever. */
	private readonly defects: unknown[] = [];

	/** @param need whether the run can start without the account */
	constructor(
		parts: Pick<RunState, 'registry' | 'budget' | 'limits'>,
		need: AccountCheckState['need'],
		private readonly stats: RunStats,
		private readonly env: Environment,
	) {
		this.state = newRunState(parts, need, env.clock.now(), env.random);
	}

	/**
	 * Resolves when all lookups are settled. A stopped run also waits for the requests in flight: a host that discards
	 * their answers aborts them. Returns why the run stopped early or closed a tool; null if all lookups were sent.
	 */
	async run(): Promise<Stop | null> {
		const { state, wakeUp } = this;
		const { clock, signal } = this.env;
		const notify = () => wakeUp.notify();
		signal.addEventListener('abort', notify);
		// Stale windows cause an account check before the first request.
		const unchecked = toolToCheckFirst(state.registry, state.budget);
		if (unchecked !== null) state.budget.invalidateWindows(unchecked);
		for (;;) {
			const now = clock.now();
			if (signal.aborted) this.stop(stopFor('stopped'));
			// A run that only waits for replies may exceed its deadline.
			if (now >= state.deadline && !this.isAllSent()) this.stop(stopFor('run_time'));
			const until = this.startAll(now);
			if (this.finishIfDone()) break;
			await wakeUp.waitUntil(until, clock);
			if (this.defects.length > 0) throw this.defects[0];
		}
		signal.removeEventListener('abort', notify);
		return state.stop ?? state.firstToolStop;
	}

	/** Starts everything that may be sent now, and returns the time of the next call (epoch ms). */
	private startAll(now: number): number {
		const { state } = this;
		while (state.stop === null) {
			this.settleClosedTools();
			const decision = schedule(state, now);
			if (decision.do === 'wait')
				return Math.min(decision.until, now < state.deadline ? state.deadline : Infinity);
			this.start(decision, now);
		}
		return Infinity;
	}

	private start(decision: Exclude<ScheduleDecision, { do: 'wait' }>, now: number): void {
		const { state } = this;
		switch (decision.do) {
			case 'send':
				return this.startRequest(state.registry.dequeue(decision.tool, decision.size));
			case 'retry': {
				const [request, rest] = splitAt(state.retryQueue[decision.index], decision.size);
				state.retryQueue.splice(decision.index, 1, ...(rest.entries.length > 0 ? [rest] : []));
				return this.startRequest(request);
			}
			case 'checkAccount':
				return this.inBackground(this.checkAccount());
			case 'pause':
				return this.pause(decision.pause, decision.tool, decision.reason, null, now);
			case 'stop':
				return this.stop(decision.stop);
		}
	}

	private startRequest(given: PendingRequest): void {
		const { toolNames, phoneMode } = this.state;
		const { request, refused } = toolNames.acceptedPart(given);
		this.settleAll(refused, { is: 'deferred', stop: stopFor('unknown_tool', { tool: given.tool.name }) });
		if (request.phone === 'with' && phoneMode !== 'requested') this.dropPhone(request);
		else if (request.entries.length > 0) this.inBackground(this.send(request));
	}

	private inBackground(work: Promise<void>): void {
		void work.catch((error: unknown) => this.defects.push(error)).finally(() => this.wakeUp.notify());
	}

	private isAllSent(): boolean {
		const { retryQueue, registry, accountCheck } = this.state;
		return retryQueue.length === 0 && registry.isEmpty && accountCheck.need === 'optional';
	}

	/** Defers the rest of a stopped run. @returns whether all lookups are settled */
	private finishIfDone(): boolean {
		const { stop, retryQueue, registry, budget } = this.state;
		if (budget.inFlight.size > 0) return false;
		if (stop === null) return this.isAllSent();
		const outcome: Outcome = { is: 'deferred', stop };
		for (const { entries } of retryQueue.splice(0)) this.settleAll(entries, outcome);
		registry.close(outcome);
		return true;
	}

	/** Sends one request, and resolves when its reply is handled. */
	private async send(request: PendingRequest): Promise<void> {
		const { state, stats, env } = this;
		const { tool, phone, entries, kind } = request;
		const requested = entries.map(({ lookup }) => lookup.identifier);
		const reservation = this.reserve({ tool, phone, lookups: totalLookups(requested), kind });
		state.throttle = onSent(state.throttle, reservation.sentAt);
		state.batchTrial = onRequestSent(state.batchTrial, entries.length);
		for (const { record } of entries) record.attempts += 1;

		const sentTo = state.toolNames.current(tool);
		const reply = await env.send(sentTo, requestBody(tool, requested, phone));

		const now = env.clock.now();
		const reading = readReply(tool, requested, reply, now);
		const cost = costOf(reading, requested);
		const haveChoicesChanged = state.budget.settle(reservation, cost, reading.usage);
		addReading(stats, tool, reading, cost, state.budget.prices.listedPrice(tool, phone));
		if (reading.is === 'answers') state.throttle = withRoundTrip(state.throttle, now - reservation.sentAt);
		this.applyReply(request, reading, reservation.generation, sentTo.name, now);
		if (haveChoicesChanged) state.registry.replanUnsent();
		stats.lookups = state.registry.size;
		env.progress(stats);
	}

	private reserve(request: Omit<Reservation, 'generation' | 'sentAt'>): Reservation {
		const { generation } = this.state.throttle;
		const reservation: Reservation = { ...request, generation, sentAt: this.env.clock.now() };
		this.state.budget.reserve(reservation);
		this.stats.requests += 1;
		return reservation;
	}

	/** Settles answered lookups; retries, fails or defers the others. */
	private applyReply(request: PendingRequest, reading: Reading, generation: number, name: string, now: number) {
		const { state } = this;
		const { tool, entries } = request;
		state.batchTrial = onBatchReply(state.batchTrial, entries.length, reading);
		const withoutPhone = state.toolNames.phoneResult(tool, state.limits.onPhoneTokens);
		const { answered, unmatched, refused, refusal } = classifyReply(request, reading, withoutPhone);
		if (answered.length > 0) {
			state.throttle = onAnswered(state.throttle, generation);
			state.circuitBreaker.onAnswer(tool);
		}
		for (const { entry, outcome, charged, recordsLeft } of answered) {
			entry.record.charged = charged;
			entry.record.recordsLeft = recordsLeft;
			state.registry.settle(entry, outcome);
		}
		for (const { record } of refusal?.kind === 'lost' ? refused.concat(unmatched) : unmatched)
			record.lostCount += 1;
		if (state.batchTrial === 'failed') state.registry.disableBatching();
		if (refusal?.kind !== 'unknown_tool') state.toolNames.confirm(tool);
		const attempt = attemptOf(
			request,
			unmatched.length + refused.length,
			generation,
			state.toolNames.replacementFor(tool, name),
		);
		if (unmatched.length > 0) {
			const decision = decideUnmatched(attempt, state.limits);
			this.apply(decision, { ...request, entries: unmatched }, UNMATCHED, now);
		}
		if (refusal === null) return;
		const rest = { ...request, entries: refused };
		const decision = decideRetry(refusal, attempt, policyInput(state, now));
		this.apply(decision, rest, refusal, now);
		if (refusal.kind === 'invalid_input') state.circuitBreaker.onAnswer(tool);
		if (isServiceFailure(refusal)) this.addFailure(rest, refusal, decision, now);
	}

	/** Applies a decision to the open lookups of a request, and to the run. */
	private apply(decision: RetryDecision, rest: PendingRequest, refusal: Refusal, now: number): void {
		const { state } = this;
		const { tool, entries } = rest;
		switch (decision.do) {
			case 'retry':
			case 'split': {
				const event = 'as' in decision && decision.as === 'same' ? 'retry' : 'split';
				this.log(event, tool.name, refusal.kind, decision.after, failedAttempts(rest) + 1);
				return this.requeue(...retryRequests(rest, decision, state.limits.retries, now));
			}
			case 'dropPhone':
				return this.dropPhone(rest);
			case 'rename':
				state.toolNames.replace(tool, decision.name);
				this.stats.renamedTools.set(tool.name, decision.name.name);
				this.log('rename', tool.name, refusal.kind);
				return this.requeue({ ...rest, notBefore: 0 });
			case 'pause':
				this.requeue({ ...rest, notBefore: 0 });
				return this.pause(decision, tool, refusal.kind, refusal, now);
			case 'fail':
				return this.settleAll(entries, { is: 'failed', refusal });
			case 'closeTool': {
				const { scope, reason, retryAt } = decision;
				const stop: Stop = { reason, retryAt, refusal, tool: tool.name };
				this.settleAll(entries, { is: 'deferred', stop });
				return this.closeTool(tool, stop, scope);
			}
			case 'stop':
				if (decision.lookups === 'failed') this.settleAll(entries, { is: 'failed', refusal });
				else this.requeue(rest);
				return this.stop({ ...decision.stop, tool: tool.name });
		}
	}

	/** Adds requests to the retry queue. Skips requests without lookups. */
	private requeue(...requests: PendingRequest[]): void {
		for (const request of requests)
			if (request.entries.length > 0) this.state.retryQueue.push({ ...request, kind: 'retry' });
	}

	private settleAll(entries: readonly Entry[], outcome: Outcome): void {
		for (const entry of entries) this.state.registry.settle(entry, outcome);
	}

	/** Retries lookups without their phone, because the account has no phone tokens. */
	private dropPhone(request: PendingRequest): void {
		const { state } = this;
		const { onPhoneTokens } = state.limits;
		const mode = modeWithoutPhoneTokens(onPhoneTokens);
		if (state.phoneMode !== mode) this.log('dropPhone', request.tool.name, 'insufficient_phone_tokens');
		state.phoneMode = mode;
		const { retried, settled } = splitWithoutPhone(request.entries, state.registry, onPhoneTokens);
		for (const { entry, outcome } of settled) state.registry.settle(entry, outcome);
		this.requeue({ ...request, entries: retried, phone: 'without', notBefore: 0 });
	}

	/** Pauses all requests. @param refusal null if the closed window was already known */
	private pause(pause: Pause, tool: Tool, reason: string, refusal: Refusal | null, now: number): void {
		const { state } = this;
		if (pause.kind === 'window') state.budget.invalidateWindows(tool);
		state.throttle = paused(state.throttle, pause, now);
		this.log('pause', tool.name, reason, pause.until - now);
		if (pause.kind !== 'repeat') this.log('slowDown', tool.name, reason);
		const { pausedUntil } = state.throttle;
		if (pausedUntil >= state.deadline) this.stop(stopFor('run_time', { retryAt: pausedUntil, refusal }));
	}

	private addFailure(request: PendingRequest, refusal: Refusal, decision: RetryDecision, now: number): void {
		const { tool } = request;
		const mode = this.state.circuitBreaker.onFailure(request, refusal, decision, now);
		if (mode === 'probing') this.log('slowDown', tool.name, refusal.kind);
		if (mode === 'down') this.closeTool(tool, stopFor('service_down', { refusal, tool: tool.name }), 'tool');
	}

	/** Defers all queued and later lookups of a tool, or of its family if known. Other tools continue. */
	private closeTool(tool: Tool, stop: Stop, scope: 'tool' | 'family'): void {
		const { state } = this;
		this.log('closeTool', tool.name, stop.reason);
		state.firstToolStop ??= stop;
		if (scope === 'tool' || tool.family === 'unknown') state.registry.closeTool(tool, { is: 'deferred', stop });
		// The stop names only the tool that the service refused.
		else state.registry.closeFamily(tool, { is: 'deferred', stop: { ...stop, tool: null } });
	}

	/** Settles the pending retries of closed tools. */
	private settleClosedTools(): void {
		const { state } = this;
		if (state.firstToolStop === null) return;
		for (const request of state.retryQueue.splice(0)) {
			const outcome = state.registry.outcomeOfClosed(request.tool);
			if (outcome === undefined) state.retryQueue.push(request);
			else this.settleAll(request.entries, outcome);
		}
	}

	private stop(stop: Stop): void {
		const { state } = this;
		const kept = keptStop(state.stop, stop);
		if (kept === state.stop) return;
		state.stop = kept;
		this.log('stop', kept.tool, kept.reason);
	}

	/** Sends an account check, and resolves when its reply is handled. */
	private async checkAccount(): Promise<void> {
		const { state, stats, env } = this;
		const reservation = this.reserve({ tool: getAccount, phone: 'without', lookups: 1, kind: 'first' });

		const reply = await checkAccount(env);

		state.budget.release(reservation);
		addDrift(stats, reply.drift);
		env.progress(stats);
		if (reply.is === 'known') {
			// The waits of the first account check do not count for lookups.
			if (state.accountCheck.need === 'required') state.throttle = newThrottle(state.limits.concurrency);
			state.accountCheck = newAccountCheck('optional');
			state.budget.updateFromAccount(reply.account);
			return;
		}
		const now = env.clock.now();
		const { generation } = reservation;
		const decision = decideAccountCheck(reply.refusal, state.accountCheck, generation, policyInput(state, now));
		switch (decision.do) {
			case 'retry':
				state.accountCheck = decision.next;
				return this.pause(decision.pause, getAccount, decision.reason, null, now);
			case 'continue':
				state.accountCheck = newAccountCheck('optional');
				return state.budget.ignoreAccount();
			case 'stop':
				return this.stop(decision.stop);
		}
	}

	private log(event: LogEntry['event'], tool: string | null, reason: string, wait?: number, attempt?: number): void {
		this.env.log({ event, tool, attempt: attempt ?? null, reason, wait: wait ?? null });
	}
}
