import type { Phone } from '../../nodes/IdentityResolution/api/request';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { Book, type Ask } from '../../nodes/IdentityResolution/run/book';
import { Budget } from '../../nodes/IdentityResolution/run/budget';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import { nextAsk, nextTime } from '../../nodes/IdentityResolution/run/nextAsk';
import { startState, type RunState } from '../../nodes/IdentityResolution/run/state';
import { limitsWith } from '../support/limits';
import { businessProfile, lookupFor, people, personalEmail } from '../support/lookups';

const NOW = 1_000_000;

function bookOf(tool: Tool, count: number, phone: Phone = 'without'): Book {
	const book = new Book();
	for (const name of people(count)) book.ask(lookupFor(tool, name, phone), () => undefined);
	return book;
}

/** A request that was sent before and waits for its turn. */
const againOf = (count: number, set: Partial<Ask> = {}, tool: Tool = personalEmail): Ask => ({
	...bookOf(tool, count).take(count)!,
	...set,
});

interface Setting {
	book?: Book;
	budget?: Budget;
	limits?: Partial<Limits>;
	state?: Partial<RunState>;
	inFlight?: number;
}

function next({ book = bookOf(personalEmail, 250), budget = new Budget(Infinity, Infinity), limits, state, inFlight = 0 }: Setting) {
	const full = limitsWith(limits);
	const current: RunState = { ...startState(full, NOW), ...state };
	return { ask: nextAsk(current, book, budget, full, inFlight, NOW), state: current };
}

const sizeOf = (setting: Setting) => next(setting).ask?.entries.length ?? null;

describe('how many lookups the next request carries', () => {
	it.each<[string, number | null, Setting]>([
		['a hundred of a tool that batches', 100, {}],
		['no more than batchSize', 7, { limits: { batchSize: 7 } }],
		['no more than the tool takes, whatever batchSize says', 100, { limits: { batchSize: 500 } }],
		['no more than there are', 3, { book: bookOf(personalEmail, 3) }],
		['one where batches are given up', 1, { state: { batches: 'given_up' } }],
		['one of a tool that does not batch', 1, { book: bookOf(businessProfile, 3) }],
		['no more than the tokens left pay for', 12, { budget: new Budget(12, Infinity) }],
		['no more than the records left allow', 5, { budget: new Budget(12, 5) }],
		['none where there is nothing to ask', null, { book: new Book() }],
	])('%s: %p', (_says, size, setting) => {
		expect(sizeOf(setting)).toBe(size);
	});
});

describe('whether a request may be sent at all', () => {
	const pace = (set: Partial<RunState['pace']>) => ({ pace: { ...startState(limitsWith(), NOW).pace, ...set } });

	it.each<[string, number | null, Setting]>([
		['yes with one less in flight than the width', 100, { inFlight: 19 }],
		['no with as many in flight as the width', null, { inFlight: 20 }],
		['no with as many in flight as the whole part of the width', null, { inFlight: 5, state: pace({ width: 5.9 }) }],
		['no in the middle of a pause', null, { state: pace({ pausedUntil: NOW + 1 }) }],
		['yes at the end of a pause', 100, { state: pace({ pausedUntil: NOW }) }],
	])('%s', (_says, size, setting) => {
		expect(sizeOf(setting)).toBe(size);
	});

	it('takes nobody out of the line where it may not', () => {
		const book = bookOf(personalEmail, 3);
		next({ book, inFlight: 20 });
		expect(book.take(100)?.entries).toHaveLength(3);
	});

	it('does not send again in the middle of a pause either', () => {
		expect(sizeOf({ state: { ...pace({ pausedUntil: NOW + 1 }), again: [againOf(2)] } })).toBeNull();
	});
});

