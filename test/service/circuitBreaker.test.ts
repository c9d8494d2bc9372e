import type { Reason } from '../../nodes/IdentityResolution/api/replies/refusals';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { CircuitBreaker } from '../../nodes/IdentityResolution/service/circuitBreaker';
import type { Request } from '../../nodes/IdentityResolution/service/request';
import { businessProfile, personalEmail } from '../support/run/lookups';
import { reservationOf, retryOf } from '../support/run/requests';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;

interface Failure {
	tool?: Tool;
	attempt?: Request['kind'];
	lookups?: number;
	kind?: Reason;
	/** What becomes of the lookups. */
	are?: 'retried' | 'given_up';
	retryAfter?: number;
}

function addFailure(
	breaker: CircuitBreaker,
	{
		tool = businessProfile,
		attempt = 'first',
		lookups = 1,
		kind = 'internal_error',
		are = 'retried',
		...refusal
	}: Failure,
	now = NOW,
): ReturnType<CircuitBreaker['onFailure']> {
	return breaker.onFailure(
		{ tool, kind: attempt, entries: retryOf(lookups).entries },
		{ reason: kind, retryAfter: refusal.retryAfter ?? null },
		are,
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
const FAILED: Failure = { are: 'given_up' };

const inFlight = (...kinds: Request['kind'][]) => kinds.map((kind) => reservationOf(businessProfile, { kind }));

describe('the mode of a tool', () => {
	it.each<[string, Failure[], string]>([
		['normal without failures', [], 'normal'],
		['probing after one lost batch of five lookups', [{ kind: 'lost', lookups: 5 }], 'probing'],
		['normal after one lost batch of four lookups', [{ kind: 'lost', lookups: 4 }], 'normal'],
		['normal after another failure of a batch of five', [{ kind: 'unsent', lookups: 5 }], 'normal'],
		['probing after any number of attempts if all lookups are retried', times(100, {}), 'probing'],
		['probing after nine lookups failed permanently, five of them before probing', times(9, FAILED), 'probing'],
		['down after five lookups failed permanently while probing', [...times(5, {}), ...times(5, FAILED)], 'down'],
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

describe('failures of another tool', () => {
	const failing = (count: number, failure: Failure = {}) => times(count, { ...failure, tool: personalEmail });
	const closed = [...failing(5), ...failing(5, FAILED)];

	/** A breaker after failures, and answers of the failing tool. */
	function breakerOn(...events: Array<Failure | 'answer'>): CircuitBreaker {
		const breaker = new CircuitBreaker(() => 0);
		for (const one of events) {
			if (one === 'answer') breaker.onAnswer(retryOf(1), NOW);
			else addFailure(breaker, one);
		}
		return breaker;
	}

	it.each<[string, string, Array<Failure | 'answer'>]>([
		['say nothing while it is not probed', 'normal', failing(4)],
		['make the service doubtful, so that every tool is probed', 'probing', failing(5)],
		['let each tool fail once after it was closed', 'probing', closed],
		['close each tool that fails after that', 'down', [...closed, {}]],
		['close no tool that fails before that', 'probing', [...failing(5), {}]],
		['say nothing once a tool was answered', 'normal', ['answer', ...closed]],
		['say nothing more after an answer', 'normal', [...failing(5), 'answer']],
		['say nothing more after an answer, even if it was closed', 'normal', [...closed, 'answer', {}]],
	])('%s', (_says, mode, events) => {
		expect(breakerOn(...events).modeOf(businessProfile)).toBe(mode);
	});

	it.each<[string, Request['kind'], number, Failure[]]>([
		['for half a minute after its own probe has failed', 'first', 30 * SECOND, []],
		['for no longer if it fails five times itself', 'first', 334, times(5, {})],
		['but its retries are not', 'retry', 501, []],
	])('keep a tool from being probed again, %s', (_says, attempt, pause, failures) => {
		const breaker = breakerOn(...failing(5), ...failures, { attempt });
		const mayStart = (ms: number) => breaker.mayStart(businessProfile, attempt, [], NOW + ms);
		expect([mayStart(pause - 2), mayStart(pause)]).toEqual([false, true]);
	});
});

describe('mayStart', () => {
	const probing = breakerAfter(...times(5, {}));
	const lastFailure = NOW + 4 * SECOND;

	it.each<[string, boolean, CircuitBreaker, Request['kind'], Request['kind'][], number]>([
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

	it.each<[Request['kind'], number[]]>([
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
