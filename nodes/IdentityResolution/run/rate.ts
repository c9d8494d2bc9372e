/**
 * The rate at which a burst guard lets requests through, as far as refusals have taught it. A value: rates are requests
 * per ms, times epoch ms.
 */
export interface Rate {
	/** What the last refusal taught; null until one did: as fast as the width allows. */
	readonly settled: number | null;
	/** The rate that was too much at the last refusal. */
	readonly tooMuch: number;
	/** When the guard was last known to have nothing left; null where that tells nothing any more. */
	readonly emptyAt: number | null;
	/** The requests since the last refusal: when the first and the last of them were sent, and how many. */
	readonly since: number;
	readonly last: number;
	readonly sent: number;
	/** Nothing is sent before. */
	readonly nextAt: number;
	/** What the last refusal ended. */
	readonly ended: Stretch | null;
}

/** Requests up to a refusal. */
interface Stretch {
	/** How many of them the guard let through. */
	through: number;
	/** ms from the first to the last. */
	time: number;
	/** ms in which the guard gained what it let through. */
	gaining: number;
	/** The rate before, and the one that was tried at the end. */
	before: number | null;
	tried: number;
}

/** Senders that come a little late may catch up by so much, so that the timers' slack is not lost. */
const CATCH_UP = 100;
/** Most guards save up what they let through in a second: so much of the first requests is taken for savings. */
const SAVINGS = 1_000;
/** ms in which the rate doubles while it is far from what was too much. */
const SEARCHING = 5_000;
/** ms without a refusal after which twice the settled rate is tried: slowly near it, and ever faster beyond. */
const PROBING = 120_000;

export const startRate = (): Rate => ({
	settled: null,
	tooMuch: Infinity,
	emptyAt: null,
	since: 0,
	last: 0,
	sent: 0,
	nextAt: 0,
	ended: null,
});

/** A request was sent. */
export function counted(rate: Rate, now: number): Rate {
	const isFirst = rate.sent === 0;
	const since = isFirst ? now : rate.since;
	const counting = { ...rate, since, last: now, sent: rate.sent + 1 };
	if (rate.settled === null) return counting;
	const from = isFirst ? now : Math.max(rate.nextAt, now - CATCH_UP);
	return { ...counting, nextAt: from + 1 / tried(rate.settled, rate.tooMuch, now - since) };
}

/** The guard refused one of the requests since the last refusal. */
export function throttled(rate: Rate): Rate {
	const { settled, tooMuch, emptyAt, since, last, sent } = rate;
	const time = last - since;
	const ended: Stretch = {
		through: sent - 1,
		time,
		gaining: emptyAt === null ? time + SAVINGS : last - emptyAt,
		before: settled,
		tried: settled === null ? Infinity : tried(settled, tooMuch, time),
	};
	return { ...rate, emptyAt: last, sent: 0, nextAt: 0, ended, ...learnt(ended) };
}

/** The guard refused another one of those that the last refusal ended: fewer of them were let through. */
export function throttledAgain(rate: Rate): Rate {
	if (rate.ended === null) return rate;
	const ended = { ...rate.ended, through: rate.ended.through - 1 };
	return { ...rate, ended, ...learnt(ended) };
}

/** Sending rests for long: the guard is full again when it goes on. */
export const rested = (rate: Rate): Rate => ({ ...rate, emptyAt: null, sent: 0, nextAt: 0, ended: null });

/**
 * What was let through since the guard was last empty can't be more than it gains in that time, and what was sent just
 * before the refusal was too much: the rate lies between the two, and their geometric mean is tried.
 */
function learnt({ through, time, gaining, before, tried: last }: Stretch): Pick<Rate, 'settled' | 'tooMuch'> {
	if (through <= 0) return { settled: before === null ? null : before / 2, tooMuch: last };
	const enough = through / gaining;
	if (before === null) return { settled: enough, tooMuch: through / time };
	const tooMuch = Math.min(last, (2 * through) / time);
	return { settled: Math.sqrt(enough * tooMuch), tooMuch };
}

/** @param quiet ms without a refusal */
function tried(settled: number, tooMuch: number, quiet: number): number {
	const searching = Math.min(settled * 2 ** (quiet / SEARCHING), Math.max(settled, tooMuch / 2));
	return searching * (1 + (quiet / PROBING) ** 3);
}
