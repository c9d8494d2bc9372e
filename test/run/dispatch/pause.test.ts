import { readUsage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import type { Refusal, RefusalKind } from '../../../nodes/IdentityResolution/api/replies/refusal';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import { Budget, NO_BOUNDS } from '../../../nodes/IdentityResolution/run/budget/budget';
import { pauseSending, type RefusedRequest } from '../../../nodes/IdentityResolution/run/dispatch/pause';
import type { Limits } from '../../../nodes/IdentityResolution/run/limits';
import type { Stop } from '../../../nodes/IdentityResolution/run/outcome';
import { withPause, onSent } from '../../../nodes/IdentityResolution/run/throttle/throttle';
import type { Reservation } from '../../../nodes/IdentityResolution/run/budget/reservation';
import { startState, type RunContext } from '../../../nodes/IdentityResolution/run/dispatch/state';
import type { Pause } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { limitsWith } from '../../support/limits';
import { personalEmail, reverseEmail } from '../../support/lookups';

const NOW = Date.UTC(2030, 0, 1);
const UNTIL = NOW + 30_000;

const REFUSAL: Refusal = {
	kind: 'rate_limited',
	httpStatus: 429,
	code: 'a_code',
	message: 'A message',
	retryAfter: 29_000,
};

function runWith(set: Partial<Limits> = {}): RunContext {
	const limits = limitsWith({ concurrency: 8, ...set });
	return {
		state: startState(limits, NOW),
		registry: new LookupRegistry(),
		budget: new Budget(NO_BOUNDS),
		limits,
		random: () => 0,
	};
}

/** The last of a hundred requests that were sent within seven seconds, and refused. */
function refusedIn({ state }: RunContext): RefusedRequest {
	const { generation } = state.throttle;
	for (let nth = 0; nth < 100; nth++) state.throttle = onSent(state.throttle, NOW - 10_000 + 70 * nth);
	return { refusal: REFUSAL, generation };
}

function held(generation: Pause['kind'], run = runWith(), until = UNTIL): RunContext {
	pauseSending(run, { do: 'pause', until, kind: generation }, { tool: personalEmail, refused: refusedIn(run) }, NOW);
	return run;
}

const wish = { tool: personalEmail, phone: 'without', max: 100, min: 1 } as const;

describe.each(['rateLimit', 'window', 'repeat'] as const)('a pause (%s)', (generation) => {
	it('lasts until its time, and is counted as a wait', () => {
		expect(held(generation).state.throttle).toMatchObject({ pausedUntil: UNTIL, waited: 30_000 });
	});

	it('never ends one that lasts longer', () => {
		expect(held('repeat', held(generation), UNTIL - 10_000).state.throttle).toMatchObject({
			pausedUntil: UNTIL,
			waited: 30_000,
		});
	});

	it('is no stop in itself', () => {
		expect(held(generation).state.stop).toBeNull();
	});
});

describe('who goes on after a pause', () => {
	it('is half as many after a burst, at the rate of those that were let accepted: all but the one that was refused', () => {
		const { throttle } = held('rateLimit').state;
		expect(throttle).toMatchObject({ concurrency: 4, slowStartThreshold: 4, refusals: 1, generation: 1 });
		expect(throttle.rate.learnedRate).toBeCloseTo(99 / (99 * 70 + 1_000), 9);
	});

	it.each<[string, RefusalKind, number, boolean]>([
		['at a lower rate with everyone else of the burst that is refused', 'rate_limited', 0, true],
		['at the same rate where one of an earlier burst is refused', 'rate_limited', -1, false],
		['at the same rate where one of those is refused by a window', 'fair_use_records', 0, false],
	])('is as many after a burst, %s', (_says, kind, generation, isSlower) => {
		const run = held('rateLimit');
		const { concurrency, rate } = run.state.throttle;
		pauseSending(
			run,
			{ do: 'pause', until: UNTIL, kind: 'repeat' },
			{ tool: personalEmail, refused: { refusal: { ...REFUSAL, kind }, generation } },
			NOW,
		);
		expect(run.state.throttle).toMatchObject({ concurrency, refusals: 1, generation: 1 });
		expect((run.state.throttle.rate.learnedRate ?? 0) < (rate.learnedRate ?? 0)).toBe(isSlower);
	});

	it('is one sender after a window, whom all the others follow', () => {
		const { throttle } = held('window').state;
		expect(throttle).toMatchObject({ concurrency: 1, slowStartThreshold: 8, refusals: 1, generation: 1 });
		expect(throttle.rate.learnedRate).toBeNull();
	});

	it('is as many as before where the run has slowed down for it already', () => {
		const { throttle } = held('repeat').state;
		expect(throttle).toMatchObject({ concurrency: 8, slowStartThreshold: 8, refusals: 0, generation: 0 });
		expect(throttle.rate.learnedRate).toBeNull();
	});

	it('is one sender after a window that was known to be closed, so that nothing was refused', () => {
		const run = runWith();
		pauseSending(run, { do: 'pause', until: UNTIL, kind: 'window' }, { tool: personalEmail, refused: null }, NOW);
		expect(run.state.throttle).toMatchObject({ concurrency: 1, generation: 1, pausedUntil: UNTIL });
	});
});

describe('what is known of the windows', () => {
	it.each([
		['is out of date after a window: the account is asked first', 'window', { is: 'checkAccount' }],
		['still holds after a burst', 'rateLimit', { is: 'granted', size: 100 }],
		['still holds where the run has slowed down already', 'repeat', { is: 'granted', size: 100 }],
	] as const)('%s', (_says, generation, allowance) => {
		expect(held(generation).budget.permit(wish)).toEqual(allowance);
	});

	it('is out of date for all tools of the family', () => {
		expect(held('window').budget.permit({ ...wish, tool: reverseEmail, max: 1 })).toEqual({ is: 'checkAccount' });
	});

	it('is not asked for before everything under way is answered', () => {
		const run = runWith();
		const reservation: Reservation = { tool: personalEmail, phone: 'without', lookups: 5 };
		run.budget.reserve(reservation);
		const { budget } = held('window', run);
		expect(budget.permit(wish)).toEqual({ is: 'wait' });
		budget.settle(reservation, { hits: 5, phones: 0, unconfirmed: 0, charged: null }, readUsage(null));
		expect(budget.permit(wish)).toEqual({ is: 'checkAccount' });
	});
});

describe('a pause and the end of the run', () => {
	const stop: Stop = { reason: 'run_time', retryAt: UNTIL, refusal: REFUSAL, tool: null };

	it.each([
		['after it stops the run at once, with the time to come back', 29_999, stop],
		['with it stops the run at once, too', 30_000, stop],
		['before it is waited for', 30_001, null],
	])('that ends %s', (_says, maxRunTime, expected) => {
		expect(held('window', runWith({ maxRunTime })).state.stop).toEqual(expected);
	});

	it('stops the run for the longest of its pauses', () => {
		const run = runWith({ maxRunTime: 1_000 });
		run.state.throttle = withPause(run.state.throttle, UNTIL + 15_000, NOW);
		expect(held('repeat', run).state.stop).toMatchObject({ reason: 'run_time', retryAt: UNTIL + 15_000 });
	});

	it('names no refusal where there was none', () => {
		const run = runWith({ maxRunTime: 1_000 });
		pauseSending(run, { do: 'pause', until: UNTIL, kind: 'window' }, { tool: personalEmail, refused: null }, NOW);
		expect(run.state.stop).toEqual({ ...stop, refusal: null });
	});

	it('leaves a stop as it is that came before', () => {
		const run = runWith({ maxRunTime: 1_000 });
		const first: Stop = { reason: 'unauthorized', retryAt: null, refusal: REFUSAL, tool: null };
		run.state.stop = first;
		expect(held('window', run).state.stop).toBe(first);
	});
});
