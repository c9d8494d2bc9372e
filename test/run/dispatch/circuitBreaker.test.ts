import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import {
	CircuitBreaker,
	decideFailureMode,
	failedAttempt,
	mayStart,
	nextStart,
	NO_FAILURES,
	withAnswer,
	withFailedAttempt,
	type FailedAttempt,
	type Failures,
} from '../../../nodes/IdentityResolution/run/dispatch/circuitBreaker';
import type { AttemptKind } from '../../../nodes/IdentityResolution/run/queue/pendingRequest';
import type { RetryDecision } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { NOW, refusalOf, SECOND } from '../../support/decisions';
import { businessProfile, personalEmail } from '../../support/lookups';
import { retryOf } from '../../support/scheduling';
import { reservationOf } from '../../support/tracked';

const NOBODY = { first: 0, retry: 0 };

/** The failures after consecutive attempts, one per second, without jitter. */
function failuresAfter(...attempts: Array<Partial<FailedAttempt>>): Failures {
	return attempts.reduce<Failures>(
		(failures, attempt, second) =>
			withFailedAttempt(
				failures,
				{ kind: 'first', weight: 1, decision: 'retry', retryAfter: null, ...attempt },
				NOW + second * SECOND,
				() => 0,
			),
		NO_FAILURES,
	);
}

const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);
const FAILED: Partial<FailedAttempt> = { decision: 'fail' };

describe('the mode of a tool', () => {
	it.each<[string, Array<Partial<FailedAttempt>>, string]>([
		['normal without failures', [], 'normal'],
		['normal after four failures in a row', times(4, {}), 'normal'],
		['probing after five', times(5, {}), 'probing'],
		['probing after one lost batch of five lookups', [{ weight: 5 }], 'probing'],
		['normal after one of four', [{ weight: 4 }], 'normal'],
		['probing after any number of attempts, if all lookups are retried', times(100, {}), 'probing'],
		[
			'probing after nine lookups that failed for good, of which five failed before probing',
			times(9, FAILED),
			'probing',
		],
		['down after five lookups that failed for good while probing', times(10, FAILED), 'down'],
		['down after five retries that failed for good while probing', [...times(5, {}), ...times(5, FAILED)], 'down'],
	])('is %s', (_says, attempts, mode) => {
		expect(decideFailureMode(failuresAfter(...attempts))).toBe(mode);
	});

	it('is normal after one answer, which resets all counts', () => {
		const answered = withAnswer(failuresAfter(...times(9, FAILED)));
		expect(decideFailureMode(answered)).toBe('normal');
		expect({ ...answered, blockedUntil: 0 }).toEqual(NO_FAILURES);
	});
});

describe('mayStart', () => {
	const probing = failuresAfter(...times(5, {}));
	const lastFailure = NOW + 4 * SECOND;

	it.each<[string, boolean, Failures, AttemptKind, Record<AttemptKind, number>, number]>([
		['allows any attempt in normal mode', true, failuresAfter({}), 'first', { first: 9, retry: 9 }, NOW],
		['rejects an attempt right after a failure while probing', false, probing, 'first', NOBODY, lastFailure],
		['allows a new lookup a third of a second later', true, probing, 'first', NOBODY, lastFailure + 334],
		['rejects a second new lookup in flight', false, probing, 'first', { first: 1, retry: 0 }, lastFailure + 334],
		[
			'allows a new lookup beside a retry in flight',
			true,
			probing,
			'first',
			{ first: 0, retry: 1 },
			lastFailure + 334,
		],
		['allows the kind that has not failed yet', true, probing, 'retry', NOBODY, lastFailure],
		[
			'rejects every attempt once the tool is down',
			false,
			failuresAfter(...times(10, FAILED)),
			'first',
			NOBODY,
			Infinity,
		],
	])('%s', (_says, may, failures, kind, inFlight, now) => {
		expect(mayStart(failures, kind, inFlight, now)).toBe(may);
	});

	it.each<[AttemptKind, number[]]>([
		['first', [333, 667, 1_333, 2_667, 5_333]],
		['retry', [500, 1_000, 2_000, 4_000, 8_000]],
	])('doubles the pause with each lookup that failed for good (%s)', (kind, pauses) => {
		const failures = pauses.map((_, count) => failuresAfter(...times(5, {}), ...times(count, FAILED), { kind }));
		const waits = failures.map(({ notBefore }, count) => Math.round(notBefore[kind] - NOW - (5 + count) * SECOND));
		expect(waits).toEqual(pauses);
	});
});

