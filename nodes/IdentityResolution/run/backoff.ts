const FIRST = 500;
const LONGEST = 8_000;
const FIRST_LIMIT = 1_000;
const LONGEST_LIMIT = 30_000;
/** The service counts in whole seconds: a second more keeps a retry from coming just too early. */
const MARGIN = 1_000;
const JITTER = 0.25;

/** ms before a failed request is tried again: doubling, with up to a quarter taken off by chance. */
export const errorBackoff = (failures: number, random: () => number) =>
	exponential(FIRST, LONGEST, failures) * (1 - JITTER * random());

/** ms to wait at a limit: the service's own word plus a second, else doubling; up to a quarter of a second by chance on top. */
export function limitWait(retryAfter: number | null, refusals: number, random: () => number): number {
	const wait = retryAfter === null ? exponential(FIRST_LIMIT, LONGEST_LIMIT, refusals) : retryAfter + MARGIN;
	return wait + 1_000 * JITTER * random();
}

/** When a deferred row may be run again, epoch ms; null where the service did not say. */
export const retryTime = (retryAfter: number | null, now: number) =>
	retryAfter === null ? null : now + retryAfter + MARGIN;

const exponential = (first: number, longest: number, times: number) => Math.min(first * 2 ** times, longest);
