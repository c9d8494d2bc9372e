import { Budget } from '../../../nodes/IdentityResolution/run/budget/budget';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import { CircuitBreaker } from '../../../nodes/IdentityResolution/run/dispatch/circuitBreaker';
import { nextWakeUp } from '../../../nodes/IdentityResolution/run/dispatch/scheduler';
import { businessProfile, inBatchesOf, lookupFor, people, personalEmail } from '../../support/run/lookups';
import { registryOf, noSubscriber } from '../../support/run/registries';
import { next, NOW, registryOfBody, retryOf, sizeOf, throttleWith, type Setting } from '../../support/run/scheduling';
import { reservationOf } from '../../support/run/tracked';

/** Full batches of one tool, then a lookup of a tool that does not batch. */
function batchesThenOne(): LookupRegistry {
	const registry = new LookupRegistry();
	for (const name of people(200)) registry.load(lookupFor(personalEmail, name), noSubscriber);
	registry.load(lookupFor(businessProfile, 'ada-example'), noSubscriber);
	return registry;
}

const waitUntil = (until: number) => ({ do: 'wait', until });
const ONE_MORE = reservationOf({ tool: personalEmail, phone: 'without', lookups: 1 });

describe('the size of the next request', () => {
	it.each<[string, number | null, Setting]>([
		['is the maximum of the tool', 100, {}],
		[
			'is the maximum of a tool with smaller batches',
			7,
			{ registry: registryOf(inBatchesOf(7, personalEmail), people(9)) },
		],
		['is at most the number of queued lookups', 3, { registry: registryOf(personalEmail, people(3)) }],
		['is 1 if batches do not work', 1, { state: { batchTrial: 'failed' } }],
		['is 1 while the tool is probed', 1, { state: { circuitBreaker: probing() } }],
		['is 100 after the first batch was matched', 100, { state: { batchTrial: 'passed' } }],
		['is 1 for a tool that does not batch', 1, { registry: registryOf(businessProfile, people(3)) }],
		['is at most the number of hits that maxTokens allows', 12, { budget: new Budget(12) }],
		['is null for an empty queue', null, { registry: new LookupRegistry() }],
		['is 1 for a batch body', 1, { registry: registryOfBody(50) }],
	])('%s', (_says, size, setting) => {
		expect(sizeOf(setting)).toBe(size);
	});
});

/** A circuit breaker that probes personalEmail. @param retryAfter ms */
function probing(retryAfter: number | null = null): CircuitBreaker {
	const circuitBreaker = new CircuitBreaker(() => 0);
	const request = retryOf(5, { kind: 'first' });
	const decision = { do: 'retry', after: 0, as: 'same', counts: 'lost' } as const;
	circuitBreaker.onFailure(request, { reason: 'lost', retryAfter }, decision, NOW - 60_000);
	return circuitBreaker;
}

describe('while the first batch is in flight, schedule', () => {
	const onTrial = (setting: Setting = {}): Setting => ({
		...setting,
		state: { batchTrial: 'inProgress', ...setting.state },
	});

	it.each<[string, number | null, Setting]>([
		['sends no other batch', null, {}],
		['sends a single lookup', 1, { registry: registryOf(personalEmail, people(1)) }],
		['sends a lookup of a tool that does not batch, even if batches are first', 1, { registry: batchesThenOne() }],
		['retries a single lookup, even if a batch is first', 1, { state: { retryQueue: [retryOf(2), retryOf(1)] } }],
	])('%s', (_says, size, setting) => {
		expect(sizeOf(onTrial(setting))).toBe(size);
	});
});

describe('while a tool is probed, schedule', () => {
	it.each<[string, number | null, Setting]>([
		['sends a new lookup while a retry is in flight', 1, { ofTool: { tool: personalEmail, retry: 1 } }],
		['sends no second new lookup', null, { ofTool: { tool: personalEmail, first: 1 } }],
		['does not wait for other tools', 1, { ofTool: { tool: businessProfile, first: 1 } }],
	])('%s', (_says, size, setting) => {
		expect(sizeOf({ ...setting, state: { circuitBreaker: probing() } })).toBe(size);
	});

	it('retries while a new lookup is in flight, but not a second one', () => {
		const state = { circuitBreaker: probing(), retryQueue: [retryOf(1)] };
		const registry = new LookupRegistry();
		expect(sizeOf({ registry, state, ofTool: { tool: personalEmail, first: 1 } })).toBe(1);
		expect(sizeOf({ registry, state, ofTool: { tool: personalEmail, retry: 1 } })).toBeNull();
	});
});

