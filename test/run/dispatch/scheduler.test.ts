import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { customTool } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { Budget, type Reservation } from '../../../nodes/IdentityResolution/run/budget';
import { CircuitBreaker } from '../../../nodes/IdentityResolution/run/dispatch/circuitBreaker';
import type { RetryDecision } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { RunState } from '../../../nodes/IdentityResolution/run/dispatch/runState';
import { nextWakeUp, schedule, WakeUp } from '../../../nodes/IdentityResolution/run/dispatch/scheduler';
import { lookupOf } from '../../../nodes/IdentityResolution/run/lookup';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import { newThrottle, type Throttle } from '../../../nodes/IdentityResolution/run/throttle';
import { limitsWith } from '../../support/run/limits';
import { businessProfile, inBatchesOf, lookupFor, people, personalEmail } from '../../support/run/lookups';
import { noSubscriber, registryOf, reservationOf, retryOf } from '../../support/run/requests';
import { VirtualClock } from '../../../dev/benchmark/rateLimits/virtualClock';

const NOW = Date.UTC(2030, 0, 1);

/** The state of a run. The default is its start with 250 lookups. */
interface Setting extends Partial<RunState> {
	inFlight?: Reservation[];
}

function next({ inFlight = [], limits = limitsWith(), ...set }: Setting) {
	const registry = registryOf(personalEmail, people(250));
	const env = { clock: new VirtualClock(), random: () => 0, log: () => undefined };
	const initial = new RunState(registry, new Budget(Infinity), limits, env);
	const run = { ...initial, ...set };
	for (const reservation of inFlight) run.budget.reserve(reservation);
	return schedule(run, NOW);
}

/** Returns the number of lookups in the next request; null if none is sent. */
function sizeOf(setting: Setting): number | null {
	const decision = next(setting);
	return 'size' in decision ? decision.size : null;
}

const throttleWith = (set: Partial<Throttle>) => ({ throttle: { ...newThrottle(20), ...set } });
/** Requests to a free tool, which use no budget. */
const freeRequests = (count: number) =>
	Array.from({ length: count }, () => reservationOf({ ...customTool('other_tool'), family: 'free' }));

const inFlightTo = (tool: Tool, kind: Reservation['kind']) => [reservationOf(tool, { kind })];

/** A circuit breaker that probes personalEmail. @param retryAfter ms */
function probing(retryAfter: number | null = null): CircuitBreaker {
	const circuitBreaker = new CircuitBreaker(() => 0);
	const decision: RetryDecision = { do: 'retry', requests: [] };
	circuitBreaker.onFailure(retryOf(5, { kind: 'first' }), { reason: 'lost', retryAfter }, decision, NOW - 60_000);
	return circuitBreaker;
}

/** A registry with one batch body. */
function batchBody(): LookupRegistry {
	const registry = new LookupRegistry();
	registry.load(lookupOf(customTool('custom_tool'), readBody({ names: people(50) }), 'without'), noSubscriber);
	return registry;
}

/** Full batches of one tool, then a lookup of a tool that does not batch. */
function batchesThenOne(): LookupRegistry {
	const registry = registryOf(personalEmail, people(200));
	registry.load(lookupFor(businessProfile, 'ada-example'), noSubscriber);
	return registry;
}

function withoutBatches(): LookupRegistry {
	const registry = registryOf(personalEmail, people(250));
	registry.queue.disableBatching();
	return registry;
}

const MATCHED = { batches: { matched: [personalEmail.name], areUnmatchable: false } };
const BATCH_IN_FLIGHT: Setting = { inFlight: [reservationOf(personalEmail, { lookups: 2 })] };

const empty = () => new LookupRegistry();
const five = () => registryOf(personalEmail, people(5));

describe('the size of the next request', () => {
	it.each<[string, number | null, Setting]>([
		['is the maximum of the tool', 100, {}],
		['is the maximum of smaller batches', 7, { registry: registryOf(inBatchesOf(7, personalEmail), people(9)) }],
		['is at most the number of queued lookups', 5, { registry: five() }],
		['is 1 if batches do not work', 1, { registry: withoutBatches() }],
		['is 1 while the tool is probed', 1, { circuitBreaker: probing() }],
		['is 100 beside a batch, after one was matched', 100, { ...BATCH_IN_FLIGHT, limits: limitsWith(MATCHED) }],
		['is 1 for a tool that does not batch', 1, { registry: registryOf(businessProfile, people(3)) }],
		['is at most the number of hits that maxTokens allows', 12, { budget: new Budget(12) }],
		['is null for an empty queue', null, { registry: empty() }],
		['is 1 for a batch body', 1, { registry: batchBody() }],
	])('%s', (_says, size, setting) => {
		expect(sizeOf(setting)).toBe(size);
	});
});

