const FIRST = 500;
const LONGEST = 8_000;
const SHORTEST_LIMIT = 1_000;
const LONGEST_LIMIT = 30_000;
/**
 * The service counts in whole seconds: one more keeps a retry from coming too early. Beside the hours of a window it is
 * nothing; at the burst guard it would double most waits.
 */
const MARGIN = 1_000;
const JITTER = 0.25;
const BURST_JITTER = 0.1;
/** ms */
const LONGEST_JITTER = 250;

/** ms before a failed request is tried again: doubling, with up to a quarter taken off by chance. */
export const errorBackoff = (failures: number, random: () => number) =>
	exponential(FIRST, LONGEST, failures) * (1 - JITTER * random());

/**
 * ms to wait at the burst guard: the service's own word, a second at least, else doubling. Its word is too short where
 * it rounds its seconds down, or where others were told the same and come back at the same time: from the second
 * refusal in a row on, each makes the wait a second longer, and up to a tenth by chance, but no more than a quarter of
 * a second.
 * @param before refusals in a row before this one
 */
export function burstWait(retryAfter: number | null, before: number, random: () => number): number {
	const told = retryAfter === null ? null : Math.max(retryAfter, SHORTEST_LIMIT) + MARGIN * before;
	const wait = told ?? exponential(SHORTEST_LIMIT, LONGEST_LIMIT, before);
	return before === 0 ? wait : wait + Math.min(BURST_JITTER * wait, LONGEST_JITTER) * random();
}

/** ms to wait at a window: the service's own word and a second more; up to a quarter of a second by chance on top. */
export const windowWait = (retryAfter: number, random: () => number) => retryAfter + MARGIN + LONGEST_JITTER * random();

/** When a deferred row may be run again, epoch ms; null where the service did not say. */
export const retryTime = (retryAfter: number | null, now: number) =>
	retryAfter === null ? null : now + retryAfter + MARGIN;

const exponential = (first: number, longest: number, times: number) => Math.min(first * 2 ** times, longest);
