import type { Reason } from '../../../nodes/IdentityResolution/api/replies/refusals';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { CircuitBreaker } from '../../../nodes/IdentityResolution/run/dispatch/circuitBreaker';
import { MAX_RETRIES, type RetryDecision } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import type { PendingRequest } from '../../../nodes/IdentityResolution/run/queue/queue';

import { businessProfile, personalEmail } from '../../support/run/lookups';
import { reservationOf, retryOf } from '../../support/run/requests';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const RETRY: RetryDecision = { do: 'retry', requests: [] };
const SPLIT: RetryDecision = { do: 'split', requests: [] };

interface Failure {
	tool?: Tool;
	attempt?: PendingRequest['kind'];
	lookups?: number;
	errorCount?: number;
	kind?: Reason;
	decision?: RetryDecision;
	retryAfter?: number;
}

function addFailure(
	breaker: CircuitBreaker,
	{
		tool = businessProfile,
		attempt = 'first',
		lookups = 1,
		errorCount = 0,
		kind = 'internal_error',
		decision = RETRY,
		...refusal
	}: Failure,
	now = NOW,
): ReturnType<CircuitBreaker['onFailure']> {
	return breaker.onFailure(
		{ tool, kind: attempt, errorCount, entries: retryOf(lookups).entries },
		{ reason: kind, retryAfter: refusal.retryAfter ?? null },
		decision,
		now,
	);
}

/** A breaker after consecutive failures, one per second, without jitter. */
function breakerAfter(...failures: Failure[]): CircuitBreaker {
	const breaker = new CircuitBreaker(() => 0);
	failures.forEach((failure, second) => addFailure(breaker, failure, NOW + second * SECOND));
	return breaker;
}

const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);
const FAILED: Failure = { decision: { do: 'fail' } };

const inFlight = (...kinds: PendingRequest['kind'][]) => kinds.map((kind) => reservationOf(businessProfile, { kind }));

describe('the mode of a tool', () => {
	it.each<[string, Failure[], string]>([
		['normal without failures', [], 'normal'],
		['probing after one lost batch of five lookups', [{ kind: 'lost', lookups: 5 }], 'probing'],
		['normal after one lost batch of four lookups', [{ kind: 'lost', lookups: 4 }], 'normal'],
		['normal after another failure of a batch of five', [{ kind: 'unsent', lookups: 5 }], 'normal'],
		['probing after any number of attempts if all lookups are retried', times(100, {}), 'probing'],
		['probing after nine lookups failed permanently, five of them before probing', times(9, FAILED), 'probing'],
		['down after five lookups failed permanently while probing', [...times(5, {}), ...times(5, FAILED)], 'down'],
		['down after parts of a batch failed', times(10, { decision: SPLIT, errorCount: MAX_RETRIES + 1 }), 'down'],
		['probing after whole batches were split', times(10, { decision: SPLIT, errorCount: MAX_RETRIES }), 'probing'],
		['normal after failures of another tool', times(10, { ...FAILED, tool: personalEmail }), 'normal'],
	])('is %s', (_says, failures, mode) => {
		expect(breakerAfter(...failures).modeOf(businessProfile)).toBe(mode);
	});

	it('is normal after one answer, which resets all counts', () => {
		const breaker = breakerAfter(...times(9, FAILED));
		breaker.onAnswer(retryOf(1, { tool: businessProfile }), NOW);
		expect(breaker.modeOf(businessProfile)).toBe('normal');
		times(9, FAILED).forEach((failure) => addFailure(breaker, failure));
		expect(breaker.modeOf(businessProfile)).toBe('probing');
	});
});