describe('schedule', () => {
	it.each<[string, number | null, Setting]>([
		['sends if concurrency allows one more request', 100, { inFlight: 19 }],
		['waits if concurrency allows no more requests', null, { inFlight: 20 }],
		['rounds concurrency down', null, { inFlight: 5, state: throttleWith({ concurrency: 5.9 }) }],
		['waits during a pause', null, { state: throttleWith({ pausedUntil: NOW + 1 }) }],
		[
			'does not retry during a pause',
			null,
			{ state: { ...throttleWith({ pausedUntil: NOW + 1 }), retryQueue: [retryOf(2)] } },
		],
		['sends at the end of a pause', 100, { state: throttleWith({ pausedUntil: NOW }) }],
		[
			'waits until the rate allows it',
			null,
			{ state: throttleWith({ rate: { ...throttleWith({}).throttle.rate, nextAt: NOW + 1 } }) },
		],
		[
			'sends when the rate allows it',
			100,
			{ state: throttleWith({ rate: { ...throttleWith({}).throttle.rate, nextAt: NOW } }) },
		],
	])('%s', (_says, size, setting) => {
		expect(sizeOf(setting)).toBe(size);
	});

	it('changes neither the queue nor the retry queue', () => {
		const registry = registryOf(personalEmail, people(3));
		const retryQueue = [retryOf(2)];
		next({ registry });
		next({ registry, state: { retryQueue } });
		expect([registry.queued(personalEmail), retryQueue.length]).toEqual([3, 1]);
	});

	it('returns the tool of new lookups', () => {
		expect(next({})).toEqual({ do: 'send', tool: personalEmail, size: 100 });
	});
});

describe('retries', () => {
	it('are sent before new lookups', () => {
		expect(next({ state: { retryQueue: [retryOf(2)] } })).toEqual({ do: 'retry', index: 0, size: 2 });
	});

	it('are sent in their order', () => {
		expect(next({ state: { retryQueue: [retryOf(2), retryOf(3)] } })).toMatchObject({ index: 0 });
	});

	it.each([
		['errors', { errorCount: 1 }],
		['lost answers', { lostCount: 1 }],
	])('are sent first if they have more %s', (_of, set) => {
		expect(next({ state: { retryQueue: [retryOf(2), retryOf(3, set)] } })).toMatchObject({ index: 1, size: 3 });
	});

	it('wait for their time, while new lookups are sent', () => {
		expect(next({ state: { retryQueue: [retryOf(2, { notBefore: NOW + 1 })] } })).toMatchObject({ do: 'send' });
	});

	it('do not delay others that are due', () => {
		const retryQueue = [retryOf(2, { notBefore: NOW + 1 }), retryOf(3, { notBefore: NOW })];
		expect(next({ state: { retryQueue } })).toEqual({ do: 'retry', index: 1, size: 3 });
	});

	it.each<[string, number, Setting]>([
		['are not enlarged', 5, {}],
		['are sent alone if batches do not work', 1, { state: { batchTrial: 'failed' } }],
		['are at most as large as the budget allows', 2, { budget: new Budget(2) }],
	])('%s', (_says, size, { state, ...setting }) => {
		expect(sizeOf({ ...setting, state: { ...state, retryQueue: [retryOf(5)] } })).toBe(size);
	});
});

describe('a request that is too large for Max Tokens', () => {
	it.each<[string, Setting]>([
		['new', {}],
		['a retry', { state: { retryQueue: [retryOf(5)] } }],
	])('waits for requests in flight, because their misses free tokens (%s)', (_says, setting) => {
		const budget = new Budget(4);
		budget.reserve(ONE_MORE);
		const registry = registryOf(personalEmail, people(5));
		expect(next({ registry, ...setting, budget })).toEqual(waitUntil(Infinity));
	});

	it('is sent smaller if nothing is in flight', () => {
		expect(sizeOf({ registry: registryOf(personalEmail, people(5)), budget: new Budget(4) })).toBe(4);
	});

	it('is sent at once if it fits beside the requests in flight', () => {
		const budget = new Budget(4);
		budget.reserve(ONE_MORE);
		expect(sizeOf({ registry: registryOf(personalEmail, people(3)), budget })).toBe(3);
	});

	it('ends the run if nothing is left', () => {
		expect(next({ budget: new Budget(0) })).toMatchObject({ do: 'stop', stop: { reason: 'token_budget' } });
	});
});

describe('the time of the next decision', () => {
	const untilIn = (pausedUntil: number, nextAt: number, ...times: number[]) => {
		const { rate } = throttleWith({}).throttle;
		const { throttle } = throttleWith({ pausedUntil, rate: { ...rate, nextAt } });
		const retryQueue = times.map((notBefore) => retryOf(1, { notBefore }));
		return nextWakeUp({ throttle, retryQueue, circuitBreaker: new CircuitBreaker(() => 0) }, NOW);
	};

	it.each<[string, number, number]>([
		['is Infinity if only a reply allows more requests', untilIn(0, 0), Infinity],
		['is the end of the pause', untilIn(NOW + 500, 0), NOW + 500],
		['is when the rate allows a request', untilIn(0, NOW + 50), NOW + 50],
		['is the later one of pause and rate', untilIn(NOW + 500, NOW + 50), NOW + 500],
		['is the time of the first retry', untilIn(0, 0, NOW + 900, NOW + 300, NOW + 600), NOW + 300],
		['is the earlier one of pause and retry', untilIn(NOW + 500, 0, NOW + 300), NOW + 300],
		['is never in the past', untilIn(NOW, NOW, NOW - 1, NOW), Infinity],
	])('%s', (_says, actual, time) => {
		expect(actual).toBe(time);
	});

	it('is the time of the next attempt of a tool that is probed', () => {
		const circuitBreaker = probing(60_700);
		expect(nextWakeUp({ ...throttleWith({}), retryQueue: [], circuitBreaker }, NOW)).toBe(NOW + 700);
	});
});
