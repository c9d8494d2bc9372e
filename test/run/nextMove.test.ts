import { readAccount, type Account } from '../../nodes/IdentityResolution/api/account';
import { readBody } from '../../nodes/IdentityResolution/api/identifiers/body';
import { readUsage } from '../../nodes/IdentityResolution/api/metadata';
import type { Phone } from '../../nodes/IdentityResolution/api/request';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { anyTool } from '../../nodes/IdentityResolution/api/tools/anyTool';
import { Book } from '../../nodes/IdentityResolution/run/book';
import { Budget, NO_BOUNDS } from '../../nodes/IdentityResolution/run/budget';
import type { Ask, Waiting } from '../../nodes/IdentityResolution/run/entry';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import { lookupOf } from '../../nodes/IdentityResolution/run/lookup';
import { nextMove, nextTime } from '../../nodes/IdentityResolution/run/nextMove';
import type { Purchase } from '../../nodes/IdentityResolution/run/purchase';
import { startState, type Running, type RunState } from '../../nodes/IdentityResolution/run/state';
import { limitsWith } from '../support/limits';
import { businessProfile, lookupFor, people, personalEmail } from '../support/lookups';
import { accountRecord, type Left } from '../support/replies';

const NOW = Date.UTC(2030, 0, 1);
const nobody: Waiting = { stage: 'fresh', settled: () => undefined, reconsider: () => undefined };

function bookOf(tool: Tool, count: number, phone: Phone = 'without'): Book {
	const book = new Book();
	for (const name of people(count)) book.ask(lookupFor(tool, name, phone), nobody);
	return book;
}

/** A book with one body that is a batch of its own. */
function bookOfBody(size: number): Book {
	const book = new Book();
	book.ask(lookupOf(anyTool('custom_tool'), readBody({ names: people(size) }), 'without'), nobody);
	return book;
}

/** A budget that has asked the account. */
function budgetOf(account: Account, bounds: Partial<Limits> = {}): Budget {
	const budget = new Budget({ ...NO_BOUNDS, ...bounds });
	budget.look();
	budget.learn(account);
	return budget;
}

const budgetTold = (left: Left, bounds: Partial<Limits> = {}) => budgetOf(readAccount(accountRecord(left)), bounds);

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

function next({ book = bookOf(personalEmail, 250), budget = new Budget(NO_BOUNDS), limits: set, state, inFlight = 0 }: Setting) {
	const limits = limitsWith(set);
	const run: Running = { state: { ...startState(limits, NOW), ...state }, book, budget, limits, random: () => 0 };
	const move = nextMove(run, inFlight, NOW);
	return { move, ask: move.do === 'send' ? move.ask : null, state: run.state };
}

const sizeOf = (setting: Setting) => next(setting).ask?.entries.length ?? null;

const paceWith = (set: Partial<RunState['pace']>) => ({ pace: { ...startState(limitsWith(), NOW).pace, ...set } });

describe('how many lookups the next request carries', () => {
	it.each<[string, number | null, Setting]>([
		['a hundred of a tool that batches', 100, {}],
		['no more than batchSize', 7, { limits: { batchSize: 7 } }],
		['no more than the tool takes, whatever batchSize says', 100, { limits: { batchSize: 500 } }],
		['no more than there are', 3, { book: bookOf(personalEmail, 3) }],
		['one where batches are given up', 1, { state: { batches: 'given_up' } }],
		['one of a tool that does not batch', 1, { book: bookOf(businessProfile, 3) }],
		['no more than the tokens left pay for', 12, { budget: budgetTold({}, { maxTokens: 12 }) }],
		['no more than the window has left', 5, { budget: budgetTold({ records: 5 }, { maxTokens: 12 }) }],
		['no more than the window of the week has left', 4, { budget: budgetTold({ records: 5, recordsOfWeek: 4 }) }],
		['no more than the window has beyond the reserve', 2, { budget: budgetTold({ records: 5 }, { reserve: 3 }) }],
		['as many as there are, however few requests are left', 100, { budget: budgetTold({ requests: 1 }) }],
		['none where there is nothing to ask', null, { book: new Book() }],
	])('%s: %p', (_says, size, setting) => {
		expect(sizeOf(setting)).toBe(size);
	});

	it('is one body, which may be a batch of its own', () => {
		expect(sizeOf({ book: bookOfBody(50) })).toBe(1);
	});
});