describe('schedule', () => {
	it.each<[string, number | null, Setting]>([
		['sends if concurrency allows one more request', 100, { inFlight: freeRequests(19) }],
		['waits if concurrency allows no more requests', null, { inFlight: freeRequests(20) }],
		['waits during a pause', null, throttleWith({ pausedUntil: NOW + 1 })],
		['retries none during a pause', null, { ...throttleWith({ pausedUntil: NOW + 1 }), retryQueue: [retryOf(2)] }],
		['sends at the end of a pause', 100, throttleWith({ pausedUntil: NOW })],
		['sends no other batch of a tool while its first one is in flight', null, BATCH_IN_FLIGHT],
		[
			'sends a batch of another tool meanwhile',
			100,
			{ inFlight: [reservationOf({ ...personalEmail, name: 'other_tool' }, { lookups: 2 })] },
		],
		['sends another batch if an earlier run matched one', 100, { ...BATCH_IN_FLIGHT, limits: limitsWith(MATCHED) }],
		[
			'sends no other batch of a tool if the batch of another tool was matched',
			null,
			{ ...BATCH_IN_FLIGHT, limits: limitsWith({ batches: { matched: ['other'], areUnmatchable: false } }) },
		],
		[
			'sends a single lookup while the first batch is in flight',
			1,
			{ ...BATCH_IN_FLIGHT, registry: registryOf(personalEmail, people(1)) },
		],
		[
			'sends a lookup of a tool that does not batch meanwhile, even if batches are first',
			1,
			{ ...BATCH_IN_FLIGHT, registry: batchesThenOne() },
		],
		['retries a single lookup behind a batch', 1, { ...BATCH_IN_FLIGHT, retryQueue: [retryOf(2), retryOf(1)] }],
		[
			'sends a first batch beside single lookups, and beside a page of a search',
			100,
			{ inFlight: [reservationOf(personalEmail), reservationOf(customTool('some_search'), { lookups: 25 })] },
		],
		[
			'sends a new lookup of a probed tool while a retry is in flight',
			1,
			{ circuitBreaker: probing(), inFlight: inFlightTo(personalEmail, 'retry') },
		],
		['probes with one lookup', null, { circuitBreaker: probing(), inFlight: inFlightTo(personalEmail, 'first') }],
		[
			'retries a lookup of a probed tool while a new one is in flight',
			1,
			{
				circuitBreaker: probing(),
				registry: empty(),
				retryQueue: [retryOf(1)],
				inFlight: inFlightTo(personalEmail, 'first'),
			},
		],
		[
			'sends no second retry of a probed tool',
			null,
			{
				circuitBreaker: probing(),
				registry: empty(),
				retryQueue: [retryOf(1)],
				inFlight: inFlightTo(personalEmail, 'retry'),
			},
		],
		[
			'sends what Max Tokens pays for beside the requests in flight',
			3,
			{
				registry: registryOf(personalEmail, people(3)),
				budget: new Budget(4),
				inFlight: inFlightTo(personalEmail, 'first'),
			},
		],
	])('%s', (_says, size, setting) => {
		expect(sizeOf(setting)).toBe(size);
	});

	it('returns the tool of new lookups, and changes neither the queue nor the retry queue', () => {
		const registry = registryOf(personalEmail, people(3));
		const retryQueue = [retryOf(2)];
		expect(next({ registry })).toEqual({ do: 'send', tool: personalEmail, size: 3 });
		next({ registry, retryQueue });
		expect([registry.queue.queued(personalEmail), retryQueue.length]).toEqual([3, 1]);
	});

	it.each<[string, Setting]>([
		['new', { registry: five() }],
		['a retry', { retryQueue: [retryOf(5)] }],
	])(
		'waits if a request is too large for Max Tokens, because misses in flight free tokens (%s)',
		(_says, setting) => {
			const inFlight = inFlightTo(personalEmail, 'first');
			expect(next({ ...setting, budget: new Budget(4), inFlight })).toEqual({ do: 'wait', until: Infinity });
		},
	);

	it('stops the run if no tokens are left', () => {
		expect(next({ budget: new Budget(0) })).toMatchObject({ do: 'stop', stop: { reason: 'token_budget' } });
	});
});

