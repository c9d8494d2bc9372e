import { readAccount } from '../../../nodes/IdentityResolution/api/account/account';
import { readUsage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import { Budget } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Limits } from '../../../nodes/IdentityResolution/run/limits';
import type { Reservation } from '../../../nodes/IdentityResolution/run/budget/reservation';
import { personalEmail } from '../../support/lookups';
import { againOf, bookOfBody, budgetOf, budgetTold, next, NOW, throttleWith, sizeOf } from '../../support/moves';
import type { Left } from '../../support/replies';

describe('a look at the account', () => {
	const SENT: Reservation = { tool: personalEmail, phone: 'without', lookups: 1 };

	it('comes before everything else where nothing is known any more', () => {
		const budget = budgetTold({ records: 500 });
		budget.invalidateWindows(personalEmail);
		const { move: decision, state } = next({ budget, state: { retryQueue: [againOf(2)] } });
		expect(decision).toEqual({ do: 'checkAccount' });
		expect(state.retryQueue).toHaveLength(1);
	});

	it.each<[string, Left]>([
		['requests', { requests: 1 }],
		['records', { records: 1 }],
	])('is taken where the window seems used up and nothing is under way any more: %s', (_of, left) => {
		const budget = budgetTold(left);
		budget.reserve(SENT);
		expect(next({ budget }).move).toEqual({ do: 'wait' });
		budget.settle(SENT, { hits: 1, phones: 0, unconfirmed: 0, charged: null }, readUsage(null));
		expect(next({ budget }).move).toEqual({ do: 'checkAccount' });
	});

	it('is not taken twice without a request between: what was told last holds', () => {
		const { move: decision, state } = next({ budget: budgetTold({ requests: 0 }) });
		expect(decision).toEqual({ do: 'wait' });
		expect(state.stop?.reason).toBe('fair_use_requests');
	});

	it('is not taken in the middle of a pause', () => {
		const budget = budgetTold({});
		budget.invalidateWindows(personalEmail);
		expect(next({ budget, state: throttleWith({ pausedUntil: NOW + 1 }) }).move).toEqual({ do: 'wait' });
	});

	it('holds up everything until it has told', () => {
		const budget = budgetTold({});
		budget.invalidateWindows(personalEmail);
		budget.beginAccountCheck();
		expect(next({ budget }).move).toEqual({ do: 'wait' });
	});
});

describe('a window that is known to be closed', () => {
	const opensIn = (ms: number | null): Left => ({ resetsAt: ms === null ? null : NOW + ms });

	it.each<[string, Left]>([
		['records', { records: 0 }],
		['records of the week', { recordsOfWeek: 0 }],
		['requests', { requests: 0 }],
	])('is waited for, without a request to be refused: %s', (_says, left) => {
		const { move: decision, state } = next({ budget: budgetTold({ ...left, ...opensIn(20_000) }) });
		expect(decision).toEqual({ do: 'wait' });
		expect(state.stop).toBeNull();
		expect(state.throttle).toMatchObject({ pausedUntil: NOW + 21_000, concurrency: 1, refusals: 1 });
	});

	it('is looked at anew when the wait is over', () => {
		const budget = budgetTold({ records: 0, ...opensIn(20_000) });
		next({ budget });
		expect(next({ budget }).move).toEqual({ do: 'checkAccount' });
	});

	it.each<[string, Left, Partial<Limits>, string, number | null]>([
		['for longer than Max Wait', { records: 0, ...opensIn(3_600_000) }, {}, 'fair_use_records', NOW + 3_601_000],
		['for requests', { requests: 0, ...opensIn(3_600_000) }, {}, 'fair_use_requests', NOW + 3_601_000],
		['for nobody knows how long', { records: 0, ...opensIn(null) }, {}, 'fair_use_records', null],
		[
			'where the user wants everything deferred',
			{ records: 0, ...opensIn(1_000) },
			{ onLimit: 'defer' },
			'fair_use_records',
			NOW + 2_000,
		],
	])('stops the run, %s', (_says, left, limits, reason, retryAt) => {
		const { move: decision, state } = next({ budget: budgetTold(left), limits });
		expect(decision).toEqual({ do: 'wait' });
		expect(state.stop).toEqual({ reason, retryAt, refusal: null, tool: null });
		expect(state.throttle.pausedUntil).toBe(0);
	});

	it('stops the run at once where it would open after the end of the run', () => {
		const limits = { maxRunTime: 10_000 };
		const { state } = next({ budget: budgetTold({ records: 0, ...opensIn(20_000) }), limits });
		expect(state.stop).toEqual({ reason: 'run_time', retryAt: NOW + 21_000, refusal: null, tool: null });
	});

	it('stops a run whose next body is a batch of its own that may take more than there is', () => {
		const { move: decision, state } = next({
			book: bookOfBody(50),
			budget: budgetTold({ records: 59 }, { reserve: 10 }),
		});
		expect(decision).toEqual({ do: 'wait' });
		expect(state.stop).not.toBeNull();
		expect(sizeOf({ book: bookOfBody(50), budget: budgetTold({ records: 60 }, { reserve: 10 }) })).toBe(1);
	});
});

describe('a budget that allows nothing for good', () => {
	it.each<[string, Budget, string, number | null]>([
		['tokens', budgetTold({}, { maxTokens: 0 }), 'token_budget', null],
		[
			'records beyond the reserve',
			budgetTold({ records: 3, resetsAt: NOW + 9_000 }, { reserve: 3 }),
			'reserve',
			NOW + 10_000,
		],
		['records of which nobody tells', budgetOf(readAccount({}), { reserve: 3 }), 'reserve', null],
	])('stops the run and says what was used up: %s', (_says, budget, reason, retryAt) => {
		const { ask: request, state } = next({ budget });
		expect(request).toBeNull();
		expect(state.stop).toEqual({ reason, retryAt, refusal: null, tool: null });
	});

	it('stops a body that is a batch of its own where it may come to more than that', () => {
		expect(next({ book: bookOfBody(50), budget: budgetTold({}, { maxTokens: 49 }) }).state.stop?.reason).toBe(
			'token_budget',
		);
		expect(sizeOf({ book: bookOfBody(50), budget: budgetTold({}, { maxTokens: 50 }) })).toBe(1);
	});

	it('keeps what was to be sent again, so that it can be deferred', () => {
		const again = [againOf(2)];
		expect(
			next({ budget: budgetTold({}, { maxTokens: 0 }), state: { retryQueue: again } }).state.retryQueue,
		).toEqual(again);
	});
});
