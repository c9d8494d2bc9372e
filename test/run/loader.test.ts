import type { Phone, Tool } from '../../nodes/IdentityResolution/api/tool';
import type { Lookup } from '../../nodes/IdentityResolution/service/lookup';
import type { Outcome } from '../../nodes/IdentityResolution/service/outcome';
import type { Subscriber } from '../../nodes/IdentityResolution/service/request';
import { LookupRegistry } from '../../nodes/IdentityResolution/run/loader';
import { businessProfile, lookupFor, people, personalEmail } from '../support/run/lookups';
import {
	dequeueAll,
	dequeueNext,
	loadAgain,
	namesIn,
	noSubscriber,
	registryOf,
	settle,
	subscriberThat,
	updateRows,
} from '../support/run/requests';
import { found } from '../support/run/settledRows';

const PLANNED: Outcome = { is: 'planned', why: 'A test' };
const SKIPPED: Outcome = { is: 'skipped', why: 'Another test', by: 'blank' };
const DEFERRED: Outcome = { is: 'deferred', stop: { reason: 'run_time', retryAt: null, refusal: null, tool: null } };

const ADA = lookupFor(personalEmail, 'ada-example');
const BOB = lookupFor(personalEmail, 'bob-example');
const ADA_PROFILE = lookupFor(businessProfile, 'ada-example');
const ADA_PHONE = lookupFor(businessProfile, 'ada-example', 'with');

/** A subscriber that notes when it is called, and may then load more. */
const noting = (calls: string[], name: string, then = () => undefined as void): Subscriber =>
	subscriberThat(({ is }, _entry, place) => {
		calls.push(`${name}: ${is}, ${place}`);
		then();
	});

describe('LookupRegistry', () => {
	it('creates one entry for different spellings of an identifier, and counts its rows', () => {
		const spelled = 'https://uk.linkedin.com/in/Ada-Example/?x=1';
		const registry = registryOf(personalEmail, ['ada-example', spelled, 'bob-example', 'ADA-EXAMPLE']);
		expect(registry.size).toBe(2);
		const rows = dequeueAll(registry, 1).map(({ entries: [entry] }) => [entry.lookup.key, entry.record.rows]);
		expect(rows).toEqual([
			[ADA.key, 3],
			[BOB.key, 1],
		]);
	});

	it('creates separate entries per tool', () => {
		const registry = registryOf(personalEmail, ['ada-example']);
		registry.load(ADA_PROFILE, noSubscriber);
		expect([registry.size, registry.queue.queued(personalEmail), registry.queue.queued(businessProfile)]).toEqual([
			2, 1, 1,
		]);
	});
});

describe('a subscriber', () => {
	it('is called with the outcome, once, and only the first one is marked as the first', () => {
		const calls: string[] = [];
		const registry = new LookupRegistry();
		for (const row of ['one', 'two']) registry.load(ADA, noting(calls, row));
		const entry = dequeueNext(registry, 1)!.entries[0];
		expect(calls).toEqual([]);
		settle(registry, entry, PLANNED);
		settle(registry, entry, SKIPPED);
		registry.load(ADA, noting(calls, 'late'));
		expect(calls).toEqual(['one: planned, first', 'two: planned, later', 'late: planned, later']);
	});

	it('may load lookups in its callback, even the one that is being settled', () => {
		const calls: string[] = [];
		const registry = new LookupRegistry();
		const loadMore = () => {
			registry.load(ADA, noting(calls, 'same'));
			registry.load(ADA_PROFILE, noting(calls, 'profile'));
		};
		registry.load(ADA, noting(calls, 'email', loadMore));
		settle(registry, dequeueNext(registry, 1)!.entries[0], PLANNED);
		expect(calls).toEqual(['email: planned, first', 'same: planned, later']);
		expect(registry.queue.nextReady()?.lookup.tool).toBe(businessProfile);
	});
});