describe('Retry-After', () => {
	const closed = failuresAfter({ retryAfter: 30 * SECOND });

	it.each<AttemptKind>(['first', 'retry'])(
		'blocks every attempt until it has passed, also in normal mode (%s)',
		(kind) => {
			expect(mayStart(closed, kind, NOBODY, NOW + 30 * SECOND - 1)).toBe(false);
			expect(mayStart(closed, kind, NOBODY, NOW + 30 * SECOND)).toBe(true);
		},
	);

	it('stays in force after an answer and after a shorter one', () => {
		expect(withAnswer(closed).blockedUntil).toBe(NOW + 30 * SECOND);
		expect(failuresAfter({ retryAfter: 30 * SECOND }, { retryAfter: SECOND }, {}).blockedUntil).toBe(
			NOW + 30 * SECOND,
		);
	});
});

describe('nextStart', () => {
	it.each<[string, number, Failures, number]>([
		['is Infinity without failures', Infinity, NO_FAILURES, NOW],
		['is the start of the first kind', NOW + 333, failuresAfter({}), NOW],
		['is the start of the other kind after that', NOW + 1_500, failuresAfter({}, { kind: 'retry' }), NOW + 400],
		['is the end of Retry-After', NOW + 9 * SECOND, failuresAfter({ retryAfter: 9 * SECOND }), NOW + SECOND],
		['is Infinity after the last start', Infinity, failuresAfter({}), NOW + SECOND],
	])('%s', (_says, time, failures, now) => {
		expect(Math.round(nextStart(failures, now))).toBe(time);
	});
});

describe('CircuitBreaker', () => {
	const failed: FailedAttempt = { kind: 'first', weight: 5, decision: 'retry', retryAfter: null };
	const breakerAfter = (...tools: Tool[]) => {
		const breaker = new CircuitBreaker(() => 0);
		for (const tool of tools) breaker.onFailure(tool, failed, NOW);
		return breaker;
	};
	const inFlight = (tool: Tool, attempt: AttemptKind) => [
		{ ...reservationOf({ tool, phone: 'without', lookups: 1 }), attempt },
	];

	it('keeps the failures of each tool apart', () => {
		const breaker = breakerAfter(businessProfile);
		expect([breaker.modeOf(businessProfile), breaker.modeOf(personalEmail)]).toEqual(['probing', 'normal']);
	});

	it('resets a tool after an answer', () => {
		const breaker = breakerAfter(businessProfile, personalEmail);
		breaker.onAnswer(businessProfile);
		expect([breaker.modeOf(businessProfile), breaker.modeOf(personalEmail)]).toEqual(['normal', 'probing']);
	});

	it.each<[string, Tool, Tool, AttemptKind, boolean]>([
		['of the same tool and kind', businessProfile, businessProfile, 'first', false],
		['of the same tool and another kind', businessProfile, businessProfile, 'retry', true],
		['of another tool', businessProfile, personalEmail, 'first', true],
	])('starts a probe beside a request in flight or not: %s', (_says, tool, other, attempt, mayBegin) => {
		const breaker = breakerAfter(tool);
		expect(breaker.mayStart(tool, 'first', inFlight(other, attempt), NOW + SECOND)).toBe(mayBegin);
	});

	it('restricts no tool that did not fail', () => {
		const breaker = breakerAfter(businessProfile);
		expect(breaker.mayStart(personalEmail, 'first', inFlight(personalEmail, 'first'), NOW)).toBe(true);
	});

	it('returns the earliest next start of all tools', () => {
		const breaker = breakerAfter(businessProfile);
		breaker.onFailure(personalEmail, { ...failed, retryAfter: 200 }, NOW);
		expect(breaker.nextStart(NOW)).toBe(NOW + 200);
		expect(new CircuitBreaker(() => 0).nextStart(NOW)).toBe(Infinity);
	});
});

describe('failedAttempt', () => {
	const request = retryOf(3);
	const refusal = refusalOf('internal_error', 2);

	it('counts each lookup of a lost request, and other failures once', () => {
		expect(failedAttempt(request, refusal, { do: 'fail' })).toEqual({
			kind: 'retry',
			weight: 1,
			decision: 'fail',
			retryAfter: 2 * SECOND,
		});
		expect(failedAttempt(request, refusalOf('lost'), { do: 'fail' })).toMatchObject({
			weight: 3,
			retryAfter: null,
		});
	});

	it.each<[RetryDecision, 'retry' | 'fail']>([
		[{ do: 'retry', after: 0, as: 'same', counts: 'error' }, 'retry'],
		[{ do: 'split', after: 0, counts: 'nothing' }, 'retry'],
		[{ do: 'split', after: 0, counts: 'failure' }, 'fail'],
		[{ do: 'fail' }, 'fail'],
	])('%p is a %s', (decision, expected) => {
		expect(failedAttempt(request, refusal, decision).decision).toBe(expected);
	});
});
