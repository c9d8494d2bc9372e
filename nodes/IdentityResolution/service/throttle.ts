/**
 * How many requests a run may have under way, at a service whose rate limit is unknown. There are
 * as many places as *Concurrency* says. A request takes one while it is in flight, and keeps it
 * while it waits because the rate limit has refused it, so that refusals alone slow a run down. As
 * in TCP, refusals in a row take a fifth of the places away, once for the requests that are in
 * flight together, and a round of accepted requests gives one back. Half of the places always
 * remain, because a spell of refusals shows nothing about the rate after it. Times are epoch ms.
 */
export interface Throttle {
	/** The setting *Concurrency*. */
	readonly maxPlaces: number;
	readonly places: number;
	/** When refusals last took places away. */
	readonly lossAt: number;
	/** No request is sent before this time, because a window is closed. */
	readonly pausedUntil: number;
	/** When a limit refused the first request since the last accepted one; null if none did. */
	readonly refusingSince: number | null;
}

/** What refuses requests for a reason that passes with time (contract: Errors). */
export type PassingLimit = 'rateLimit' | 'window';

/** Shares of the places that remain: after a loss, and always. */
const KEPT = 4 / 5;
const LEAST = 1 / 2;

/** ms. */
const USUAL_WAIT = 1_000;
/**
 * Share of the time since the last accepted request by which a wait without Retry-After is longer.
 */
const PATIENCE = 1 / 10;
/** ms added to the wait for a window, because the service rounds to whole seconds. */
const WINDOW_MARGIN = 1_000;
/** Most ms by which a wait is longer, so that several runs do not come back at the same time. */
const JITTER = 250;

export const newThrottle = (concurrency: number): Throttle => ({
	maxPlaces: concurrency,
	places: concurrency,
	lossAt: 0,
	pausedUntil: 0,
	refusingSince: null,
});

/** @param taken places that requests in flight and waiting ones take */
export const canSend = ({ pausedUntil, places }: Throttle, taken: number, now: number): boolean =>
	now >= pausedUntil && taken < Math.floor(places);

/** A request that the service has answered, or refused for its value, has passed the limits. */
export const onAccepted = (throttle: Throttle): Throttle => ({
	...throttle,
	places: Math.min(throttle.maxPlaces, throttle.places + 1 / throttle.places),
	refusingSince: null,
});

/** @param sentAt when the refused request was sent */
export function onRefused(
	throttle: Throttle,
	by: PassingLimit,
	sentAt: number,
	now: number,
): Throttle {
	const refused = { ...throttle, refusingSince: throttle.refusingSince ?? now };
	// A service may refuse one request among many at random.
	const isAlone = throttle.refusingSince === null;
	const isKnown = sentAt < throttle.lossAt;
	if (by === 'window' || isAlone || isKnown) return refused;
	const least = Math.ceil(throttle.maxPlaces * LEAST);
	return { ...refused, lossAt: now, places: Math.max(least, throttle.places * KEPT) };
}

/**
 * Returns the ms after which a refused request may be sent again: Retry-After, or a second without
 * one; null for a window of which it is not known when it opens.
 * @param retryAfter ms
 */
export function leastWait(by: PassingLimit, retryAfter: number | null): number | null {
	if (by === 'rateLimit') return retryAfter || USUAL_WAIT;
	return retryAfter === null ? null : retryAfter + WINDOW_MARGIN;
}

/**
 * The ms to add to the least wait: jitter, and more without Retry-After while nothing is accepted.
 */
export function addedWait(
	throttle: Throttle,
	retryAfter: number | null,
	now: number,
	random: () => number,
): number {
	const growth = retryAfter === null ? PATIENCE * refusedFor(throttle, now) : 0;
	const most = Math.min(JITTER, (retryAfter || USUAL_WAIT) / 2);
	return growth + most * random();
}

/** The ms in which limits have refused every request. */
export const refusedFor = ({ refusingSince }: Throttle, now: number): number =>
	now - (refusingSince ?? now);

/** Lets all requests wait for a window. An earlier time does not shorten a pause. */
export const paused = (throttle: Throttle, until: number): Throttle => ({
	...throttle,
	pausedUntil: Math.max(throttle.pausedUntil, until),
});