describe('a lookup that is loaded with and without the phone', () => {
	it.each<[string, Phone[], Phone]>([
		['first with the phone', ['with', 'without'], 'with'],
		['first without the phone', ['without', 'with'], 'with'],
		['only without the phone', ['without', 'without'], 'without'],
	])('is one lookup, with the phone if any row requests it (%s)', (_says, phones, phone) => {
		const registry = new LookupRegistry();
		for (const one of phones) registry.load(lookupFor(businessProfile, 'ada-example', one), noSubscriber);
		expect(registry.size).toBe(1);
		expect(dequeueNext(registry, 100)).toMatchObject({ phone, entries: [{ lookup: { phone } }] });
	});

	it.each([null, found({ full_name: 'Ada Example' })])(
		'is not sent again with the phone if it was sent without (%#)',
		(outcome) => {
			const registry = registryOf(businessProfile, ['ada-example']);
			const entry = dequeueNext(registry, 1)!.entries[0];
			entry.record.attempts = 1;
			if (outcome !== null) settle(registry, entry, outcome);
			registry.load(ADA_PHONE, noSubscriber);
			expect(entry.lookup.phone).toBe('without');
			expect(registry.queue.nextReady()).toBeNull();
		},
	);
});

it('a lookup without the phone stays without it once phones are closed', () => {
	const registry = registryOf(businessProfile, ['ada-example']);
	registry.closePhones();
	updateRows(registry);
	registry.load(ADA_PHONE, noSubscriber);
	expect(dequeueNext(registry, 1)).toMatchObject({ phone: 'without', entries: [{ lookup: { phone: 'without' } }] });
});

describe.each<[string, (registry: LookupRegistry) => void, Tool[]]>([
	['close', (registry) => registry.close(DEFERRED), [personalEmail, businessProfile]],
	['closeTool', (registry) => registry.closeTool(personalEmail, DEFERRED, 'name'), [personalEmail]],
	[
		'closeTool for a family',
		(registry) => registry.closeTool(personalEmail, DEFERRED, 'family'),
		[personalEmail, businessProfile],
	],
	['closePhones', (registry) => void registry.closePhones(), []],
])('%s', (_name, close, closed) => {
	const search: Tool = { ...personalEmail, name: 'some_search', family: 'search' };
	const tools = [personalEmail, businessProfile, search];
	const isClosed = (tool: Tool) => closed.includes(tool) || (_name === 'close' && tool === search);

	it('settles the queued and later lookups that it concerns, and no others', () => {
		const calls: string[] = [];
		const registry = new LookupRegistry();
		for (const tool of tools) loadAgain(registry, lookupFor(tool, 'ada-example'), noting(calls, tool.name));
		loadAgain(registry, lookupFor(businessProfile, 'cem-example', 'with'), noting(calls, 'phone'));
		close(registry);
		updateRows(registry);
		for (const tool of tools) registry.load(lookupFor(tool, 'bob-example'), noting(calls, tool.name));
		registry.load(lookupFor(businessProfile, 'dan-example', 'with'), noting(calls, 'phone'));
		const names = tools.filter(isClosed).map(({ name }) => name);
		const phones = _name === 'closePhones' || isClosed(businessProfile) ? ['phone', 'phone'] : [];
		const settled = [...names, ...names, ...phones].map((name) => `${name}: deferred, first`);
		expect([...calls].sort()).toEqual(settled.sort());
		expect(tools.filter((tool) => registry.queue.queued(tool) === 0)).toEqual(tools.filter(isClosed));
		expect(registry.size).toBe(8);
	});

	it('does not settle dequeued lookups, because their answers may still arrive', () => {
		const registry = registryOf(personalEmail, ['ada-example']);
		const { entries } = dequeueNext(registry, 1)!;
		close(registry);
		updateRows(registry);
		expect(entries[0].outcome).toBeNull();
		settle(registry, entries[0], SKIPPED);
		expect(entries[0].outcome).toBe(SKIPPED);
	});
});

