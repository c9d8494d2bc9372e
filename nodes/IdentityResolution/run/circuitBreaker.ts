import { errorBackoff } from './backoff';

/**
 * A circuit breaker for one tool, as values. `normal`: lookups go as they come. `probing`: the tool fails, and one lookup at a time finds out
 * whether it answers again. `down`: nothing more is sent to it.
 */
export type FailureMode = 'normal' | 'probing' | 'down';

/** Whether a request carries lookups that have not been sent before. */
export type AttemptKind = 'first' | 'retry';

/** What became of a tool's attempts since its last answer. Times are epoch ms. */
export interface Failures {
	/** Attempts that failed in a row. */
	readonly attempts: number;
	/** Lookups that failed for good while probing, in a row. */
	readonly lookups: number;
	/** While probing, no attempt of the kind starts before. */
	readonly notBefore: Readonly<Record<AttemptKind, number>>;
	/** The service's own Retry-After: nothing is sent before, in any mode. */
	readonly closedUntil: number;
}

export interface FailedAttempt {
	kind: AttemptKind;
	/** How often it counts: a lost batch as often as it has lookups, each of which may have been charged; any other attempt once. */
	counts: number;
	/** Whether its lookup is sent again. */
	then: 'retry' | 'fail';
	/** ms to wait, as the service said it; null if it said nothing. */
	retryAfter: number | null;
}

/** So many in a row, of attempts or of lookups, say that it is the tool that fails and not what it is asked. */
const THRESHOLD = 5;

/**
 * Probes with new lookups come more often than retries. Lookups that fail whenever they are sent stand in a row in a sorted sheet, and the
 * first one that the tool answers must be reached before they pass for a tool that is down.
 */
const SHARE: Readonly<Record<AttemptKind, number>> = { first: 2 / 3, retry: 1 };

export const NO_FAILURES: Failures = {
	attempts: 0,
	lookups: 0,
	notBefore: { first: 0, retry: 0 },
	closedUntil: 0,
};

export function decideFailureMode({ attempts, lookups }: Failures): FailureMode {
	if (lookups >= THRESHOLD) return 'down';
	return attempts >= THRESHOLD ? 'probing' : 'normal';
}

/**
 * Whether an attempt may start. While probing, one of each kind may be in flight, and neither waits for the other: lookups that always fail
 * would keep all others from being sent, or the others them from being sent again.
 * @param inFlight the tool's requests
 * @param now epoch ms
 */
export function mayStart(
	failures: Failures,
	kind: AttemptKind,
	inFlight: Readonly<Record<AttemptKind, number>>,
	now: number,
): boolean {
	if (now < failures.closedUntil) return false;
	switch (decideFailureMode(failures)) {
		case 'normal':
			return true;
		case 'probing':
			return inFlight[kind] === 0 && now >= failures.notBefore[kind];
		case 'down':
			return false;
	}
}

/** When the next attempt may start that may not start yet: epoch ms, Infinity if no time is set. */
export const nextStart = ({ notBefore, closedUntil }: Failures, now: number): number =>
	Math.min(...[closedUntil, notBefore.first, notBefore.retry].filter((time) => time > now));

/**
 * An attempt failed. The pause until the next one of its kind doubles with each lookup that fails for good. Those that fail before the tool is
 * probed say little: where most attempts fail, many are at their last one when the fifth in a row fails.
 * @param now epoch ms
 */
export function withFailedAttempt(
	failures: Failures,
	{ kind, counts, then, retryAfter }: FailedAttempt,
	now: number,
	random: () => number,
): Failures {
	const isProbed = decideFailureMode(failures) !== 'normal';
	const pause = SHARE[kind] * errorBackoff(failures.lookups, random);
	return {
		attempts: failures.attempts + counts,
		lookups: failures.lookups + (then === 'fail' && isProbed ? 1 : 0),
		notBefore: { ...failures.notBefore, [kind]: now + pause },
		closedUntil: retryAfter === null ? failures.closedUntil : Math.max(failures.closedUntil, now + retryAfter),
	};
}

/** The tool answered, or refused a lookup for what it asks. What it said of when to come back still holds. */
export const withAnswer = ({ closedUntil }: Failures): Failures => ({ ...NO_FAILURES, closedUntil });
