/** All times are ms. */
const FIRST_BACKOFF = 500;
const MAX_BACKOFF = 8_000;
const FIRST_LIMIT_WAIT = 1_000;
const MAX_LIMIT_WAIT = 30_000;
/** Added to the wait for a window, because the service rounds to whole seconds. It is too long for rate limits. */
const MARGIN = 1_000;
const JITTER = 0.25;
const RATE_LIMIT_JITTER = 0.1;
const MAX_JITTER = 250;

/** Returns the ms before the retry of a failed request: exponential backoff, minus up to 25 % jitter. */
export const errorBackoff = (failures: number, random: () => number) =>
	exponential(FIRST_BACKOFF, MAX_BACKOFF, failures) * (1 - JITTER * random());

/**
 * Returns the ms to wait for a rate limit: Retry-After, at least a second; else exponential backoff. Each earlier
 * consecutive refusal (`before`) adds a second to Retry-After, which is too short if the service rounds down or if
 * several clients wait for the same time. From the second refusal on, up to 10 % jitter is added, at most 250 ms.
 */
export function rateLimitWait(retryAfter: number | null, before: number, random: () => number): number {
	const requested = retryAfter === null ? null : Math.max(retryAfter, FIRST_LIMIT_WAIT) + MARGIN * before;
	const wait = requested ?? exponential(FIRST_LIMIT_WAIT, MAX_LIMIT_WAIT, before);
	return before === 0 ? wait : wait + Math.min(RATE_LIMIT_JITTER * wait, MAX_JITTER) * random();
}

/** Returns the ms to wait for a window: Retry-After, plus one second and up to 250 ms of jitter. */
export const windowWait = (retryAfter: number, random: () => number) => retryAfter + MARGIN + MAX_JITTER * random();

/** Returns the earliest time for a new run of deferred rows, epoch ms; null if the service reported none. */
export const retryTime = (retryAfter: number | null, now: number) =>
	retryAfter === null ? null : now + retryAfter + MARGIN;

const exponential = (first: number, max: number, times: number) => Math.min(first * 2 ** times, max);