describe('retries', () => {
	it.each<[string, RunState['retryQueue'], object]>([
		['are sent before new lookups, in their order', [retryOf(2), retryOf(3)], { do: 'retry', index: 0, size: 2 }],
		['are sent first if they have more errors', [retryOf(2), retryOf(3, { errorCount: 1 })], { index: 1, size: 3 }],
		['are sent first if they have more lost answers', [retryOf(2), retryOf(3, { lostCount: 1 })], { index: 1 }],
		['wait for their time, while new lookups are sent', [retryOf(2, { notBefore: NOW + 1 })], { do: 'send' }],
		[
			'do not delay others that are due',
			[retryOf(2, { notBefore: NOW + 1 }), retryOf(3, { notBefore: NOW })],
			{ do: 'retry', index: 1, size: 3 },
		],
	])('%s', (_says, retryQueue, decision) => {
		expect(next({ retryQueue })).toMatchObject(decision);
	});

	it.each<[string, number, Setting]>([
		['are not enlarged', 5, {}],
		['are sent alone if batches do not work', 1, { registry: withoutBatches() }],
		['are at most as large as the budget allows', 2, { budget: new Budget(2) }],
	])('%s', (_says, size, setting) => {
		expect(sizeOf({ ...setting, retryQueue: [retryOf(5)] })).toBe(size);
	});
});

describe('the time of the next decision', () => {
	it.each<[string, Partial<Throttle>, number[], number]>([
		['is Infinity if only a reply allows more requests', {}, [], Infinity],
		['is the end of the pause', { pausedUntil: NOW + 500 }, [], NOW + 500],
		['is when a refused request has waited', { waits: [NOW + 50] }, [], NOW + 50],
		['is the time of the first retry', {}, [NOW + 900, NOW + 300, NOW + 600], NOW + 300],
		['is the earlier one of pause and retry', { pausedUntil: NOW + 500 }, [NOW + 300], NOW + 300],
		['is never in the past', { pausedUntil: NOW, waits: [NOW] }, [NOW - 1, NOW], Infinity],
	])('%s', (_says, set, times, time) => {
		const { throttle } = throttleWith(set);
		const retryQueue = times.map((notBefore) => retryOf(1, { notBefore }));
		expect(nextWakeUp({ throttle, retryQueue, circuitBreaker: new CircuitBreaker(() => 0) }, NOW)).toBe(time);
	});

	it('is the time of the next attempt of a tool that is probed', () => {
		const circuitBreaker = probing(60_700);
		expect(nextWakeUp({ ...throttleWith({}), retryQueue: [], circuitBreaker }, NOW)).toBe(NOW + 700);
	});
});

describe('WakeUp', () => {
	/** Notifies and waits, each at or until ms from the start. Returns when the waits ended, and the timers left. */
	async function waits(notifications: number[], ...untils: number[]) {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		for (const ms of notifications) {
			if (ms === 0) wakeUp.notify();
			else void clock.sleep(ms).then(() => wakeUp.notify());
		}
		const ends: number[] = [];
		for (const until of untils) {
			await clock.until(wakeUp.waitUntil(clock.start + until, clock));
			ends.push(clock.elapsed);
		}
		return { ends, timers: clock.sleeping };
	}

	it.each<[string, number[], number[], number[]]>([
		['waits until the time if no notification arrives', [], [500], [500]],
		['ends one wait at a notification before the time', [200], [500, 500], [200, 500]],
		['waits only for a notification if the time is Infinity', [200], [Infinity], [200]],
		['ends a wait at once after an earlier notification', [0], [Infinity], [0]],
		['treats several notifications before a wait as one', [0, 0], [500, 500], [0, 500]],
		['ends a wait at a notification after a wait that timed out', [150], [100, 500], [100, 150]],
	])('%s', async (_says, notifications, untils, ends) => {
		expect(await waits(notifications, ...untils)).toEqual({ ends, timers: 0 });
	});
});