describe('whether a request may be sent at all', () => {
	it.each<[string, number | null, Setting]>([
		['yes with one less in flight than the width', 100, { inFlight: 19 }],
		['no with as many in flight as the width', null, { inFlight: 20 }],
		['no with as many in flight as the whole part of the width', null, { inFlight: 5, state: paceWith({ width: 5.9 }) }],
		['no in the middle of a pause', null, { state: paceWith({ pausedUntil: NOW + 1 }) }],
		['yes at the end of a pause', 100, { state: paceWith({ pausedUntil: NOW }) }],
		['no before the rate allows it', null, { state: paceWith({ rate: { ...paceWith({}).pace.rate, nextAt: NOW + 1 } }) }],
		['yes as soon as the rate allows it', 100, { state: paceWith({ rate: { ...paceWith({}).pace.rate, nextAt: NOW } }) }],
	])('%s', (_says, size, setting) => {
		expect(sizeOf(setting)).toBe(size);
	});

	it('takes nobody out of the line where it may not', () => {
		const book = bookOf(personalEmail, 3);
		next({ book, inFlight: 20 });
		expect(book.take(100)?.entries).toHaveLength(3);
	});

	it('does not send again in the middle of a pause either', () => {
		expect(sizeOf({ state: { ...paceWith({ pausedUntil: NOW + 1 }), again: [againOf(2)] } })).toBeNull();
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
		const { ask: sent, state } = next({ budget: budgetTold({}, { maxTokens: 2 }), state: { again: [ask] } });
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

describe('a request for which there is not room for all its lookups', () => {
	const others: Purchase = { tool: personalEmail, phone: 'without', lookups: 1 };

	const budgets: Array<[string, () => Budget]> = [
		['maxTokens', () => budgetTold({}, { maxTokens: 4 })],
		['the reserve', () => budgetTold({ records: 9 }, { reserve: 5 })],
		['the window', () => budgetTold({ records: 4 })],
	];

	describe.each(budgets)('in %s', (_in, budgetWith) => {
		it.each<[string, Setting]>([
			['new', {}],
			['to be sent again', { state: { again: [againOf(5)] } }],
		])('waits for what is under way, for its misses make room: %s', (_says, setting) => {
			const budget = budgetWith();
			budget.begin(others);
			const { move, state } = next({ book: bookOf(personalEmail, 5), ...setting, budget });
			expect(move).toEqual({ do: 'wait' });
			expect(state.stop).toBeNull();
		});

		it('goes out smaller where nothing is under way', () => {
			expect(sizeOf({ book: bookOf(personalEmail, 5), budget: budgetWith() })).toBe(4);
		});

		it('goes out at once where there is room for it, whatever is under way', () => {
			const budget = budgetWith();
			budget.begin(others);
			expect(sizeOf({ book: bookOf(personalEmail, 3), budget })).toBe(3);
		});
	});
});

describe('a look at the account', () => {
	const SENT: Purchase = { tool: personalEmail, phone: 'without', lookups: 1 };

	it('comes before everything else where nothing is known any more', () => {
		const budget = budgetTold({ records: 500 });
		budget.forget(personalEmail);
		const { move, state } = next({ budget, state: { again: [againOf(2)] } });
		expect(move).toEqual({ do: 'look' });
		expect(state.again).toHaveLength(1);
	});

	it.each<[string, Left]>([
		['requests', { requests: 1 }],
		['records', { records: 1 }],
	])('is taken where the window seems used up and nothing is under way any more: %s', (_of, left) => {
		const budget = budgetTold(left);
		budget.begin(SENT);
		expect(next({ budget }).move).toEqual({ do: 'wait' });
		budget.end(SENT, { hits: 1, phones: 0, doubtful: 0, charged: null }, readUsage(null));
		expect(next({ budget }).move).toEqual({ do: 'look' });
	});

	it('is not taken twice without a request between: what was told last holds', () => {
		const { move, state } = next({ budget: budgetTold({ requests: 0 }) });
		expect(move).toEqual({ do: 'wait' });
		expect(state.stop?.reason).toBe('fair_use_requests');
	});

	it('is not taken in the middle of a pause', () => {
		const budget = budgetTold({});
		budget.forget(personalEmail);
		expect(next({ budget, state: paceWith({ pausedUntil: NOW + 1 }) }).move).toEqual({ do: 'wait' });
	});

	it('holds up everything until it has told', () => {
		const budget = budgetTold({});
		budget.forget(personalEmail);
		budget.look();
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
		const { move, state } = next({ budget: budgetTold({ ...left, ...opensIn(20_000) }) });
		expect(move).toEqual({ do: 'wait' });
		expect(state.stop).toBeNull();
		expect(state.pace).toMatchObject({ pausedUntil: NOW + 21_000, width: 1, refusals: 1 });
	});

	it('is looked at anew when the wait is over', () => {
		const budget = budgetTold({ records: 0, ...opensIn(20_000) });
		next({ budget });
		expect(next({ budget }).move).toEqual({ do: 'look' });
	});

	it.each<[string, Left, Partial<Limits>, string, number | null]>([
		['for longer than Max Wait', { records: 0, ...opensIn(3_600_000) }, {}, 'fair_use_records', NOW + 3_601_000],
		['for requests', { requests: 0, ...opensIn(3_600_000) }, {}, 'fair_use_requests', NOW + 3_601_000],
		['for nobody knows how long', { records: 0, ...opensIn(null) }, {}, 'fair_use_records', null],
		['where the user wants everything deferred', { records: 0, ...opensIn(1_000) }, { onLimit: 'defer' }, 'fair_use_records', NOW + 2_000],
	])('stops the run, %s', (_says, left, limits, reason, retryAt) => {
		const { move, state } = next({ budget: budgetTold(left), limits });
		expect(move).toEqual({ do: 'wait' });
		expect(state.stop).toEqual({ reason, retryAt, refusal: null, tool: null });
		expect(state.pace.pausedUntil).toBe(0);
	});

	it('stops the run at once where it would open after the end of the run', () => {
		const limits = { maxRunTime: 10_000 };
		const { state } = next({ budget: budgetTold({ records: 0, ...opensIn(20_000) }), limits });
		expect(state.stop).toEqual({ reason: 'run_time', retryAt: NOW + 21_000, refusal: null, tool: null });
	});

	it('stops a run whose next body is a batch of its own that may take more than there is', () => {
		const { move, state } = next({ book: bookOfBody(50), budget: budgetTold({ records: 59 }, { reserve: 10 }) });
		expect(move).toEqual({ do: 'wait' });
		expect(state.stop).not.toBeNull();
		expect(sizeOf({ book: bookOfBody(50), budget: budgetTold({ records: 60 }, { reserve: 10 }) })).toBe(1);
	});
});

describe('a budget that allows nothing for good', () => {
	it.each<[string, Budget, string, number | null]>([
		['tokens', budgetTold({}, { maxTokens: 0 }), 'token_budget', null],
		['records beyond the reserve', budgetTold({ records: 3, resetsAt: NOW + 9_000 }, { reserve: 3 }), 'reserve', NOW + 10_000],
		['records of which nobody tells', budgetOf(readAccount({}), { reserve: 3 }), 'reserve', null],
	])('stops the run and says what was used up: %s', (_says, budget, reason, retryAt) => {
		const { ask, state } = next({ budget });
		expect(ask).toBeNull();
		expect(state.stop).toEqual({ reason, retryAt, refusal: null, tool: null });
	});

	it('stops a body that is a batch of its own where it may come to more than that', () => {
		expect(next({ book: bookOfBody(50), budget: budgetTold({}, { maxTokens: 49 }) }).state.stop?.reason).toBe('token_budget');
		expect(sizeOf({ book: bookOfBody(50), budget: budgetTold({}, { maxTokens: 50 }) })).toBe(1);
	});

	it('keeps what was to be sent again, so that it can be deferred', () => {
		const again = [againOf(2)];
		expect(next({ budget: budgetTold({}, { maxTokens: 0 }), state: { again } }).state.again).toEqual(again);
	});
});

describe('the time at which more may be sent', () => {
	const stateWith = (pausedUntil: number, nextAt: number, ...times: number[]): RunState => {
		const state = startState(limitsWith(), NOW);
		const { rate } = state.pace;
		return { ...state, ...paceWith({ pausedUntil, rate: { ...rate, nextAt } }), again: times.map((notBefore) => againOf(1, { notBefore })) };
	};

	it.each<[string, RunState, number]>([
		['is unknown where only an answer can change that', stateWith(0, 0), Infinity],
		['is the end of the pause', stateWith(NOW + 500, 0), NOW + 500],
		['is when the rate allows it', stateWith(0, NOW + 50), NOW + 50],
		['is when neither the pause nor the rate is in the way', stateWith(NOW + 500, NOW + 50), NOW + 500],
		['is when the first request may be sent again', stateWith(0, 0, NOW + 900, NOW + 300, NOW + 600), NOW + 300],
		['is the earlier of both', stateWith(NOW + 500, 0, NOW + 300), NOW + 300],
		['is never in the past: what is due already waits for something else', stateWith(NOW, NOW, NOW - 1, NOW), Infinity],
	])('%s', (_says, state, time) => {
		expect(nextTime(state, NOW)).toBe(time);
	});
});
