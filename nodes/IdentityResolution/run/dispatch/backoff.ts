const FIRST = 500;
const LONGEST = 8_000;
const SHORTEST_LIMIT = 1_000;
const LONGEST_LIMIT = 30_000;
/** The service rounds to whole seconds, so that a window is retried a second later. At rate limits this is too long. */
const MARGIN = 1_000;
const JITTER = 0.25;
const RATE_LIMIT_JITTER = 0.1;
/** ms */
const LONGEST_JITTER = 250;

/** ms before the retry of a failed request: doubles each time, less a random part of up to a quarter. */
export const errorBackoff = (failures: number, random: () => number) =>
	exponential(FIRST, LONGEST, failures) * (1 - JITTER * random());

/**
 * ms to wait at a rate limit: Retry-After, at least a second; without it, doubling. From the second refusal in a row on,
 * each adds a second, because Retry-After is too short if the service rounds down or if several clients wait for the
 * same time, and up to a tenth at random, at most a quarter of a second.
 * @param before refusals in a row before this one
 */
export function rateLimitWait(retryAfter: number | null, before: number, random: () => number): number {
	const requested = retryAfter === null ? null : Math.max(retryAfter, SHORTEST_LIMIT) + MARGIN * before;
	const wait = requested ?? exponential(SHORTEST_LIMIT, LONGEST_LIMIT, before);
	return before === 0 ? wait : wait + Math.min(RATE_LIMIT_JITTER * wait, LONGEST_JITTER) * random();
}

/** ms to wait at a window: Retry-After and a second more, plus up to a quarter of a second at random. */
export const windowWait = (retryAfter: number, random: () => number) => retryAfter + MARGIN + LONGEST_JITTER * random();

/** The earliest time for another run of deferred rows, epoch ms; null if the service did not say. */
export const retryTime = (retryAfter: number | null, now: number) =>
	retryAfter === null ? null : now + retryAfter + MARGIN;

const exponential = (first: number, longest: number, times: number) => Math.min(first * 2 ** times, longest);
