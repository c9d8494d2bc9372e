import { ruleOf, type Rule } from '../api/replies/refusals';
import type { Tool } from '../api/tool';
import type { Budget, Reservation } from '../service/budget';
import type { Environment, Limits } from '../service/environment';
import { NO_PHONE_TOKENS, stopFor, type Stop } from '../service/outcome';
import type { LookupRegistry } from './loader';
import { addAccepted, addReading, addRefused, type RunStats } from '../service/stats';
import { onAccepted } from '../service/throttle';
import { AnswerMemory, type Needs } from '../service/answerMemory';
import { afterCheck, inHalves } from '../service/batched';

import type { Batches } from '../service/batches';
import { CircuitBreaker } from '../service/circuitBreaker';
import { afterLimit } from '../service/limited';
import { WindowResets } from '../service/limited';
import { logTo } from '../service/log';
import { Names, underOtherName } from '../service/named';
import { isAccepted, refusalIn, sendOnce, type Returned } from '../service/once';
import { Pacer } from '../service/paced';
import {
	splitAt,
	type Entry,
	type Remedy,
	type Request,
	type Unanswered,
	retryOf,
} from '../service/request';
import { afterFailure, noteFailure } from '../service/retried';

import { Unsent } from './unsent';

/**
 * ms between two reports of progress. n8n takes longer to log one than the node takes to handle a
 * reply.
 */
const REPORT_EVERY = 1_000;

/** What the lookups of a run share. */
export interface Shared {
	registry: LookupRegistry;
	batches: Batches;
	/** Also contains the reservations of requests in flight. */
	budget: Budget;
	stats: RunStats;
	env: Environment;
}

/**
 * Sends and settles all lookups of a registry; settled rows may add more. Each wrapper deals with
 * one kind of doubt, and knows nothing of those around it. Returns why the run stopped early or
 * closed a tool; null if all lookups were sent.
 */
export async function lookUpAll(
	{ registry, batches, budget, stats, env }: Shared,
	limits: Limits,
	needs: Needs = 'results',
): Promise<Stop | null> {
	const log = logTo((entry) => env.log(entry));
	const breaker = new CircuitBreaker(() => env.random());
	const unsent = new Unsent(registry, batches, budget, breaker, env.clock);
	const pacer = new Pacer(limits, env, budget, (tool) => unsent.maxLookups(tool), log);
	pacer.gates.push((request, now) => unsent.mayRetry(request, now));
	const names = new Names();
	const windows = new WindowResets();
	const memory = new AnswerMemory(needs);
	/** Why the first tool was closed. Other tools continue. */
	let firstToolStop: Stop | null = null;
	let nextReport = 0;

	async function send(request: Request): Promise<Returned> {
		stats.requests += 1;
		const tool = names.current(request.tool);
		const returned = await sendOnce(request, tool, env, (reading, at) =>
			windows.complete(reading, at),
		);
		learn(returned, env.clock.now());
		return returned;
	}

	function learn(returned: Returned, now: number): void {
		const { request, reading, cost, answered, size, sentTo } = returned;
		const { tool, phone, entries } = request;
		addReading(stats, tool, reading, cost, budget.prices.costOf(tool, phone));
		batches.learn(returned);
		if (isAccepted(returned)) {
			pacer.throttle = onAccepted(pacer.throttle);
			addAccepted(stats, now);
			breaker.onAnswer(request, now);
			if (sentTo !== tool.name) stats.renamedTools.set(tool.name, sentTo);
		}
		if (refusalIn(reading)?.reason === 'rate_limited') addRefused(stats, now);
		const lookups = Math.max(entries.length, cost.hits);
		unsent.settleAnswered(memory.keep(tool, answered, size, lookups));
		stats.lookups = registry.size;
		if (now < nextReport) return;
		nextReport = now + REPORT_EVERY;
		env.progress(stats);
	}

	/**
	 * Defers some lookups of a tool, or of its family if known, and all others from now on. Other
	 * tools continue.
	 */
	function defer(
		tool: Tool,
		stop: Stop,
		entries: readonly Entry[],
		scope: 'tool' | 'family' = 'tool',
	): void {
		unsent.settle(entries, { is: 'deferred', stop });
		log('closeTool', tool.name, stop.reason);
		firstToolStop ??= stop;
		const isOne = scope === 'tool' || tool.family === 'unknown';
		// The stop of a family names only the tool that the service refused.
		const shown = isOne ? stop : { ...stop, tool: null };
		registry.closeTool(tool, { is: 'deferred', stop: shown }, isOne ? 'name' : 'family');
	}

	/** Settles what no remedy got an answer for, and ends what cannot be answered later either. */
	function conclude({ request: { tool, entries }, refusal }: Unanswered): void {
		const { ends } = ruleOf(refusal.reason);
		const stop: Stop = { reason: refusal.reason, retryAt: null, refusal, tool: tool.name };
		if (ends === 'tool' || ends === 'family') return defer(tool, stop, entries, ends);
		// A key never follows a redirect, so that the same request would be redirected again.
		const isFinal = ends === 'lookup' || refusal.reason === 'wrong_address';
		if (isFinal) unsent.settle(entries, { is: 'failed', refusal });
		else pacer.leave(entries);
		if (ends === 'run') pacer.stopRun(stop);
	}

	/** Settles lookups with a phone that can't be paid for. Their rows continue without it. */
	const withoutPhone: Remedy = ({ request: { tool, entries, phone }, refusal }) => {
		if (phone === 'without') return null;
		unsent.settle(entries, NO_PHONE_TOKENS);
		if (registry.closePhones()) log('closePhones', tool.name, refusal.reason);
		return Promise.resolve();
	};

	const retrying = { breaker, pacer, limits, env, defer, log };
	/** What is tried before lookups without an answer are given up. */
	const remedies: Remedies = {
		wait: afterLimit(pacer, limits, env, log),
		otherName: underOtherName(names, log),
		retry: afterFailure(retrying),
		halves: inHalves(batches, log),
		withoutPhone,
	};
	const check = afterCheck(batches, (misses) => unsent.settleAnswered(misses), log);

	async function handle(one: Unanswered): Promise<void> {
		if (one.misses !== undefined) return await check(one, ask);
		const { tries, fixedBy } = ruleOf(one.refusal.reason);
		const trying = tries === undefined ? null : remedies[tries](one, ask);
		// A firewall is no answer either.
		if (fixedBy === 'service' && tries !== 'retry')
			noteFailure(one, trying === null ? 'given_up' : 'retried', retrying);
		if (trying === null) conclude(one);
		await trying;
	}

	async function ask(request: Request): Promise<void> {
		const room = await pacer.room(request);
		if (room === null) return;
		const [first, rest] = splitAt(request, room.size);
		const others = rest.entries.length > 0 ? [ask(retryOf(rest))] : [];
		await Promise.all([sendIn(room.reservation, first), ...others]);
	}

	async function sendIn(reservation: Reservation, request: Request): Promise<void> {
		const returned = await send(request);
		budget.release(reservation, returned.cost);
		const handling = returned.unanswered.map(handle);
		pacer.notify();
		await Promise.all(handling);
	}

	const isFull = () => (memory.isFull ? stopFor('memory') : null);
	await pacer.run(unsent, ask, isFull);
	if (stats.requests > 0) env.progress(stats);
	stats.batches = batches.learned;
	if (pacer.stop !== null) registry.close({ is: 'deferred', stop: pacer.stop });
	return pacer.stop ?? firstToolStop;
}

/** By what the rule of a reason says that a run tries. */
type Remedies = Record<NonNullable<Rule['tries']>, Remedy>;
