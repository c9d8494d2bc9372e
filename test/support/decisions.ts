import type { Refusal, RefusalKind } from '../../nodes/IdentityResolution/api/replies/refusal';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import type { Reason } from '../../nodes/IdentityResolution/run/outcome';
import { newThrottle, type Throttle } from '../../nodes/IdentityResolution/run/throttle/throttle';
import {
	decideRetry,
	type Attempt,
	type Pause,
	type PolicyInput,
	type RetryDecision,
} from '../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { limitsWith } from './limits';

/** Epoch ms at which every refusal is judged. */
export const NOW = Date.UTC(2030, 0, 1);
export const SECOND = 1_000;

/** What a refusal is judged in; all as at the start of a run, unless given. */
export interface Circumstances {
	/** s, as the service said it. */
	retryAfter?: number;
	attempt?: Partial<Attempt>;
	pace?: Partial<Throttle>;
	limits?: Partial<Limits>;
	/** Epoch ms at which the run ends; never unless given. */
	deadline?: number;
	/** What chance draws; 0 unless given. */
	chance?: number;
}

/** @param retryAfter s */
export const refusalOf = (kind: RefusalKind, retryAfter?: number): Refusal => ({
	kind,
	httpStatus: 400,
	code: 'a_code',
	message: 'A message',
	retryAfter: retryAfter === undefined ? null : retryAfter * SECOND,
});

export const situationOf = ({ pace, limits, deadline = Infinity, chance = 0 }: Circumstances): PolicyInput => ({
	throttle: { ...newThrottle(20), ...pace },
	limits: limitsWith(limits),
	now: NOW,
	deadline,
	random: () => chance,
});

export function verdictOn(kind: RefusalKind, circumstances: Circumstances = {}): RetryDecision {
	const { retryAfter, attempt } = circumstances;
	const behind: Attempt = { size: 1, phone: 'without', errorCount: 0, lostCount: 0, generation: 0, ...attempt };
	return decideRetry(refusalOf(kind, retryAfter), behind, situationOf(circumstances));
}

/**
 * A stop; a second is added to what the service said, which counts in whole seconds.
 * @param retryAfter s
 */
export const stopFor = (reason: Reason, refusal: Refusal | null, retryAfter?: number): RetryDecision => ({
	do: 'stop',
	lookups: 'deferred',
	stop: { reason, retryAt: retryAfter === undefined ? null : NOW + (retryAfter + 1) * SECOND, refusal },
});

export const stopped = (kind: RefusalKind, reason: Reason, retryAfter?: number): RetryDecision =>
	stopFor(reason, refusalOf(kind, retryAfter), retryAfter);

export const pausedFor = (seconds: number, kind: Pause['kind']): RetryDecision => ({
	do: 'pause',
	until: NOW + seconds * SECOND,
	kind,
});
