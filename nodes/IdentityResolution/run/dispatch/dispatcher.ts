import { totalLookups } from '../../api/identifiers/body';
import { readReply } from '../../api/replies/readReply';
import { hasNoMatches, type Reading } from '../../api/replies/reading';
import type { Refusal } from '../../api/replies/envelope';
import { ruleOf } from '../../api/replies/refusals';
import { requestBody } from '../../api/tool';
import type { Reservation } from '../budget';
import { addAccepted, addReading, addRefused, requestCostOf, type RunStats } from '../stats';
import { inSlices, type Environment } from '../environment';
import { NO_PHONE_TOKENS, stopFor, type Outcome, type Stop } from '../outcome';
import { failedAttempts, splitAt, type PendingRequest } from '../queue/queue';
import { onAccepted, onRefused, type PassingLimit } from '../throttle';
import { classifyReply, type ClassifiedReply } from './classifyReply';
import { decideRetry, limitOf, UNMATCHED, type RetryDecision } from './retryPolicy';
import { currentTool, nameInsteadOf, type RunState } from './runState';
import { schedule, WakeUp, type ScheduleDecision } from './scheduler';

/**
 * ms between two reports of progress. n8n takes longer to log one than the node takes to handle a
 * reply.
 */
const REPORT_EVERY = 1_000;

/** The name of the tool that a request was sent to, and when (epoch ms). */
interface Sent {
	readonly to: string;
	readonly at: number;
}

/**
 * Sends and settles all lookups of a registry. Only the dispatcher changes the state of a run: in a
 * loop, it applies the decisions of `schedule` and `decideRetry`, then waits for a reply or a time.
 * Settled rows may add lookups.
 */
export class Dispatcher {
	private readonly wakeUp = new WakeUp();
	/**
	 * Errors of requests. Sending never rejects; if it does, the run throws the error instead of
	 * waiting forever.
	 */
	private readonly defects: unknown[] = [];
	/** Earliest time of the next report, epoch ms. */
	private nextReport = 0;

	constructor(
		private readonly state: RunState,
		private readonly stats: RunStats,
		private readonly env: Environment,
	) {}

	/**
	 * Resolves when all lookups are settled. A stopped run also waits for the requests in flight: a
	 * host that discards their answers aborts them. Returns why the run stopped early or closed a
	 * tool; null if all lookups were sent.
	 */
	async run(): Promise<Stop | null> {
		const { state, wakeUp } = this;
		const { clock, signal } = this.env;
		const notify = () => wakeUp.notify();
		signal.addEventListener('abort', notify);
		for (;;) {
			const now = clock.now();
			if (signal.aborted) state.stopRun(stopFor('stopped'));
			// A run that only waits for replies may exceed its deadline.
			if (now >= state.deadline && !this.isAllSent()) state.stopRun(stopFor('run_time'));
			if (state.answerMemory.isFull && !this.isAllSent()) state.stopRun(stopFor('memory'));
			if (state.stop === null) state.settleWaiting();
			// This may take long, so that everything before has to be decided again.
			if (state.registry.isBehind) {
				await inSlices(state.registry.updateRows(), clock);
				continue;
			}
			const until = this.startAll(now);
			if (this.finishIfDone()) break;
			await wakeUp.waitUntil(until, clock);
			if (this.defects.length > 0) throw this.defects[0];
		}
		signal.removeEventListener('abort', notify);
		if (this.stats.requests > 0) this.env.progress(this.stats);
		const areUnmatchable = !state.registry.queue.isBatching;
		this.stats.batches = { matched: [...state.matchedTools], areUnmatchable };
		return state.stop ?? state.firstToolStop;
	}

	/** Starts everything that may be sent now, and returns the time of the next call (epoch ms). */
	private startAll(now: number): number {
		const { state } = this;
		while (state.stop === null) {
			const decision = schedule(state, now);
			if (decision.do !== 'wait') {
				this.start(decision);
				continue;
			}
			const { until } = decision;
			if (until < state.deadline || until === Infinity || state.budget.inFlight.size > 0)
				return Math.min(until, now < state.deadline ? state.deadline : Infinity);
			// Nothing can be sent before the deadline, so that waiting for it is useless.
			state.stopRun(stopFor('run_time', { retryAt: until }));
		}
		return Infinity;
	}

