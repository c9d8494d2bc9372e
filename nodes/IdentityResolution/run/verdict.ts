import type { Refusal } from '../api/refusal';
import type { Phone } from '../api/request';
import { errorBackoff, limitWait, retryTime } from './backoff';
import type { Limits } from './limits';
import type { Reason, Stop } from './outcome';
import { waitedBy, type Pace } from './pace';

/** What a refused request had behind it. */
export interface Attempt {
	/** Lookups that it left open. */
	size: number;
	phone: Phone;
	/** Failures so far that are known not to be charged. */
	errors: number;
	/** Answers lost so far, each of which may have been charged. */
	lost: number;
	/** The pace's episode when it was sent. */
	episode: number;
}

/** What to do with the lookups that a refused request left open, and with the run. Delays are ms, times epoch ms. */
export type Verdict =
	| { do: 'again'; after: number; as: 'same' | 'halves'; counts: 'error' | 'lost' | 'nothing' }
	| { do: 'leavePhoneOut' }
	| { do: 'pause'; until: number; episode: 'burst' | 'window' | 'known' }
	| { do: 'fail' }
	| { do: 'stop'; lookups: 'deferred' | 'failed'; stop: Omit<Stop, 'tool'> };

const MOST_REFUSALS = 8;

/** The refusal table (design, section 5) as a pure function. */
export function judge(
	refusal: Refusal,
	attempt: Attempt,
	pace: Pace,
	limits: Limits,
	now: number,
	random: () => number,
): Verdict {
	switch (refusal.kind) {
		case 'invalid_input':
			return attempt.size > 1 ? { do: 'again', after: 0, as: 'halves', counts: 'nothing' } : { do: 'fail' };
		case 'unauthorized':
		case 'forbidden':
		case 'plan_restricted':
		case 'unknown_tool':
		case 'insufficient_tokens':
		case 'plan_limit':
			return stopFor(refusal.kind, refusal, null);
		case 'insufficient_phone_tokens':
			// Only a request that asks for a phone can be refused for want of phone tokens; another one would ask for ever.
			if (attempt.phone === 'without') return stopFor('insufficient_tokens', refusal, null);
			return { do: 'leavePhoneOut' };
		case 'rate_limited':
		case 'fair_use_records':
		case 'fair_use_requests':
			return judgeLimit(refusal.kind, refusal, attempt, pace, limits, now, random);
		case 'internal_error':
		case 'unsent':
			if (attempt.errors >= limits.retries) return { do: 'fail' };
			return { do: 'again', after: errorBackoff(attempt.errors, random), as: 'same', counts: 'error' };
		case 'lost':
			if (attempt.lost > 0 || limits.onLostAnswer === 'fail') return { do: 'fail' };
			return { do: 'again', after: errorBackoff(0, random), as: 'same', counts: 'lost' };
		case 'redirected':
			return { do: 'stop', lookups: 'failed', stop: { reason: 'wrong_address', retryAt: null, refusal } };
	}
}

function judgeLimit(
	reason: 'rate_limited' | 'fair_use_records' | 'fair_use_requests',
	refusal: Refusal,
	attempt: Attempt,
	pace: Pace,
	limits: Limits,
	now: number,
	random: () => number,
): Verdict {
	const news = attempt.episode === pace.episode;
	if (!news && refusal.retryAfter === null) return { do: 'pause', until: pace.pausedUntil, episode: 'known' };
	const until = now + limitWait(refusal.retryAfter, pace.refusals, random);
	const refusals = pace.refusals + (news ? 1 : 0);
	const patient = limits.onLimit === 'wait' && refusals <= MOST_REFUSALS && waitedBy(pace, until, now) <= limits.maxWait;
	if (!patient) return stopFor(reason, refusal, retryTime(refusal.retryAfter, now));
	if (!news) return { do: 'pause', until, episode: 'known' };
	return { do: 'pause', until, episode: reason === 'rate_limited' ? 'burst' : 'window' };
}

const stopFor = (reason: Reason, refusal: Refusal, retryAt: number | null): Verdict => ({
	do: 'stop',
	lookups: 'deferred',
	stop: { reason, retryAt, refusal },
});
