import type { Reason } from '../../../nodes/IdentityResolution/api/refusals';
import type { Refusal } from '../../../nodes/IdentityResolution/api/replies/refusal';
import type { Limits } from '../../../nodes/IdentityResolution/run/environment';
import { newThrottle, type Pause, type Throttle } from '../../../nodes/IdentityResolution/run/throttle';
import {
	decideRetry,
	type Attempt,
	type PolicyInput,
	type RetryDecision,
} from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { limitsWith } from './limits';

/** Epoch ms of every decision. */
export const NOW = Date.UTC(2030, 0, 1);
export const SECOND = 1_000;

/** The input of a decision. The default is the start of a run. */
export interface PolicySetting {
	/** Retry-After, in s. */
	retryAfter?: number;
	attempt?: Partial<Attempt>;
	throttle?: Partial<Throttle>;
	limits?: Partial<Limits>;
	/** Epoch ms at which the run ends. Default: Infinity. */
	deadline?: number;
	/** The value of every random number. Default: 0. */
	random?: number;
}

/** @param retryAfter s */
export const refusalOf = (kind: Reason, retryAfter?: number): Refusal => ({
	reason: kind,
	httpStatus: 400,
	code: 'a_code',
	message: 'A message',
	retryAfter: retryAfter === undefined ? null : retryAfter * SECOND,
});

export const policyInputOf = ({ throttle, limits, deadline = Infinity, random = 0 }: PolicySetting): PolicyInput => ({
	throttle: { ...newThrottle(20), ...throttle },
	limits: limitsWith(limits),
	now: NOW,
	deadline,
	random: () => random,
});

export function decisionOn(kind: Reason, setting: PolicySetting = {}): RetryDecision {
	const { retryAfter, attempt: set } = setting;
	const attempt: Attempt = {
		size: 1,
		otherName: null,
		phone: 'without',
		errorCount: 0,
		lostCount: 0,
		generation: 0,
		...set,
	};
	return decideRetry(refusalOf(kind, retryAfter), attempt, policyInputOf(setting));
}

/**
 * A stop that defers lookups until one second after Retry-After.
 * @param retryAfter s
 */
export const stopFor = (reason: Reason, refusal: Refusal | null, retryAfter?: number): RetryDecision => ({
	do: 'stop',
	lookups: 'deferred',
	stop: { reason, retryAt: retryAfter === undefined ? null : NOW + (retryAfter + 1) * SECOND, refusal },
});

export const stopped = (kind: Reason, reason: Reason, retryAfter?: number): RetryDecision =>
	stopFor(reason, refusalOf(kind, retryAfter), retryAfter);

export const pausedFor = (seconds: number, kind: Pause['kind']): RetryDecision => ({
	do: 'pause',
	until: NOW + seconds * SECOND,
	kind,
});
