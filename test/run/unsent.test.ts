import { START, VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';
import { customTool } from '../../nodes/IdentityResolution/actions/tool/call.operation';
import { readBody } from '../../nodes/IdentityResolution/api/identifiers/body';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { LookupRegistry } from '../../nodes/IdentityResolution/run/loader';
import { Unsent } from '../../nodes/IdentityResolution/run/unsent';
import { Batches } from '../../nodes/IdentityResolution/service/batches';
import { Budget, Prices, type Reservation } from '../../nodes/IdentityResolution/service/budget';
import { CircuitBreaker } from '../../nodes/IdentityResolution/service/circuitBreaker';
import { lookupOf } from '../../nodes/IdentityResolution/service/lookup';
import type { Answered } from '../../nodes/IdentityResolution/service/outcome';
import type { Entry, Request } from '../../nodes/IdentityResolution/service/request';
import { businessProfile, identify, inBatchesOf, lookupFor, people, personalEmail } from '../support/run/lookups';
import { loadAgain, noSubscriber, registryOf, reservationOf, retryOf } from '../support/run/requests';
import { MISS } from '../support/run/settledRows';

/** A run. The default is its start with 250 lookups. */
interface Setting {
	registry?: LookupRegistry;
	batches?: Batches;
	budget?: Budget;
	breaker?: CircuitBreaker;
	inFlight?: Reservation[];
}

function unsentOf(setting: Setting): Unsent {
	const { registry = registryOf(personalEmail, people(250)), batches = new Batches() } = setting;
	const { budget = new Budget(Infinity), breaker = new CircuitBreaker(() => 0), inFlight = [] } = setting;
	for (const reservation of inFlight) budget.reserve(reservation);
	return new Unsent(registry, batches, budget, breaker, new VirtualClock());
}

/** The number of lookups in the next request; null if none is sent, or why none ever is. */
function nextOf(unsent: Unsent): number | string | null {
	const next = unsent.next(START);
	if (next === null) return null;
	return 'reason' in next ? next.reason : next.entries.length;
}

/** A circuit breaker that probes personalEmail. */
function probing(): CircuitBreaker {
	const breaker = new CircuitBreaker(() => 0);
	const failed = retryOf(5, { kind: 'first' });
	breaker.onFailure(failed, { reason: 'lost', retryAfter: null }, 'retried', START - 60_000);
	return breaker;
}

/** A registry with two batch bodies. */
function batchBodies(): LookupRegistry {
	const registry = new LookupRegistry();
	for (const names of [people(50), people(40)])
		registry.load(lookupOf(customTool('custom_tool'), readBody({ names }), 'without'), noSubscriber);
	return registry;
}

/** Full batches of one tool, then a lookup of a tool that does not batch. */
function batchesThenOne(): LookupRegistry {
	const registry = registryOf(personalEmail, people(200));
	loadAgain(registry, lookupFor(businessProfile, 'ada-example'));
	return registry;
}

const fewOf = (count: number, tool: Tool = personalEmail) => ({ registry: registryOf(tool, people(count)) });
const IN_FLIGHT = { inFlight: [reservationOf(personalEmail)] };
const RETRY_IN_FLIGHT = { inFlight: [reservationOf(personalEmail, { kind: 'retry' })] };
const BATCH_IN_FLIGHT = { inFlight: [reservationOf(personalEmail, { lookups: 2 })] };
const UNMATCHABLE = new Batches({ matched: [], areUnmatchable: true });

describe('the next request', () => {
	it.each<[string, number | string | null, Setting]>([
		['has the maximum of the tool', 100, {}],
		['has the maximum of smaller batches', 7, fewOf(9, inBatchesOf(7, personalEmail))],
		['has all queued lookups', 5, fewOf(5)],
		['has one if batches do not work', 1, { batches: UNMATCHABLE }],
		['has one while the tool is probed', 1, { breaker: probing() }],
		['has one while a retry probes it, too', 1, { breaker: probing(), ...RETRY_IN_FLIGHT }],
		['has one for a tool that does not batch', 1, fewOf(3, businessProfile)],
		['has one batch body', 1, { registry: batchBodies() }],
		['has a lookup that may pass a batch in flight', 1, { ...fewOf(1), ...BATCH_IN_FLIGHT }],
		[
			'is to another tool meanwhile, even if batches are first',
			1,
			{ registry: batchesThenOne(), ...BATCH_IN_FLIGHT },
		],
		['has as many as Max Tokens pays for', 12, { budget: new Budget(12) }],
		['has what it pays for beside requests in flight', 3, { ...fewOf(3), ...IN_FLIGHT, budget: new Budget(4) }],
		['is none without lookups', null, { registry: new LookupRegistry() }],
		['is none beside the first batch of its tool', null, BATCH_IN_FLIGHT],
		['is none beside another one that probes its tool', null, { breaker: probing(), ...IN_FLIGHT }],
		['is none while misses may free tokens for all', null, { ...fewOf(5), ...IN_FLIGHT, budget: new Budget(4) }],
		['is none any more without tokens', 'token_budget', { budget: new Budget(0) }],
	])('%s: %j', (_says, expected, { registry = registryOf(personalEmail, people(250)), ...setting }) => {
		const { size } = registry.queue;
		expect(nextOf(unsentOf({ registry, ...setting }))).toBe(expected);
		expect(size - registry.queue.size).toBe(typeof expected === 'number' ? expected : 0);
	});
});

it.each<[string, boolean, Request, Setting]>([
	['a lookup beside a new one that probes its tool', true, retryOf(1), { breaker: probing(), ...IN_FLIGHT }],
	['a lookup beside a retry that probes its tool', false, retryOf(1), { breaker: probing(), ...RETRY_IN_FLIGHT }],
	['a batch beside the first one of its tool', false, retryOf(2), BATCH_IN_FLIGHT],
	['a single lookup beside the first batch', true, retryOf(1), BATCH_IN_FLIGHT],
	[
		'a batch if its tool takes none, because it is sent in parts',
		true,
		retryOf(2),
		{ batches: UNMATCHABLE, ...BATCH_IN_FLIGHT },
	],
])('mayRetry %s: %j', (_says, may, request, setting) => {
	expect(unsentOf(setting).mayRetry(request, START)).toBe(may);
});

describe('a row with a second step, beside a request in flight,', () => {
	/** Tokens for one of two rows. */
	const tight = () => new Budget(7, new Prices(new Map([[businessProfile.name, 1]])));
	const ample = () => new Budget(Infinity);

	/** @param recordsLeft in the Fair Use window, by the reply to a lookup of a row with this priority */
	function sends(budget: Budget, priority: Entry['priority'] | null, recordsLeft: number | null): boolean {
		const registry = registryOf(personalEmail, people(1));
		const [entry] = registry.queue.dequeue(personalEmail, 1).entries;
		const followUp = [{ tool: personalEmail, phone: 'without' as const, tokens: 1 }];
		for (const name of people(2))
			loadAgain(registry, lookupOf(businessProfile, identify(businessProfile, name), 'without', followUp));
		const unsent = unsentOf({ registry, budget, inFlight: [reservationOf(businessProfile)] });
		const answer = { outcome: MISS as Answered, charged: 0, recordsLeft };
		if (priority !== null) unsent.settleAnswered([{ entry: Object.assign(entry, { priority }), ...answer }]);
		return nextOf(unsent) === 1;
	}

	it.each<[string, boolean, () => Budget, Entry['priority'] | null, number | null]>([
		['starts if the tokens suffice', true, ample, null, null],
		['waits for the first one if the tokens may not suffice', false, tight, null, null],
		['waits until a started row is answered', false, tight, 'fresh', null],
		['starts once it is known what a row costs', true, tight, 'started', null],
		['waits if the Fair Use window may not suffice', false, ample, 'fresh', 3],
		['starts if the window suffices', true, ample, 'fresh', 4],
	])('%s', (_says, starts, budget, priority, recordsLeft) => {
		expect(sends(budget(), priority, recordsLeft)).toBe(starts);
	});
});