	private start(decision: Exclude<ScheduleDecision, { do: 'wait' }>): void {
		const { state } = this;
		switch (decision.do) {
			case 'send':
				return this.inBackground(
					this.send(state.registry.queue.dequeue(decision.tool, decision.size)),
				);
			case 'retry': {
				const [request, rest] = splitAt(state.retryQueue[decision.index], decision.size);
				state.retryQueue.splice(
					decision.index,
					1,
					...(rest.entries.length > 0 ? [rest] : []),
				);
				return this.inBackground(this.send(request));
			}
			case 'stop':
				return state.stopRun(decision.stop);
		}
	}

	private inBackground(work: Promise<void>): void {
		void work
			.catch((error: unknown) => this.defects.push(error))
			.finally(() => this.wakeUp.notify());
	}

	private isAllSent(): boolean {
		const { retryQueue, registry } = this.state;
		return retryQueue.length === 0 && registry.queue.isEmpty;
	}

	/** Defers the rest of a stopped run. @returns whether all lookups are settled */
	private finishIfDone(): boolean {
		const { stop, retryQueue, registry, budget } = this.state;
		if (budget.inFlight.size > 0) return false;
		if (stop === null) return this.isAllSent();
		const outcome: Outcome = { is: 'deferred', stop };
		for (const { entries } of retryQueue.splice(0)) this.state.settleAll(entries, outcome);
		registry.close(outcome);
		return true;
	}

	/** Sends one request, and resolves when its reply is handled. */
	private async send(request: PendingRequest): Promise<void> {
		const { state, stats, env } = this;
		const { tool, phone, entries, kind } = request;
		const requested = entries.map(({ lookup }) => lookup.identifier);
		const { followUp } = entries[0].lookup;
		const reservation: Reservation = {
			tool,
			phone,
			lookups: totalLookups(requested),
			followUp,
			kind,
		};
		state.budget.reserve(reservation);
		const sentAt = env.clock.now();
		stats.requests += 1;
		for (const { record } of entries) {
			record.attempts += 1;
			record.sentAt = sentAt;
		}

		const sentTo = currentTool(state.toolNames, tool);
		const reply = await env.send(
			sentTo,
			requestBody(tool, requested, phone),
			reservation.lookups,
		);

		const now = env.clock.now();
		const reading = state.withKnownReset(readReply(tool, requested, reply, now), now);
		const cost = requestCostOf(reading, requested, phone);
		state.budget.release(reservation, cost);
		addReading(stats, tool, reading, cost, state.budget.prices.costOf(tool, phone));
		const size = reply.is === 'http' ? (reply.size ?? 0) : 0;
		const { answered, ...classified } = classifyReply(request, reading);
		const kept = state.answerMemory.keep(
			tool,
			answered,
			size,
			Math.max(reservation.lookups, cost.hits),
		);
		this.applyReply(
			request,
			reading,
			{ ...classified, answered: kept },
			{ to: sentTo.name, at: sentAt },
			now,
		);
		stats.lookups = state.registry.size;
		if (now < this.nextReport) return;
		this.nextReport = now + REPORT_EVERY;
		env.progress(stats);
	}

