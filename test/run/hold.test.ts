import { readUsage } from '../../nodes/IdentityResolution/api/metadata';
import type { Refusal, RefusalKind } from '../../nodes/IdentityResolution/api/refusal';
import { Book } from '../../nodes/IdentityResolution/run/book';
import { Budget, NO_BOUNDS } from '../../nodes/IdentityResolution/run/budget';
import { hold, type Refused } from '../../nodes/IdentityResolution/run/hold';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import type { Stop } from '../../nodes/IdentityResolution/run/outcome';
import { paused, sending } from '../../nodes/IdentityResolution/run/pace';
import type { Purchase } from '../../nodes/IdentityResolution/run/purchase';
import { startState, type Running } from '../../nodes/IdentityResolution/run/state';
import type { Pause } from '../../nodes/IdentityResolution/run/verdict';
import { limitsWith } from '../support/limits';
import { personalEmail, reverseEmail } from '../support/lookups';

const NOW = Date.UTC(2030, 0, 1);
const UNTIL = NOW + 30_000;

const REFUSAL: Refusal = {
	kind: 'rate_limited',
	httpStatus: 429,
	code: 'a_code',
	message: 'A message',
	retryAfter: 29_000,
};

function runWith(set: Partial<Limits> = {}): Running {
	const limits = limitsWith({ concurrency: 8, ...set });
	return { state: startState(limits, NOW), book: new Book(), budget: new Budget(NO_BOUNDS), limits, random: () => 0 };
}

/** The last of a hundred requests that were sent within seven seconds, and refused. */
function refusedIn({ state }: Running): Refused {
	const { episode } = state.pace;
	for (let nth = 0; nth < 100; nth++) state.pace = sending(state.pace, NOW - 10_000 + 70 * nth);
	return { refusal: REFUSAL, episode };
}

function held(episode: Pause['episode'], run = runWith(), until = UNTIL): Running {
	hold(run, { do: 'pause', until, episode }, { tool: personalEmail, refused: refusedIn(run) }, NOW);
	return run;
}

const wish = { tool: personalEmail, phone: 'without', most: 100, least: 1 } as const;

describe.each(['burst', 'window', 'known'] as const)('a pause (%s)', (episode) => {
	it('lasts until its time, and is counted as a wait', () => {
		expect(held(episode).state.pace).toMatchObject({ pausedUntil: UNTIL, waited: 30_000 });
	});

	it('never ends one that lasts longer', () => {
		expect(held('known', held(episode), UNTIL - 10_000).state.pace).toMatchObject({
			pausedUntil: UNTIL,
			waited: 30_000,
		});
	});

	it('is no stop in itself', () => {
		expect(held(episode).state.stop).toBeNull();
	});
});

describe('who goes on after a pause', () => {
	it('is half as many after a burst, at the rate of those that were let through: all but the one that was refused', () => {
		const { pace } = held('burst').state;
		expect(pace).toMatchObject({ width: 4, steady: 4, refusals: 1, episode: 1 });
		expect(pace.rate.settled).toBeCloseTo(99 / (99 * 70 + 1_000), 9);
	});

	it.each<[string, RefusalKind, number, boolean]>([
		['at a lower rate with everyone else of the burst that is refused', 'rate_limited', 0, true],
		['at the same rate where one of an earlier burst is refused', 'rate_limited', -1, false],
		['at the same rate where one of those is refused by a window', 'fair_use_records', 0, false],
	])('is as many after a burst, %s', (_says, kind, episode, isSlower) => {
		const run = held('burst');
		const { width, rate } = run.state.pace;
		hold(
			run,
			{ do: 'pause', until: UNTIL, episode: 'known' },
			{ tool: personalEmail, refused: { refusal: { ...REFUSAL, kind }, episode } },
			NOW,
		);
		expect(run.state.pace).toMatchObject({ width, refusals: 1, episode: 1 });
		expect((run.state.pace.rate.settled ?? 0) < (rate.settled ?? 0)).toBe(isSlower);
	});

	it('is one sender after a window, whom all the others follow', () => {
		const { pace } = held('window').state;
		expect(pace).toMatchObject({ width: 1, steady: 8, refusals: 1, episode: 1 });
		expect(pace.rate.settled).toBeNull();
	});

	it('is as many as before where the run has slowed down for it already', () => {
		const { pace } = held('known').state;
		expect(pace).toMatchObject({ width: 8, steady: 8, refusals: 0, episode: 0 });
		expect(pace.rate.settled).toBeNull();
	});

	it('is one sender after a window that was known to be closed, so that nothing was refused', () => {
		const run = runWith();
		hold(run, { do: 'pause', until: UNTIL, episode: 'window' }, { tool: personalEmail, refused: null }, NOW);
		expect(run.state.pace).toMatchObject({ width: 1, episode: 1, pausedUntil: UNTIL });
	});
});

describe('what is known of the windows', () => {
	it.each([
		['is out of date after a window: the account is asked first', 'window', { is: 'look' }],
		['still holds after a burst', 'burst', { is: 'up_to', size: 100 }],
		['still holds where the run has slowed down already', 'known', { is: 'up_to', size: 100 }],
	] as const)('%s', (_says, episode, allowance) => {
		expect(held(episode).budget.allowance(wish)).toEqual(allowance);
	});

	it('is out of date for all tools of the family', () => {
		expect(held('window').budget.allowance({ ...wish, tool: reverseEmail, most: 1 })).toEqual({ is: 'look' });
	});

	it('is not asked for before everything under way is answered', () => {
		const run = runWith();
		const purchase: Purchase = { tool: personalEmail, phone: 'without', lookups: 5 };
		run.budget.begin(purchase);
		const { budget } = held('window', run);
		expect(budget.allowance(wish)).toEqual({ is: 'later' });
		budget.end(purchase, { hits: 5, phones: 0, doubtful: 0, charged: null }, readUsage(null));
		expect(budget.allowance(wish)).toEqual({ is: 'look' });
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
		run.state.pace = paused(run.state.pace, UNTIL + 15_000, NOW);
		expect(held('known', run).state.stop).toMatchObject({ reason: 'run_time', retryAt: UNTIL + 15_000 });
	});

	it('names no refusal where there was none', () => {
		const run = runWith({ maxRunTime: 1_000 });
		hold(run, { do: 'pause', until: UNTIL, episode: 'window' }, { tool: personalEmail, refused: null }, NOW);
		expect(run.state.stop).toEqual({ ...stop, refusal: null });
	});

	it('leaves a stop as it is that came before', () => {
		const run = runWith({ maxRunTime: 1_000 });
		const first: Stop = { reason: 'unauthorized', retryAt: null, refusal: REFUSAL, tool: null };
		run.state.stop = first;
		expect(held('window', run).state.stop).toBe(first);
	});
});