describe('requests to be sent again', () => {
	it('come before new ones, as they were', () => {
		const ask = againOf(2, { errors: 2, lost: 1 });
		const { ask: sent, state } = next({ state: { again: [ask] } });
		expect(sent).toEqual(ask);
		expect(state.again).toEqual([]);
	});

	it('come in the order in which they were put there', () => {
		const [first, second] = [againOf(2), againOf(3)];
		expect(next({ state: { again: [first, second] } }).ask?.entries).toHaveLength(2);
	});

	it('wait for their time, and meanwhile new ones are sent', () => {
		const early = againOf(2, { notBefore: NOW + 1 });
		const { ask, state } = next({ state: { again: [early] } });
		expect(ask?.entries).toHaveLength(100);
		expect(state.again).toEqual([early]);
	});

	it('do not hold up others whose time has come', () => {
		const [early, due] = [againOf(2, { notBefore: NOW + 1 }), againOf(3, { notBefore: NOW })];
		const { ask, state } = next({ state: { again: [early, due] } });
		expect(ask?.entries).toHaveLength(3);
		expect(state.again).toEqual([early]);
	});

	it('are cut to what is left, and the rest keeps waiting in its place', () => {
		const ask = againOf(5, { errors: 1, lost: 1 });
		const { ask: sent, state } = next({ budget: new Budget(2, Infinity), state: { again: [ask] } });
		expect(sent?.entries).toEqual(ask.entries.slice(0, 2));
		expect(state.again).toEqual([{ ...ask, entries: ask.entries.slice(2) }]);
	});

	it.each<[string, number, Setting]>([
		['are not made larger by batchSize', 5, {}],
		['are not larger than batchSize', 2, { limits: { batchSize: 2 } }],
		['go alone where batches are given up', 1, { state: { batches: 'given_up' } }],
	])('%s', (_says, size, { state, ...setting }) => {
		expect(sizeOf({ ...setting, state: { ...state, again: [againOf(5)] } })).toBe(size);
	});
});

describe('a budget that allows nothing', () => {
	const waitingFor = (budget: Budget, tool: Tool) => {
		budget.begin({ tool, phone: 'without', size: 1 });
		return budget;
	};

	it.each<[string, Setting]>([
		['for a new request', {}],
		['for one to be sent again', { state: { again: [againOf(2)] } }],
	])('for the time being sends nothing and stops nothing, %s', (_says, setting) => {
		const { ask, state } = next({ ...setting, budget: waitingFor(new Budget(1, Infinity), personalEmail) });
		expect(ask).toBeNull();
		expect(state.stop).toBeNull();
	});

	it.each<[string, Budget, string]>([
		['tokens', new Budget(0, Infinity), 'token_budget'],
		['records', new Budget(Infinity, 0), 'reserve'],
	])('for good stops the run and says what was used up: %s', (_says, budget, reason) => {
		const { ask, state } = next({ budget });
		expect(ask).toBeNull();
		expect(state.stop).toEqual({ reason, retryAt: null, refusal: null, tool: null });
	});

	it('for good keeps what was to be sent again, so that it can be deferred', () => {
		const again = [againOf(2)];
		expect(next({ budget: new Budget(0, Infinity), state: { again } }).state.again).toEqual(again);
	});
});

describe('the time at which more may be sent', () => {
	const stateWith = (pausedUntil: number, ...times: number[]): RunState => {
		const state = startState(limitsWith(), NOW);
		return { ...state, pace: { ...state.pace, pausedUntil }, again: times.map((notBefore) => againOf(1, { notBefore })) };
	};

	it.each<[string, RunState, number]>([
		['is unknown where only an answer can change that', stateWith(0), Infinity],
		['is the end of the pause', stateWith(NOW + 500), NOW + 500],
		['is when the first request may be sent again', stateWith(0, NOW + 900, NOW + 300, NOW + 600), NOW + 300],
		['is the earlier of both', stateWith(NOW + 500, NOW + 300), NOW + 300],
		['is never in the past: what is due already waits for something else', stateWith(NOW, NOW - 1, NOW), Infinity],
	])('%s', (_says, state, time) => {
		expect(nextTime(state, NOW)).toBe(time);
	});
});
