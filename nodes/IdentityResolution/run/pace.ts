/**
 * How fast a run may send, as a value. Widths are requests in flight, times epoch ms.
 * A refusal by a limit begins an episode: requests that were sent before it tell nothing new when they are refused too.
 */
export interface Pace {
	readonly most: number;
	readonly width: number;
	readonly pausedUntil: number;
	/** ms waited for limits since the last answer. */
	readonly waited: number;
	/** Episodes since the last answer. */
	readonly refusals: number;
	/** All episodes so far. */
	readonly episode: number;
}

export const startPace = (concurrency: number): Pace => ({
	most: concurrency,
	width: concurrency,
	pausedUntil: 0,
	waited: 0,
	refusals: 0,
	episode: 0,
});

/** An answer came: the limit is open, and the width grows back by one for every round of answers. */
export const answered = (pace: Pace): Pace => ({
	...pace,
	width: Math.min(pace.most, pace.width + 1 / pace.width),
	waited: 0,
	refusals: 0,
});

/** Nobody sends before `until`. */
export function paused(pace: Pace, until: number, now: number): Pace {
	const from = Math.max(now, pace.pausedUntil);
	if (until <= from) return pace;
	return { ...pace, pausedUntil: until, waited: pace.waited + (until - from) };
}

/** A new episode of refusals; a burst limit also halves the width. */
export const refused = (pace: Pace, limit: 'burst' | 'window'): Pace => ({
	...pace,
	width: limit === 'burst' ? Math.max(1, Math.floor(pace.width / 2)) : pace.width,
	refusals: pace.refusals + 1,
	episode: pace.episode + 1,
});

/** How long the waits since the last answer would sum up to with one more until `until`. */
export const waitedBy = (pace: Pace, until: number, now: number) =>
	pace.waited + Math.max(0, until - Math.max(now, pace.pausedUntil));
