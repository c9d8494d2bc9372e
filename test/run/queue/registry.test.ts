import type { Phone } from '../../../nodes/IdentityResolution/api/request';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import type { Subscriber } from '../../../nodes/IdentityResolution/run/queue/entry';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { dequeueNext, namesIn, dequeueAll } from '../../support/requests';
import { registryOf, noSubscriber, subscriberThat } from '../../support/registries';
import { businessProfile, lookupFor, people, personalEmail, reverseEmail } from '../../support/lookups';

const PLANNED: Outcome = { is: 'planned', why: 'A test' };
const SKIPPED: Outcome = { is: 'skipped', why: 'Another test', by: 'blank' };

describe('one distinct question', () => {
	it('is one lookup, however often and in whatever spelling it is asked', () => {
		const registry = registryOf(personalEmail, [
			'ada-example',
			'https://uk.linkedin.com/in/Ada-Example/?x=1',
			'ADA-EXAMPLE',
		]);
		expect(registry.size).toBe(1);
		expect(dequeueAll(registry, 100).map(namesIn)).toEqual([['ada-example']]);
	});

	it('is another one for another tool', () => {
		const registry = registryOf(personalEmail, ['ada-example']);
		registry.load(lookupFor(businessProfile, 'ada-example'), noSubscriber);
		expect(registry.size).toBe(2);
	});

	it('knows how many rows share it', () => {
		const registry = registryOf(personalEmail, ['ada-example', 'bob-example', 'ada-example']);
		const rows = dequeueAll(registry, 1).map(({ entries }) => entries[0].record.rows);
		expect(rows).toEqual([2, 1]);
	});
});

describe('who waits for a lookup', () => {
	it('is told its outcome, each of them, and only the first is told to be the first', () => {
		const told: unknown[] = [];
		const registry = new LookupRegistry();
		for (const who of ['row 1', 'row 2', 'row 3']) {
			registry.load(
				lookupFor(personalEmail, 'ada-example'),
				subscriberThat((outcome, _entry, place) => told.push([who, outcome, place])),
			);
		}
		const entry = dequeueNext(registry, 1)!.entries[0];
		expect(told).toEqual([]);
		registry.settle(entry, PLANNED);
		expect(told).toEqual([
			['row 1', PLANNED, 'first'],
			['row 2', PLANNED, 'later'],
			['row 3', PLANNED, 'later'],
		]);
	});

	it('is told at once where it is settled already', () => {
		const registry = registryOf(personalEmail, ['ada-example']);
		registry.settle(dequeueNext(registry, 1)!.entries[0], PLANNED);
		const told = jest.fn<void, Parameters<Subscriber['onSettled']>>();
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(told));
		expect(told).toHaveBeenCalledWith(PLANNED, expect.anything(), 'later');
	});

	it('is told once, even where a later reply would settle it differently', () => {
		const told = jest.fn<void, Parameters<Subscriber['onSettled']>>();
		const registry = new LookupRegistry();
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(told));
		const entry = dequeueNext(registry, 1)!.entries[0];
		registry.settle(entry, PLANNED);
		registry.settle(entry, SKIPPED);
		expect(told).toHaveBeenCalledTimes(1);
		expect(entry.outcome).toBe(PLANNED);
	});

	it('may ask the next lookup while being told, even the one that is just being settled', () => {
		const told: string[] = [];
		const registry = new LookupRegistry();
		const ada = lookupFor(personalEmail, 'ada-example');
		const askOn = () => {
			told.push('ada');
			registry.load(
				ada,
				subscriberThat(() => told.push('ada again')),
			);
			registry.load(
				lookupFor(businessProfile, 'ada-example'),
				subscriberThat(() => told.push('profile')),
			);
		};
		registry.load(ada, subscriberThat(askOn));
		registry.settle(dequeueNext(registry, 1)!.entries[0], PLANNED);
		expect(told).toEqual(['ada', 'ada again']);
		expect(registry.nextReady()?.lookup.tool).toBe(businessProfile);
	});
});

