import {
	decideFailureMode,
	mayStart,
	nextStart,
	NO_FAILURES,
	withAnswer,
	withFailedAttempt,
	type AttemptKind,
	type FailedAttempt,
	type Failures,
} from '../../nodes/IdentityResolution/run/circuitBreaker';
import { NOW, SECOND } from '../support/verdicts';

const NOBODY = { first: 0, retry: 0 };

/** What has failed after some attempts in a row, one every second, none of which chance makes any shorter. */
function failuresAfter(...attempts: Array<Partial<FailedAttempt>>): Failures {
	return attempts.reduce<Failures>(
		(failures, attempt, second) =>
			withFailedAttempt(
				failures,
				{ kind: 'first', counts: 1, then: 'retry', retryAfter: null, ...attempt },
				NOW + second * SECOND,
				() => 0,
			),
		NO_FAILURES,
	);
}

const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);
const FAILED: Partial<FailedAttempt> = { then: 'fail' };

describe('the mode of a tool', () => {
	it.each<[string, Array<Partial<FailedAttempt>>, string]>([
		['normal without any failure', [], 'normal'],
		['normal after four failures in a row', times(4, {}), 'normal'],
		['probing after five', times(5, {}), 'probing'],
		['probing after one lost batch of five lookups', [{ counts: 5 }], 'probing'],
		['normal after one of four', [{ counts: 4 }], 'normal'],
		['probing however many attempts failed, if all lookups are sent again', times(100, {}), 'probing'],
		[
			'probing after nine lookups that failed for good: the first five said nothing yet',
			times(9, FAILED),
			'probing',
		],
		['down after five lookups that failed for good while it was probed', times(10, FAILED), 'down'],
		['down after five of which each was sent again meanwhile', [...times(5, {}), ...times(5, FAILED)], 'down'],
	])('is %s', (_says, attempts, mode) => {
		expect(decideFailureMode(failuresAfter(...attempts))).toBe(mode);
	});

	it('is normal again after one answer, of which all that failed before counts no more', () => {
		const answered = withAnswer(failuresAfter(...times(9, FAILED)));
		expect(decideFailureMode(answered)).toBe('normal');
		expect({ ...answered, closedUntil: 0 }).toEqual(NO_FAILURES);
	});
});

describe('an attempt may start', () => {
	const probing = failuresAfter(...times(5, {}));
	const lastFailure = NOW + 4 * SECOND;

	it.each<[string, boolean, Failures, AttemptKind, Record<AttemptKind, number>, number]>([
		[
			'at once in normal mode, whatever is in flight',
			true,
			failuresAfter({}),
			'first',
			{ first: 9, retry: 9 },
			NOW,
		],
		['not at once while probing', false, probing, 'first', NOBODY, lastFailure],
		['a third of a second later', true, probing, 'first', NOBODY, lastFailure + 334],
		['but not beside another one', false, probing, 'first', { first: 1, retry: 0 }, lastFailure + 334],
		['though beside one of the other kind', true, probing, 'first', { first: 0, retry: 1 }, lastFailure + 334],
		['of a kind that has not failed yet at once', true, probing, 'retry', NOBODY, lastFailure],
		['not at all once the tool is down', false, failuresAfter(...times(10, FAILED)), 'first', NOBODY, Infinity],
	])('%s', (_says, may, failures, kind, inFlight, now) => {
		expect(mayStart(failures, kind, inFlight, now)).toBe(may);
	});

	it.each<[AttemptKind, number[]]>([
		['first', [333, 667, 1_333, 2_667, 5_333]],
		['retry', [500, 1_000, 2_000, 4_000, 8_000]],
	])('later with each lookup that failed for good (%s)', (kind, pauses) => {
		const failures = pauses.map((_, count) => failuresAfter(...times(5, {}), ...times(count, FAILED), { kind }));
		const waits = failures.map(({ notBefore }, count) => Math.round(notBefore[kind] - NOW - (5 + count) * SECOND));
		expect(waits).toEqual(pauses);
	});
});

describe('a Retry-After of the service', () => {
	const closed = failuresAfter({ retryAfter: 30 * SECOND });

	it.each<AttemptKind>(['first', 'retry'])(
		'keeps every attempt from starting before, after one failure (%s)',
		(kind) => {
			expect(mayStart(closed, kind, NOBODY, NOW + 30 * SECOND - 1)).toBe(false);
			expect(mayStart(closed, kind, NOBODY, NOW + 30 * SECOND)).toBe(true);
		},
	);

	it('holds although another lookup is answered, and another failure says less', () => {
		expect(withAnswer(closed).closedUntil).toBe(NOW + 30 * SECOND);
		expect(failuresAfter({ retryAfter: 30 * SECOND }, { retryAfter: SECOND }, {}).closedUntil).toBe(
			NOW + 30 * SECOND,
		);
	});
});

describe('the next time at which an attempt may start', () => {
	it.each<[string, number, Failures, number]>([
		['is none without failures', Infinity, NO_FAILURES, NOW],
		['is that of the kind that comes first', NOW + 333, failuresAfter({}), NOW],
		['is that of the other kind once it is over', NOW + 1_500, failuresAfter({}, { kind: 'retry' }), NOW + 400],
		['is that of Retry-After', NOW + 9 * SECOND, failuresAfter({ retryAfter: 9 * SECOND }), NOW + SECOND],
		['is none once all are over', Infinity, failuresAfter({}), NOW + SECOND],
	])('%s', (_says, time, failures, now) => {
		expect(Math.round(nextStart(failures, now))).toBe(time);
	});
});