describe('mayStart', () => {
	const probing = breakerAfter(...times(5, {}));
	const lastFailure = NOW + 4 * SECOND;

	it.each<[string, boolean, CircuitBreaker, PendingRequest['kind'], PendingRequest['kind'][], number]>([
		['allows any attempt in normal mode', true, breakerAfter({}), 'first', ['first', 'retry'], NOW],
		['rejects an attempt right after a failure while probing', false, probing, 'first', [], lastFailure],
		['allows a new lookup a third of a second later', true, probing, 'first', [], lastFailure + 334],
		['rejects a second new lookup in flight', false, probing, 'first', ['first'], lastFailure + 334],
		['allows a new lookup beside a retry in flight', true, probing, 'first', ['retry'], lastFailure + 334],
		['allows the kind that has not failed yet', true, probing, 'retry', ['first'], lastFailure],
		['rejects all attempts once it is down', false, breakerAfter(...times(10, FAILED)), 'first', [], Infinity],
	])('%s', (_says, expected, breaker, kind, others, now) => {
		expect(breaker.mayStart(businessProfile, kind, inFlight(...others), now)).toBe(expected);
	});

	it('ignores requests to other tools', () => {
		const others = [reservationOf(personalEmail)];
		expect(probing.mayStart(businessProfile, 'first', others, lastFailure + 334)).toBe(true);
	});

	it.each<[PendingRequest['kind'], number[]]>([
		['first', [333, 667, 1_333, 2_667, 5_333]],
		['retry', [500, 1_000, 2_000, 4_000, 8_000]],
	])('doubles the pause with each lookup that failed permanently (%s)', (attempt, pauses) => {
		pauses.forEach((pause, count) => {
			const breaker = breakerAfter(...times(5, {}), ...times(count, FAILED));
			const now = NOW + (5 + count) * SECOND;
			addFailure(breaker, { attempt }, now);
			expect(breaker.mayStart(businessProfile, attempt, [], now + pause - 1)).toBe(false);
			expect(breaker.mayStart(businessProfile, attempt, [], now + pause + 1)).toBe(true);
		});
	});
});

describe('Retry-After', () => {
	const END = NOW + 30 * SECOND;

	it.each<[string, Failure[]]>([
		['in normal mode', []],
		['after a shorter one or none', [{ retryAfter: SECOND }, {}]],
	])('blocks every attempt until it has passed, %s', (_when, failures) => {
		const breaker = breakerAfter({ retryAfter: 30 * SECOND }, ...failures);
		for (const kind of ['first', 'retry'] as const) {
			expect(breaker.mayStart(businessProfile, kind, [], END - 1)).toBe(false);
			expect(breaker.mayStart(businessProfile, kind, [], END)).toBe(true);
		}
	});

	it('remains in force after an answer', () => {
		const breaker = breakerAfter({ retryAfter: 30 * SECOND });
		breaker.onAnswer(retryOf(1, { tool: businessProfile }), NOW);
		expect(breaker.nextStart(NOW)).toBe(END);
	});
});

describe('a brown-out', () => {
	const answerAfter = (failingSince: number | null, ...failures: Failure[]) => {
		const breaker = breakerAfter(...failures);
		breaker.onAnswer(retryOf(1, { tool: businessProfile, failingSince }), NOW);
		return breaker;
	};

	it.each<[string, boolean, CircuitBreaker, number]>([
		['starts with the answer to a request that had failed', true, answerAfter(NOW), NOW],
		['lasts for a minute after it', true, answerAfter(NOW), NOW + 60 * SECOND],
		['is over after that', false, answerAfter(NOW), NOW + 60 * SECOND + 1],
		['is none if requests that had not failed are answered', false, answerAfter(null, {}), NOW],
	])('%s: %j', (_says, is, breaker, now) => {
		expect(breaker.isBrownOut(businessProfile, now)).toBe(is);
	});

	it('goes on while several failures in a row make the tool be probed', () => {
		const breaker = answerAfter(NOW);
		times(5, {}).forEach((failure) => addFailure(breaker, failure));
		expect([breaker.modeOf(businessProfile), breaker.isBrownOut(businessProfile, NOW)]).toEqual(['probing', true]);
	});

	it('concerns one tool', () => {
		expect(answerAfter(NOW).isBrownOut(personalEmail, NOW)).toBe(false);
	});
});

describe('nextStart', () => {
	it.each<[string, number, CircuitBreaker, number]>([
		['is Infinity without failures', Infinity, breakerAfter(), NOW],
		['is the start of the first kind', NOW + 333, breakerAfter({}), NOW],
		['is the start of the other kind after that', NOW + 1_500, breakerAfter({}, { attempt: 'retry' }), NOW + 400],
		['is the earliest of all tools', NOW + 333, breakerAfter({ tool: personalEmail }, {}), NOW],
		['is the end of Retry-After', NOW + 9 * SECOND, breakerAfter({ retryAfter: 9 * SECOND }), NOW + SECOND],
		['is Infinity after the last start', Infinity, breakerAfter({}), NOW + SECOND],
	])('%s', (_says, time, breaker, now) => {
		expect(Math.round(breaker.nextStart(now))).toBe(time);
	});
});

it('onFailure returns the mode only when it changes', () => {
	const breaker = new CircuitBreaker(() => 0);
	const modes = [...times(6, {}), ...times(6, FAILED)].map((failure) => addFailure(breaker, failure));
	expect(modes).toEqual([...times(4, null), 'probing', ...times(5, null), 'down', null]);
});
