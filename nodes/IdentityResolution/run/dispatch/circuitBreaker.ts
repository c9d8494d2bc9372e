import type { Refusal, RefusalKind } from '../../api/replies/refusal';
import type { Tool } from '../../api/tool';
import type { Reservation } from '../budget/reservation';
import type { AttemptKind, PendingRequest } from '../queue/pendingRequest';
import { errorBackoff } from './backoff';
import type { RetryDecision } from './retryPolicy';

/**
 * State of the circuit breaker of one tool. `normal` (closed): no restriction. `probing` (half-open): single lookups
 * find out whether the tool has recovered. `down` (open): no more requests.
 */
export type FailureMode = 'normal' | 'probing' | 'down';

/** Failures of one tool since its last answer. Times are epoch ms. */
export interface Failures {
	/** Consecutive failed attempts. */
	readonly attempts: number;
	/** Consecutive lookups that failed for good while probing. */
	readonly lookups: number;
	/** Earliest start of the next attempt of each kind while probing. */
	readonly notBefore: Readonly<Record<AttemptKind, number>>;
	/** Earliest start of any attempt, from the Retry-After of a reply. */
	readonly blockedUntil: number;
}

/** Refusals that are failures of the service, independent of the input. */
const FAILURES: ReadonlySet<RefusalKind> = new Set<RefusalKind>(['internal_error', 'unsent', 'lost']);

export const isServiceFailure = ({ kind }: Refusal): boolean => FAILURES.has(kind);

export interface FailedAttempt {
	kind: AttemptKind;
	/** The number of lookups of a lost request, each of which may have been charged; 1 for other failures. */
	weight: number;
	/** Whether its lookup is retried or failed for good. */
	decision: 'retry' | 'fail';
	/** Retry-After in ms; null if the reply has none. */
	retryAfter: number | null;
}

export function failedAttempt(
	{ attempt, entries }: PendingRequest,
	{ kind, retryAfter }: Refusal,
	decision: RetryDecision,
): FailedAttempt {
	const isLast = decision.do === 'fail' || (decision.do === 'split' && decision.counts === 'failure');
	return {
		kind: attempt,
		weight: kind === 'lost' ? entries.length : 1,
		decision: isLast ? 'fail' : 'retry',
		retryAfter,
	};
}

/** Consecutive failures, of attempts or of lookups, that indicate a failing tool and not a bad input. */
const THRESHOLD = 5;

/**
 * Factors of the pause between attempts. New lookups are sent more often than retries: in a sorted sheet, several
 * inputs that always fail may be adjacent, and a good one must be reached before the breaker opens.
 */
const PAUSE_FACTOR: Readonly<Record<AttemptKind, number>> = { first: 2 / 3, retry: 1 };

export const NO_FAILURES: Failures = {
	attempts: 0,
	lookups: 0,
	notBefore: { first: 0, retry: 0 },
	blockedUntil: 0,
};

export function decideFailureMode({ attempts, lookups }: Failures): FailureMode {
	if (lookups >= THRESHOLD) return 'down';
	return attempts >= THRESHOLD ? 'probing' : 'normal';
}

/**
 * Whether an attempt may start now. While probing, one attempt of each kind may be in flight. The kinds do not wait
 * for each other: lookups that always fail would block all others, or never be retried.
 * @param inFlight requests of this tool by kind
 * @param now epoch ms
 */
export function mayStart(
	failures: Failures,
	kind: AttemptKind,
	inFlight: Readonly<Record<AttemptKind, number>>,
	now: number,
): boolean {
	if (now < failures.blockedUntil) return false;
	switch (decideFailureMode(failures)) {
		case 'normal':
			return true;
		case 'probing':
			return inFlight[kind] === 0 && now >= failures.notBefore[kind];
		case 'down':
			return false;
	}
}

/** The next time after `now` at which an attempt may start, epoch ms; Infinity if there is none. */
export const nextStart = ({ notBefore, blockedUntil }: Failures, now: number): number =>
	Math.min(...[blockedUntil, notBefore.first, notBefore.retry].filter((time) => time > now));

/**
 * Adds a failed attempt. The pause before the next attempt of its kind doubles with each lookup that failed for good.
 * Such lookups only count while probing: if most attempts fail, many lookups are at their last retry when probing
 * starts.
 * @param now epoch ms
 */
export function withFailedAttempt(
	failures: Failures,
	{ kind, weight, decision, retryAfter }: FailedAttempt,
	now: number,
	random: () => number,
): Failures {
	const isProbed = decideFailureMode(failures) !== 'normal';
	const pause = PAUSE_FACTOR[kind] * errorBackoff(failures.lookups, random);
	return {
		attempts: failures.attempts + weight,
		lookups: failures.lookups + (decision === 'fail' && isProbed ? 1 : 0),
		notBefore: { ...failures.notBefore, [kind]: now + pause },
		blockedUntil: retryAfter === null ? failures.blockedUntil : Math.max(failures.blockedUntil, now + retryAfter),
	};
}

/** Resets the failures after an answer. A Retry-After stays in force. */
export const withAnswer = ({ blockedUntil }: Failures): Failures => ({ ...NO_FAILURES, blockedUntil });

/** The circuit breakers of a run, one per tool. */
export class CircuitBreaker {
	/** By tool name; only tools that failed have an entry. */
	private readonly failures = new Map<string, Failures>();

	/** @param random for jitter, from 0 up to 1 */
	constructor(private readonly random: () => number) {}

	modeOf({ name }: Tool): FailureMode {
		return decideFailureMode(this.failures.get(name) ?? NO_FAILURES);
	}

	/** @param inFlight all requests in flight */
	mayStart({ name }: Tool, kind: AttemptKind, inFlight: Iterable<Reservation>, now: number): boolean {
		const failures = this.failures.get(name);
		if (failures === undefined) return true;
		const attempts = { first: 0, retry: 0 };
		for (const { tool, attempt } of inFlight) if (tool.name === name) attempts[attempt] += 1;
		return mayStart(failures, kind, attempts, now);
	}

	/** The next time after `now` at which an attempt of any tool may start, epoch ms; Infinity if there is none. */
	nextStart(now: number): number {
		let next = Infinity;
		for (const failures of this.failures.values()) next = Math.min(next, nextStart(failures, now));
		return next;
	}

	/** An answer, or the rejection of one input: the tool works. */
	onAnswer({ name }: Tool): void {
		const failures = this.failures.get(name);
		if (failures !== undefined) this.failures.set(name, withAnswer(failures));
	}

	onFailure({ name }: Tool, failed: FailedAttempt, now: number): void {
		this.failures.set(name, withFailedAttempt(this.failures.get(name) ?? NO_FAILURES, failed, now, this.random));
	}
}
