import type { Phone } from '../../../nodes/IdentityResolution/api/tool';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import type { Subscriber } from '../../../nodes/IdentityResolution/run/queue/pendingRequest';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { dequeueAll, dequeueNext, namesIn } from '../../support/run/requests';
import { noSubscriber, registryOf, subscriberThat } from '../../support/run/registries';
import { businessProfile, lookupFor, people, personalEmail, reverseEmail } from '../../support/run/lookups';

const PLANNED: Outcome = { is: 'planned', why: 'A test' };
const SKIPPED: Outcome = { is: 'skipped', why: 'Another test', by: 'blank' };

describe('LookupRegistry', () => {
	it('creates one entry for different spellings of an identifier', () => {
		const registry = registryOf(personalEmail, [
			'ada-example',
			'https://uk.linkedin.com/in/Ada-Example/?x=1',
			'ADA-EXAMPLE',
		]);
		expect(registry.size).toBe(1);
		expect(dequeueAll(registry, 100).map(namesIn)).toEqual([['ada-example']]);
	});

	it('creates separate entries per tool', () => {
		const registry = registryOf(personalEmail, ['ada-example']);
		registry.load(lookupFor(businessProfile, 'ada-example'), noSubscriber);
		expect(registry.size).toBe(2);
	});

	it('counts the rows that share an entry', () => {
		const registry = registryOf(personalEmail, ['ada-example', 'bob-example', 'ada-example']);
		const rows = dequeueAll(registry, 1).map(({ entries }) => entries[0].record.rows);
		expect(rows).toEqual([2, 1]);
	});
});

describe('a subscriber', () => {
	it('is called with the outcome, and only the first one is marked as the first', () => {
		const calls: unknown[] = [];
		const registry = new LookupRegistry();
		for (const row of ['row 1', 'row 2', 'row 3']) {
			registry.load(
				lookupFor(personalEmail, 'ada-example'),
				subscriberThat((outcome, _entry, place) => calls.push([row, outcome, place])),
			);
		}
		const entry = dequeueNext(registry, 1)!.entries[0];
		expect(calls).toEqual([]);
		registry.settle(entry, PLANNED);
		expect(calls).toEqual([
			['row 1', PLANNED, 'first'],
			['row 2', PLANNED, 'later'],
			['row 3', PLANNED, 'later'],
		]);
	});

	it('is called at once if the lookup is already settled', () => {
		const registry = registryOf(personalEmail, ['ada-example']);
		registry.settle(dequeueNext(registry, 1)!.entries[0], PLANNED);
		const onSettled = jest.fn<void, Parameters<Subscriber['onSettled']>>();
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(onSettled));
		expect(onSettled).toHaveBeenCalledWith(PLANNED, expect.anything(), 'later');
	});

	it('is called once, even if a later reply has another outcome', () => {
		const onSettled = jest.fn<void, Parameters<Subscriber['onSettled']>>();
		const registry = new LookupRegistry();
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(onSettled));
		const entry = dequeueNext(registry, 1)!.entries[0];
		registry.settle(entry, PLANNED);
		registry.settle(entry, SKIPPED);
		expect(onSettled).toHaveBeenCalledTimes(1);
		expect(entry.outcome).toBe(PLANNED);
	});

	it('may load lookups in its callback, even the one that is being settled', () => {
		const calls: string[] = [];
		const registry = new LookupRegistry();
		const email = lookupFor(personalEmail, 'ada-example');
		const loadMore = () => {
			calls.push('email');
			registry.load(
				email,
				subscriberThat(() => calls.push('same email')),
			);
			registry.load(
				lookupFor(businessProfile, 'ada-example'),
				subscriberThat(() => calls.push('profile')),
			);
		};
		registry.load(email, subscriberThat(loadMore));
		registry.settle(dequeueNext(registry, 1)!.entries[0], PLANNED);
		expect(calls).toEqual(['email', 'same email']);
		expect(registry.nextReady()?.lookup.tool).toBe(businessProfile);
	});
});

