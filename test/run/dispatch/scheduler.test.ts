import { readUsage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import { Budget } from '../../../nodes/IdentityResolution/run/budget/budget';
import { nextWakeUp } from '../../../nodes/IdentityResolution/run/dispatch/scheduler';
import type { Reservation } from '../../../nodes/IdentityResolution/run/budget/reservation';
import { startState, type RunState } from '../../../nodes/IdentityResolution/run/dispatch/state';
import { bookOf, nobody } from '../../support/books';
import { limitsWith } from '../../support/limits';
import { businessProfile, lookupFor, people, personalEmail } from '../../support/lookups';
import { againOf, bookOfBody, budgetTold, next, NOW, throttleWith, sizeOf, type Setting } from '../../support/moves';

/** So many that travel together, and one that goes alone, in the order of asking. */
function batchesThenOne(): LookupRegistry {
	const registry = new LookupRegistry({ batchSize: 100 });
	for (const name of people(200)) registry.load(lookupFor(personalEmail, name), nobody);
	registry.load(lookupFor(businessProfile, 'ada-example'), nobody);
	return registry;
}

describe('how many lookups the next request carries', () => {
	it.each<[string, number | null, Setting]>([
		['a hundred of a tool that batches', 100, {}],
		['no more than batchSize', 7, { limits: { batchSize: 7 } }],
		['no more than the tool takes, whatever batchSize says', 100, { limits: { batchSize: 500 } }],
		['no more than there are', 3, { book: bookOf(personalEmail, people(3)) }],
		['one where batches are given up', 1, { state: { batches: 'given_up' } }],
		['none in a batch while the first one is under way', null, { state: { batches: 'on_trial' } }],
		['one that goes alone then', 1, { state: { batches: 'on_trial' }, book: bookOf(personalEmail, people(1)) }],
		[
			'one of a tool that goes alone, though batches are before it in line',
			1,
			{ state: { batches: 'on_trial' }, book: batchesThenOne() },
		],
		[
			'one that is to be sent again then, though batches are before it',
			1,
			{ state: { batches: 'on_trial', retryQueue: [againOf(2), againOf(1)] } },
		],
		['a hundred once the first one was read', 100, { state: { batches: 'allowed' } }],
		['one of a tool that does not batch', 1, { book: bookOf(businessProfile, people(3)) }],
		['no more than the tokens left pay for', 12, { budget: budgetTold({}, { maxTokens: 12 }) }],
		['no more than the window has left', 5, { budget: budgetTold({ records: 5 }, { maxTokens: 12 }) }],
		['no more than the window of the week has left', 4, { budget: budgetTold({ records: 5, recordsOfWeek: 4 }) }],
		['no more than the window has beyond the reserve', 2, { budget: budgetTold({ records: 5 }, { reserve: 3 }) }],
		['as many as there are, however few requests are left', 100, { budget: budgetTold({ requests: 1 }) }],
		['none where there is nothing to ask', null, { book: new LookupRegistry() }],
	])('%s: %p', (_says, size, setting) => {
		expect(sizeOf(setting)).toBe(size);
	});

	it('is one body, which may be a batch of its own', () => {
		expect(sizeOf({ book: bookOfBody(50) })).toBe(1);
	});
});

describe('the price of what is in line with a phone', () => {
	const phones = () => {
		const registry = new LookupRegistry();
		for (const name of people(3)) registry.load(lookupFor(businessProfile, name, 'with'), nobody);
		return registry;
	};
	/** Without a phone two tokens, with one seven, of which five are left. */
	const budget = () => {
		const known = budgetTold({}, { maxTokens: 14 });
		for (const [phone, tokens] of [
			['without', 2],
			['with', 7],
		] as const) {
			const purchase = { tool: businessProfile, phone, lookups: 1 };
			known.reserve(purchase);
			known.settle(
				purchase,
				{ hits: 1, phones: phone === 'with' ? 1 : 0, unconfirmed: 0, charged: tokens },
				readUsage(null),
			);
		}
		return known;
	};

	it('is that of a phone as long as there are tokens for it', () => {
		expect(next({ book: phones(), budget: budget() }).state.stop).toMatchObject({ reason: 'token_budget' });
	});

	it.each(['omitted', 'deferred'] as const)('is that of a lookup without one from then on (%s)', (phonesAre) => {
		const { ask: request, state } = next({ book: phones(), budget: budget(), state: { phones: phonesAre } });
		expect([request?.entries.length, state.stop]).toEqual([1, null]);
	});
});

describe('whether a request may be sent at all', () => {
	it.each<[string, number | null, Setting]>([
		['yes with one less in flight than the width', 100, { inFlight: 19 }],
		['no with as many in flight as the width', null, { inFlight: 20 }],
		[
			'no with as many in flight as the whole part of the width',
			null,
			{ inFlight: 5, state: throttleWith({ concurrency: 5.9 }) },
		],
		['no in the middle of a pause', null, { state: throttleWith({ pausedUntil: NOW + 1 }) }],
		['yes at the end of a pause', 100, { state: throttleWith({ pausedUntil: NOW }) }],
		[
			'no before the rate allows it',
			null,
			{ state: throttleWith({ rate: { ...throttleWith({}).throttle.rate, nextAt: NOW + 1 } }) },
		],
		[
			'yes as soon as the rate allows it',
			100,
			{ state: throttleWith({ rate: { ...throttleWith({}).throttle.rate, nextAt: NOW } }) },
		],
	])('%s', (_says, size, setting) => {
		expect(sizeOf(setting)).toBe(size);
	});

	it('takes nobody out of the line where it may not', () => {
		const registry = bookOf(personalEmail, people(3));
		next({ book: registry, inFlight: 20 });
		expect(registry.dequeue(100)?.entries).toHaveLength(3);
	});

	it('does not send again in the middle of a pause either', () => {
		expect(sizeOf({ state: { ...throttleWith({ pausedUntil: NOW + 1 }), retryQueue: [againOf(2)] } })).toBeNull();
	});
});

describe('requests to be sent again', () => {
	it('come before new ones, as they were', () => {
		const request = againOf(2, { errorCount: 2, lostCount: 1 });
		const { ask: sent, state } = next({ state: { retryQueue: [request] } });
		expect(sent).toEqual(request);
		expect(state.retryQueue).toEqual([]);
	});

	it('come in the order in which they were put there', () => {
		const [first, second] = [againOf(2), againOf(3)];
		expect(next({ state: { retryQueue: [first, second] } }).ask?.entries).toHaveLength(2);
	});

	it('wait for their time, and meanwhile new ones are sent', () => {
		const early = againOf(2, { notBefore: NOW + 1 });
		const { ask: request, state } = next({ state: { retryQueue: [early] } });
		expect(request?.entries).toHaveLength(100);
		expect(state.retryQueue).toEqual([early]);
	});

	it('do not hold up others whose time has come', () => {
		const [early, due] = [againOf(2, { notBefore: NOW + 1 }), againOf(3, { notBefore: NOW })];
		const { ask: request, state } = next({ state: { retryQueue: [early, due] } });
		expect(request?.entries).toHaveLength(3);
		expect(state.retryQueue).toEqual([early]);
	});

	it('are cut to what is left, and the rest keeps waiting in its place', () => {
		const request = againOf(5, { errorCount: 1, lostCount: 1 });
		const { ask: sent, state } = next({
			budget: budgetTold({}, { maxTokens: 2 }),
			state: { retryQueue: [request] },
		});
		expect(sent?.entries).toEqual(request.entries.slice(0, 2));
		expect(state.retryQueue).toEqual([{ ...request, entries: request.entries.slice(2) }]);
	});

	it.each<[string, number, Setting]>([
		['are not made larger by batchSize', 5, {}],
		['are not larger than batchSize', 2, { limits: { batchSize: 2 } }],
		['go alone where batches are given up', 1, { state: { batches: 'given_up' } }],
	])('%s', (_says, size, { state, ...setting }) => {
		expect(sizeOf({ ...setting, state: { ...state, retryQueue: [againOf(5)] } })).toBe(size);
	});
});

describe('a request for which there is not room for all its lookups', () => {
	const others: Reservation = { tool: personalEmail, phone: 'without', lookups: 1 };

	const budgets: Array<[string, () => Budget]> = [
		['maxTokens', () => budgetTold({}, { maxTokens: 4 })],
		['the reserve', () => budgetTold({ records: 9 }, { reserve: 5 })],
		['the window', () => budgetTold({ records: 4 })],
	];

	describe.each(budgets)('in %s', (_in, budgetWith) => {
		it.each<[string, Setting]>([
			['new', {}],
			['to be sent again', { state: { retryQueue: [againOf(5)] } }],
		])('waits for what is under way, for its misses make room: %s', (_says, setting) => {
			const budget = budgetWith();
			budget.reserve(others);
			const { move: decision, state } = next({ book: bookOf(personalEmail, people(5)), ...setting, budget });
			expect(decision).toEqual({ do: 'wait' });
			expect(state.stop).toBeNull();
		});

		it('goes out smaller where nothing is under way', () => {
			expect(sizeOf({ book: bookOf(personalEmail, people(5)), budget: budgetWith() })).toBe(4);
		});

		it('goes out at once where there is room for it, whatever is under way', () => {
			const budget = budgetWith();
			budget.reserve(others);
			expect(sizeOf({ book: bookOf(personalEmail, people(3)), budget })).toBe(3);
		});
	});
});

describe('the time at which more may be sent', () => {
	const stateWith = (pausedUntil: number, nextAt: number, ...times: number[]): RunState => {
		const state = startState(limitsWith(), NOW);
		const { rate } = state.throttle;
		return {
			...state,
			...throttleWith({ pausedUntil, rate: { ...rate, nextAt } }),
			retryQueue: times.map((notBefore) => againOf(1, { notBefore })),
		};
	};

	it.each<[string, RunState, number]>([
		['is unknown where only an answer can change that', stateWith(0, 0), Infinity],
		['is the end of the pause', stateWith(NOW + 500, 0), NOW + 500],
		['is when the rate allows it', stateWith(0, NOW + 50), NOW + 50],
		['is when neither the pause nor the rate is in the way', stateWith(NOW + 500, NOW + 50), NOW + 500],
		['is when the first request may be sent again', stateWith(0, 0, NOW + 900, NOW + 300, NOW + 600), NOW + 300],
		['is the earlier of both', stateWith(NOW + 500, 0, NOW + 300), NOW + 300],
		[
			'is never in the past: what is due already waits for something else',
			stateWith(NOW, NOW, NOW - 1, NOW),
			Infinity,
		],
	])('%s', (_says, state, time) => {
		expect(nextWakeUp(state, NOW)).toBe(time);
	});
});
