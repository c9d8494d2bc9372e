import { counted, rested, startRate, throttled, throttledAgain, type Rate } from './rate';

/**
 * How fast a run may send, as a value. Widths are requests in flight, times epoch ms.
 * A refusal by a limit begins an episode: requests that were sent before it tell nothing new when they are refused too.
 */
export interface Pace {
	readonly most: number;
	readonly width: number;
	/** Below it the width grows by one with every answer, from there on with every round of answers. */
	readonly steady: number;
	readonly rate: Rate;
	/** The shortest time in ms that an answer took; null before the first one. */
	readonly roundTrip: number | null;
	/** As long as no rate was learnt, nothing is sent before. */
	readonly spacedUntil: number;
	readonly pausedUntil: number;
	/** ms waited for limits since the last answer. */
	readonly waited: number;
	/** Episodes since the last answer. */
	readonly refusals: number;
	/** All episodes so far, and what began the last one. */
	readonly episode: number;
	readonly limit: 'burst' | 'window' | null;
}

/** So many of those that came too late are sent at once, as timers are never exact. */
const CATCH_UP = 2;

export const startPace = (concurrency: number): Pace => ({
	most: concurrency,
	width: concurrency,
	steady: concurrency,
	rate: startRate(),
	roundTrip: null,
	spacedUntil: 0,
	pausedUntil: 0,
	waited: 0,
	refusals: 0,
	episode: 0,
	limit: null,
});

/** When the next request may be sent, as far as the pace has a say in it. */
export const opensAt = ({ pausedUntil, rate, spacedUntil }: Pace) => Math.max(pausedUntil, rate.nextAt, spacedUntil);

export const isOpen = (pace: Pace, inFlight: number, now: number) =>
	inFlight < Math.floor(pace.width) && opensAt(pace) <= now;

/** A request is sent. */
export const sending = (pace: Pace, now: number): Pace => ({
	...pace,
	rate: counted(pace.rate, now),
	spacedUntil: spaced(pace, now),
});

/**
 * As many requests as may be in flight are spread evenly over a round trip. What is sent in waves is answered in waves, in which
 * each waits for all others to be read before the next one is sent.
 */
function spaced({ rate, roundTrip, width, spacedUntil }: Pace, now: number): number {
	// The rate of a burst guard spreads them further.
	if (roundTrip === null || rate.settled !== null) return 0;
	const spacing = roundTrip / Math.floor(width);
	return Math.max(spacedUntil, now - CATCH_UP * spacing) + spacing;
}

/** An answer took so many ms. */
export const timed = (pace: Pace, ms: number): Pace => ({
	...pace,
	roundTrip: Math.min(pace.roundTrip ?? Infinity, ms),
});

/**
 * An answer came to a request that was sent in an episode: the limit is open, and the width grows back. What was sent before
 * the last refusal tells nothing of how it is now.
 */
export const answered = (pace: Pace, episode: number): Pace => ({
	...pace,
	width: episode === pace.episode ? wider(pace) : pace.width,
	waited: 0,
	refusals: 0,
});

const wider = ({ width, steady, most }: Pace) =>
	width < steady ? Math.min(steady, width + 1) : Math.min(most, width + 1 / width);

/** Nobody sends before `until`. */
export function paused(pace: Pace, until: number, now: number): Pace {
	const from = Math.max(now, pace.pausedUntil);
	if (until <= from) return pace;
	return { ...pace, pausedUntil: until, waited: waitedBy(pace, until, now) };
}

/** The burst guard refused a request: a new episode, with half the width and a rate learnt from it. */
export function slowedDown(pace: Pace): Pace {
	const half = Math.max(1, Math.floor(pace.width / 2));
	return { ...nextEpisode(pace, 'burst'), width: half, steady: half, rate: throttled(pace.rate) };
}

/** The burst guard refused another request of the episode that has just ended. */
export const slowedMore = (pace: Pace): Pace => ({ ...pace, rate: throttledAgain(pace.rate) });

/** A window is closed: a new episode, after which one sender goes first and the others follow one by one. */
export const turnedAway = (pace: Pace): Pace => ({
	...nextEpisode(pace, 'window'),
	width: 1,
	steady: Math.max(pace.width, pace.steady),
	rate: rested(pace.rate),
});

/**
 * How long the waits since the last answer would sum up to with one more until `until`. An answer that came in the middle of
 * a pause does not make what is left of it any shorter.
 */
export const waitedBy = (pace: Pace, until: number, now: number) =>
	Math.max(pace.waited + Math.max(0, until - Math.max(now, pace.pausedUntil)), until - now);

const nextEpisode = (pace: Pace, limit: 'burst' | 'window'): Pace => ({
	...pace,
	refusals: pace.refusals + 1,
	episode: pace.episode + 1,
	limit,
});
