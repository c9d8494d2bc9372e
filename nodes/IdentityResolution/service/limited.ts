import type { Reason } from '../api/replies/refusals';
import { LONGEST_WAIT, type Refusal } from '../api/replies/envelope';
import type { Reading } from '../api/replies/reading';
import { addedWait, leastWait, refusedFor, type PassingLimit, type Throttle } from './throttle';
import type { Environment, Limits } from './environment';
import { stopFor } from './outcome';
import { onRefused } from './throttle';
import type { Log } from './log';
import type { Pacer } from './paced';
import { failedAttempts, retryOf, type Remedy } from './request';

/**
 * Lets a request that a limit has refused wait in its place, or stops the run if the wait is too
 * long (contract: Limits).
 */
export const afterLimit =
	(
		pacer: Pacer,
		{ maxWait }: Pick<Limits, 'maxWait'>,
		{ clock, random }: Pick<Environment, 'clock' | 'random'>,
		log: Log,
	): Remedy =>
	({ request, refusal, sentAt }, ask) => {
		const now = clock.now();
		const { name } = request.tool;
		const limit = limitOf(refusal.reason);
		pacer.throttle = onRefused(pacer.throttle, limit, sentAt, now);
		const until = waitEnd(refusal, pacer.throttle, maxWait, now, random);
		if (until === null) {
			pacer.leave(request.entries);
			const retryAt = retryTime(refusal.retryAfter, now);
			pacer.stopRun({ reason: refusal.reason, retryAt, refusal, tool: name });
			return Promise.resolve();
		}
		if (limit === 'rateLimit')
			log('retry', name, refusal.reason, until - now, failedAttempts(request) + 1);
		else {
			log('pause', name, refusal.reason, until - now);
			pacer.pauseUntil(until);
		}
		const retryAt = pacer.throttle.pausedUntil;
		if (retryAt >= pacer.deadline) pacer.stopRun(stopFor('run_time', { retryAt, refusal }));
		return ask(retryOf(request, { notBefore: until, keepsPlace: true }));
	};

/** ms added to a retry time, because the service rounds to whole seconds. */
const MARGIN = 1_000;

/**
 * Returns the earliest time for a new run of deferred rows, epoch ms; null if the service reported
 * none.
 */
export const retryTime = (retryAfter: number | null, now: number): number | null =>
	retryAfter === null ? null : now + retryAfter + MARGIN;

export const limitOf = (reason: Reason): PassingLimit =>
	reason === 'rate_limited' ? 'rateLimit' : 'window';

/**
 * Returns until when a refused request waits for a limit (epoch ms); null if that would exceed *Max
 * Wait* since the last accepted request. How many were refused in that time does not matter.
 */
export function waitEnd(
	{ reason, retryAfter }: Refusal,
	throttle: Throttle,
	maxWait: number,
	now: number,
	random: () => number,
): number | null {
	const least = leastWait(limitOf(reason), retryAfter);
	const left = maxWait - refusedFor(throttle, now);
	if (least === null || least > left) return null;
	return now + Math.min(least + addedWait(throttle, retryAfter, now, random), left);
}

/** When used-up windows open, by the latest reply that says so. */
export class WindowResets {
	/** Epoch ms; null if no reply has named one. */
	private opensAt: number | null = null;

	/**
	 * Adds the wait to a refusal by a window whose reset this reply, or an earlier one, has named.
	 */
	complete(reading: Reading, now: number): Reading {
		this.opensAt = reading.usage.opensAt ?? this.opensAt;
		if (reading.is === 'refusal')
			return { ...reading, refusal: withKnownReset(reading.refusal, this.opensAt, now) };
		const { partialError } = reading;
		if (partialError === null) return reading;
		return { ...reading, partialError: withKnownReset(partialError, this.opensAt, now) };
	}
}

/**
 * Adds the wait to a refusal by a Fair Use window without one: until the reset that a reply of the
 * run has named for a window at 0. Without such a reply, a used-up window of records is a limit of
 * the plan, which waiting does not lift. A window of requests never is (contract: Errors, 1; Silent
 * points, 11).
 * @param opensAt epoch ms; null if no reply has named a reset
 */
export function withKnownReset(refusal: Refusal, opensAt: number | null, now: number): Refusal {
	const { reason, retryAfter } = refusal;
	const isFairUse = reason === 'fair_use_records' || reason === 'fair_use_requests';
	if (!isFairUse || retryAfter !== null) return refusal;
	if (opensAt !== null && opensAt > now)
		return { ...refusal, retryAfter: Math.min(opensAt - now, LONGEST_WAIT) };
	return reason === 'fair_use_records' ? { ...refusal, reason: 'plan_limit' } : refusal;
}