	/** Settles answered lookups; retries, fails or defers the others. */
	private applyReply(
		request: PendingRequest,
		reading: Reading,
		{ answered, unreadable, unmatched, refused, refusal }: ClassifiedReply,
		sent: Sent,
		now: number,
	) {
		const { state } = this;
		const { tool, entries } = request;
		const isOneMiss = answered.some(({ outcome }) => outcome.answer.isUnnamed);
		// Misses do not prove that hits can be matched, and lookups without an answer may be the
		// hits.
		const hasHit = answered.some(({ outcome }) => outcome.is === 'found');
		const lacksHits = unmatched.length > 0 && !hasHit && !state.matchedTools.has(tool.name);
		if (lacksHits || hasNoMatches(reading)) state.registry.queue.disableBatching();
		if (hasHit && entries.length > 1) state.matchedTools.add(tool.name);
		if (answered.length > 0 || refusal?.reason === 'invalid_input') {
			state.throttle = onAccepted(state.throttle);
			addAccepted(this.stats, now);
			state.circuitBreaker.onAnswer(request, now);
			if (sent.to !== tool.name) this.stats.renamedTools.set(tool.name, sent.to);
		}
		if (isOneMiss) state.checkMisses(request, answered);
		else state.settleAnswered(answered);
		if (reading.is === 'answers') state.learnBatchSize(request, 'accepted');
		else if (refusal?.reason === 'invalid_input') state.learnBatchSize(request, 'refused');
		const lost =
			refusal !== null && ruleOf(refusal.reason).mayBeCharged
				? refused.concat(unmatched)
				: unmatched;
		for (const { record } of lost) record.lostCount += 1;
		const isBrownOut = state.circuitBreaker.isBrownOut(tool, now);
		const decide = (why: Refusal, open: PendingRequest) => {
			const otherName = nameInsteadOf(sent.to, state.toolNames, tool);
			return decideRetry(why, open, {
				...state,
				random: this.env.random,
				otherName,
				isBrownOut,
				now,
			});
		};
		for (const { entry, refusal: fault } of unreadable) {
			entry.record.lostCount += 1;
			const open = { ...request, entries: [entry] };
			const decision = decide(fault, open);
			this.apply(decision, open, fault, now);
			this.addFailure(open, fault, decision, now);
		}
		if (unmatched.length > 0) {
			const open = { ...request, entries: unmatched };
			this.apply(decide(UNMATCHED, open), open, UNMATCHED, now);
		}
		if (refusal === null) return;
		if (ruleOf(refusal.reason).tries === 'wait')
			this.countRefused(limitOf(refusal.reason), sent.at, now);
		const rest = { ...request, entries: refused };
		const decision = decide(refusal, rest);
		this.apply(decision, rest, refusal, now);
		if (ruleOf(refusal.reason).fixedBy === 'service')
			this.addFailure(rest, refusal, decision, now);
	}

	private countRefused(by: PassingLimit, sentAt: number, now: number): void {
		const { state, stats } = this;
		state.throttle = onRefused(state.throttle, by, sentAt, now);
		if (by === 'rateLimit') addRefused(stats, now);
	}

	/** Applies a decision to the open lookups of a request, and to the run. */
	private apply(
		decision: RetryDecision,
		rest: PendingRequest,
		refusal: Refusal,
		now: number,
	): void {
		const { state } = this;
		const { tool, entries } = rest;
		switch (decision.do) {
			case 'retry':
			case 'split': {
				const wait = decision.requests[0].notBefore - now;
				state.log(decision.do, tool.name, refusal.reason, wait, failedAttempts(rest) + 1);
				return state.requeue(...decision.requests);
			}
			case 'closePhones':
				state.settleAll(entries, NO_PHONE_TOKENS);
				if (state.registry.closePhones())
					state.log('closePhones', tool.name, refusal.reason);
				return;
			case 'rename':
				state.toolNames.set(tool.name, decision.name);
				state.log('rename', tool.name, refusal.reason);
				return state.requeue(rest);
			case 'wait':
				state.requeue({ ...rest, notBefore: decision.until });
				return state.wait(decision.for, decision.until, rest, refusal, now);
			case 'fail':
				return state.settleAll(entries, { is: 'failed', refusal });
			case 'closeTool': {
				const { scope, reason, retryAt } = decision;
				const stop: Stop = { reason, retryAt, refusal, tool: tool.name };
				state.settleAll(entries, { is: 'deferred', stop });
				return state.closeTool(tool, stop, scope);
			}
			case 'stop':
				if (decision.lookups === 'failed')
					state.settleAll(entries, { is: 'failed', refusal });
				else state.requeue(rest);
				return state.stopRun({ ...decision.stop, tool: tool.name });
		}
	}

	private addFailure(
		request: PendingRequest,
		refusal: Refusal,
		decision: RetryDecision,
		now: number,
	): void {
		const { tool } = request;
		const mode = this.state.circuitBreaker.onFailure(request, refusal, decision, now);
		if (mode === 'probing') this.state.log('slowDown', tool.name, refusal.reason);
		if (mode === 'down')
			this.state.closeTool(
				tool,
				stopFor('service_down', { refusal, tool: tool.name }),
				'tool',
			);
	}
}