describe('the line', () => {
	it('is served in the order of asking', () => {
		const registry = registryOf(personalEmail, people(5));
		expect(dequeueAll(registry, 2).map(namesIn)).toEqual([
			['person-1', 'person-2'],
			['person-3', 'person-4'],
			['person-5'],
		]);
	});

	it('shows who is next without taking anyone out', () => {
		const registry = registryOf(personalEmail, people(2));
		expect(registry.nextReady()).toBe(registry.nextReady());
		expect(namesIn(dequeueNext(registry, 2))).toEqual(people(2));
	});

	it('tells how many are in it for each tool', () => {
		const registry = registryOf(personalEmail, people(5));
		registry.load(lookupFor(businessProfile, 'ada-example'), noSubscriber);
		const lengths = [personalEmail, businessProfile, reverseEmail].map((tool) => registry.queued(tool));
		expect(lengths).toEqual([5, 1, 0]);
	});

	it('is as long with those who are asked for the phone as without', () => {
		const registry = registryOf(businessProfile, people(2));
		registry.load(lookupFor(businessProfile, 'ada-example', 'with'), noSubscriber);
		expect(registry.queued(businessProfile)).toBe(3);
	});

	it('sends in as many requests as batchSize makes of it', () => {
		const registry = new LookupRegistry({ batchSize: 10 });
		for (const name of people(25)) registry.load(lookupFor(personalEmail, name), noSubscriber);
		expect(registry.queuedRequests).toBe(3);
	});

	it('holds back a batch that may still grow, without being empty', () => {
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
		expect([registry.nextReady(), registry.queuedRequests]).toEqual([null, 1]);
		registry.disableBatching();
		expect(registry.queuedRequests).toBe(2);
		expect(dequeueAll(registry, 1).map(namesIn)).toEqual([['person-1'], ['person-2']]);
	});

	it('is empty where nothing is asked, and after everything was taken', () => {
		const registry = new LookupRegistry();
		expect([registry.nextReady(), dequeueNext(registry, 1)]).toEqual([null, null]);
		registry.load(lookupFor(personalEmail, 'ada-example'), noSubscriber);
		dequeueNext(registry, 100);
		expect([registry.nextReady(), dequeueNext(registry, 1)]).toEqual([null, null]);
	});

	it('takes in what is asked later, also of a tool that was through already', () => {
		const registry = registryOf(personalEmail, people(1));
		dequeueAll(registry, 1);
		registry.load(lookupFor(personalEmail, 'ada-example'), noSubscriber);
		expect(namesIn(dequeueNext(registry, 1))).toEqual(['ada-example']);
	});

	it('hands out fresh requests: never sent, never failed, to be sent at once', () => {
		expect(dequeueNext(registryOf(personalEmail, people(1)), 1)).toMatchObject({
			tool: personalEmail,
			phone: 'without',
			errorCount: 0,
			lostCount: 0,
			notBefore: 0,
		});
	});
});

describe('a person asked with and without the phone', () => {
	it.each<[string, Phone[], Phone]>([
		['with the phone first', ['with', 'without'], 'with'],
		['without the phone first', ['without', 'with'], 'with'],
		['without the phone only', ['without', 'without'], 'without'],
	])('%s, is one lookup, and the phone is asked where anyone wants it', (_says, phones, phone) => {
		const registry = new LookupRegistry();
		for (const one of phones) registry.load(lookupFor(businessProfile, 'ada-example', one), noSubscriber);
		expect(registry.size).toBe(1);
		expect(dequeueNext(registry, 100)).toMatchObject({ phone, entries: [{ lookup: { phone } }] });
	});

	it('keeps what was asked where the request has been sent already: the phone is not asked for a second time', () => {
		const registry = registryOf(businessProfile, ['ada-example']);
		const entry = dequeueNext(registry, 1)!.entries[0];
		entry.record.attempts = 1;
		registry.load(lookupFor(businessProfile, 'ada-example', 'with'), noSubscriber);
		expect(entry.lookup.phone).toBe('without');
		expect(registry.nextReady()).toBeNull();
	});

	it('keeps what was asked where it is settled already', () => {
		const registry = registryOf(businessProfile, ['ada-example']);
		const entry = dequeueNext(registry, 1)!.entries[0];
		registry.settle(entry, PLANNED);
		registry.load(lookupFor(businessProfile, 'ada-example', 'with'), noSubscriber);
		expect(entry.lookup.phone).toBe('without');
	});

	it('never travels with one who is asked otherwise', () => {
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