describe('a closed tool', () => {
	it.each<[string, (registry: LookupRegistry) => void]>([
		['close', (registry) => registry.close(DEFERRED)],
		['closeTool', (registry) => registry.closeTool(personalEmail, DEFERRED, 'name')],
		['closeTool for a family', (registry) => registry.closeTool(personalEmail, DEFERRED, 'family')],
	])('settles a lookup that a subscriber loads once, like those that wait for it (%s)', (_name, close) => {
		const calls: string[] = [];
		const registry = new LookupRegistry();
		const loadMore = () => {
			registry.load(BOB, noting(calls, 'later'));
			registry.load(lookupFor(personalEmail, 'bob-example', 'with'), noting(calls, 'with phone'));
			registry.load(lookupFor(personalEmail, 'cem-example'), noting(calls, 'new'));
		};
		registry.load(ADA, subscriberThat(loadMore));
		registry.load(BOB, noting(calls, 'first'));
		close(registry);
		updateRows(registry);
		const others = ['later: deferred, later', 'with phone: deferred, later', 'new: deferred, first'];
		expect([...calls].sort()).toEqual(['first: deferred, first', ...others].sort());
		expect(registry.queue.isEmpty).toBe(true);
	});

	it('keeps the first outcome if it is closed twice, and ends the wait of batches of other tools', () => {
		const registry = registryOf(personalEmail, people(3));
		loadAgain(registry, ADA_PROFILE);
		expect(registry.outcomeOfClosed(businessProfile)).toBeUndefined();
		registry.closeTool(businessProfile, DEFERRED, 'name');
		registry.closeTool(businessProfile, SKIPPED, 'name');
		updateRows(registry);
		const outcomes = [businessProfile, personalEmail].map((tool) => registry.outcomeOfClosed(tool));
		expect(outcomes).toEqual([DEFERRED, undefined]);
		expect(dequeueNext(registry, 100)).toMatchObject({ tool: personalEmail, entries: { length: 3 } });
	});
});

describe('a replan', () => {
	/** Rows that choose their lookup, and choose again when they replan. Returns their outcomes. */
	function replanningRows(registry: LookupRegistry, names: readonly string[], choose: (name: string) => Lookup) {
		return names.map((name): Outcome[] => {
			const outcomes: Outcome[] = [];
			const row: Subscriber = {
				priority: 'fresh',
				onSettled: (outcome) => void outcomes.push(outcome),
				advance: () => registry.load(choose(name), row),
			};
			registry.load(choose(name), row);
			return outcomes;
		});
	}

	it.each([
		['one lookup is in flight', 1],
		['none is in flight', 0],
	])('withdraws unsent lookups, and queues the new choices in order, if %s', (_when, inFlight) => {
		const registry = new LookupRegistry();
		let tool: Tool = businessProfile;
		const rows = replanningRows(registry, people(3), (name) => lookupFor(tool, name));
		const sent = inFlight === 1 ? dequeueNext(registry, 1)!.entries : [];
		tool = personalEmail;
		registry.isReplanDue = true;
		updateRows(registry);
		expect([registry.size, registry.queue.queued(businessProfile)]).toEqual([3, 0]);
		for (const entry of sent) settle(registry, entry, PLANNED);
		expect(dequeueAll(registry, 100).map(namesIn)).toEqual([people(3).slice(inFlight)]);
		expect(rows).toEqual([inFlight === 1 ? [PLANNED] : [], [], []]);
	});

	it('changes nothing for rows that choose the same lookup', () => {
		const registry = new LookupRegistry();
		const names = ['ada-example', 'bob-example', 'ada-example'];
		const rows = replanningRows(registry, names, (name) => lookupFor(businessProfile, name));
		registry.isReplanDue = true;
		updateRows(registry);
		expect(registry.size).toBe(2);
		const entries = dequeueAll(registry, 1).flatMap((request) => request.entries);
		expect(entries.map(({ lookup, record }) => [lookup.identifier.key, record.rows])).toEqual([
			['linkedin:ada-example', 2],
			['linkedin:bob-example', 1],
		]);
		for (const entry of entries) settle(registry, entry, PLANNED);
		expect(rows).toEqual([[PLANNED], [PLANNED], [PLANNED]]);
	});
});