describe('the queue of a registry', () => {
	it('returns lookups in the order in which they were loaded', () => {
		const registry = registryOf(personalEmail, people(5));
		expect(dequeueAll(registry, 2).map(namesIn)).toEqual([
			['person-1', 'person-2'],
			['person-3', 'person-4'],
			['person-5'],
		]);
	});

	it('does not change when nextReady is called', () => {
		const registry = registryOf(personalEmail, people(2));
		expect(registry.nextReady()).toBe(registry.nextReady());
		expect(namesIn(dequeueNext(registry, 2))).toEqual(people(2));
	});

	it('reports its length for each tool', () => {
		const registry = registryOf(personalEmail, people(5));
		registry.load(lookupFor(businessProfile, 'ada-example'), noSubscriber);
		const lengths = [personalEmail, businessProfile, reverseEmail].map((tool) => registry.queued(tool));
		expect(lengths).toEqual([5, 1, 0]);
	});

	it('includes lookups with a phone in its length', () => {
		const registry = registryOf(businessProfile, people(2));
		registry.load(lookupFor(businessProfile, 'ada-example', 'with'), noSubscriber);
		expect(registry.queued(businessProfile)).toBe(3);
	});

	it('does not return a batch that may still grow, but is not empty', () => {
		const registry = registryOf(personalEmail, people(2));
		registry.load(lookupFor(businessProfile, 'ada-example'), noSubscriber);
		const profile = dequeueNext(registry, 1)!.entries[0];
		expect([registry.nextReady(), dequeueNext(registry, 1), registry.isEmpty]).toEqual([null, null, false]);
		registry.settle(profile, PLANNED);
		expect(namesIn(dequeueNext(registry, 100))).toEqual(people(2));
		expect(registry.isEmpty).toBe(true);
	});

	it('does not wait for a full batch once batching is disabled', () => {
		const registry = registryOf(personalEmail, people(2));
		registry.load(lookupFor(businessProfile, 'ada-example'), noSubscriber);
		dequeueNext(registry, 1);
		expect(registry.nextReady()).toBeNull();
		registry.disableBatching();
		expect(dequeueAll(registry, 1).map(namesIn)).toEqual([['person-1'], ['person-2']]);
	});

	it('is empty before lookups are loaded, and after all were dequeued', () => {
		const registry = new LookupRegistry();
		expect([registry.nextReady(), dequeueNext(registry, 1)]).toEqual([null, null]);
		registry.load(lookupFor(personalEmail, 'ada-example'), noSubscriber);
		dequeueNext(registry, 100);
		expect([registry.nextReady(), dequeueNext(registry, 1)]).toEqual([null, null]);
	});

	it('accepts lookups of a tool after all its lookups were dequeued', () => {
		const registry = registryOf(personalEmail, people(1));
		dequeueAll(registry, 1);
		registry.load(lookupFor(personalEmail, 'ada-example'), noSubscriber);
		expect(namesIn(dequeueNext(registry, 1))).toEqual(['ada-example']);
	});

	it('returns requests without failed attempts that may be sent at once', () => {
		expect(dequeueNext(registryOf(personalEmail, people(1)), 1)).toMatchObject({
			tool: personalEmail,
			phone: 'without',
			errorCount: 0,
			lostCount: 0,
			notBefore: 0,
		});
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

	it('is not sent again with the phone if it was already sent without', () => {
		const registry = registryOf(businessProfile, ['ada-example']);
		const entry = dequeueNext(registry, 1)!.entries[0];
		entry.record.attempts = 1;
		registry.load(lookupFor(businessProfile, 'ada-example', 'with'), noSubscriber);
		expect(entry.lookup.phone).toBe('without');
		expect(registry.nextReady()).toBeNull();
	});

	it('does not change if it is already settled', () => {
		const registry = registryOf(businessProfile, ['ada-example']);
		const entry = dequeueNext(registry, 1)!.entries[0];
		registry.settle(entry, PLANNED);
		registry.load(lookupFor(businessProfile, 'ada-example', 'with'), noSubscriber);
		expect(entry.lookup.phone).toBe('without');
	});

	it('is not batched with lookups of the other phone setting', () => {
		const registry = registryOf(businessProfile, ['person-1', 'person-2']);
		registry.load(lookupFor(businessProfile, 'person-3', 'with'), noSubscriber);
		registry.load(lookupFor(businessProfile, 'person-4', 'without'), noSubscriber);
		expect(dequeueAll(registry, 100).map((request) => [request.phone, namesIn(request)])).toEqual([
			['without', ['person-1', 'person-2']],
			['with', ['person-3']],
			['without', ['person-4']],
		]);
	});
});
