import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import type { Subscriber } from '../../../nodes/IdentityResolution/run/queue/entry';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { noSubscriber, subscriberThat } from '../../support/registries';
import { businessProfile, lookupFor, people, personalEmail } from '../../support/lookups';
import { dequeueNext } from '../../support/requests';

const DEFERRED: Outcome = { is: 'deferred', stop: { reason: 'run_time', retryAt: null, refusal: null, tool: null } };
const SKIPPED: Outcome = { is: 'skipped', why: 'Another test', by: 'blank' };

describe('closing the book', () => {
	it('settles everything that is in line with the one outcome', () => {
		const told: Outcome[] = [];
		const registry = new LookupRegistry();
		for (const tool of [personalEmail, businessProfile]) {
			for (const name of people(3))
				registry.load(
					lookupFor(tool, name),
					subscriberThat((outcome) => told.push(outcome)),
				);
		}
		registry.close(DEFERRED);
		expect(told).toEqual(Array(6).fill(DEFERRED));
		expect(registry.nextReady()).toBeNull();
	});

	it('leaves alone what has been taken: its answer may still come', () => {
		const told = jest.fn<void, Parameters<Subscriber['onSettled']>>();
		const registry = new LookupRegistry();
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(told));
		dequeueNext(registry, 1);
		registry.close(DEFERRED);
		expect(told).not.toHaveBeenCalled();
	});

	it('settles at once whatever is asked from then on, and counts it as a lookup', () => {
		const told = jest.fn<void, Parameters<Subscriber['onSettled']>>();
		const registry = new LookupRegistry();
		registry.close(DEFERRED);
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(told));
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(told));
		expect(told.mock.calls.map(([outcome, , place]) => [outcome, place])).toEqual([
			[DEFERRED, 'first'],
			[DEFERRED, 'later'],
		]);
		expect(registry.size).toBe(1);
		expect(registry.nextReady()).toBeNull();
	});

	it('also ends the ways of rows that ask on while it closes', () => {
		const told: string[] = [];
		const registry = new LookupRegistry();
		const askOn = () =>
			registry.load(
				lookupFor(businessProfile, 'ada-example'),
				subscriberThat(({ is }) => told.push(is)),
			);
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(askOn));
		registry.close(DEFERRED);
		expect(told).toEqual(['deferred']);
	});
});

describe('closing one tool', () => {
	/** A book in which two tools are asked about three people each, and who was told what. */
	function bookOfTwo() {
		const told = new Map<string, Outcome>();
		const registry = new LookupRegistry();
		for (const tool of [personalEmail, businessProfile]) {
			for (const name of people(3))
				registry.load(
					lookupFor(tool, name),
					subscriberThat((outcome, { lookup }) => told.set(lookup.key, outcome)),
				);
		}
		return { book: registry, told };
	}

	it('settles what is in line for it, and nothing of any other tool', () => {
		const { book: registry, told } = bookOfTwo();
		registry.closeTool(personalEmail, DEFERRED);
		expect([...told]).toEqual(people(3).map((name) => [lookupFor(personalEmail, name).key, DEFERRED]));
		expect([registry.queued(personalEmail), registry.queued(businessProfile)]).toEqual([0, 3]);
	});

	it('settles also those that are asked for the phone', () => {
		const { book: registry, told } = bookOfTwo();
		registry.load(lookupFor(businessProfile, 'person-2', 'with'), noSubscriber);
		registry.closeTool(businessProfile, DEFERRED);
		expect(told.size).toBe(3);
		expect(registry.queued(businessProfile)).toBe(0);
	});

	it('leaves alone what has been taken: its answer may still come', () => {
		const { book: registry, told } = bookOfTwo();
		const taken = dequeueNext(registry, 1)!.entries[0];
		registry.closeTool(businessProfile, DEFERRED);
		expect(taken.outcome).toBeNull();
		registry.settle(taken, SKIPPED);
		expect(told.get(taken.lookup.key)).toBe(SKIPPED);
	});

	it('settles at once whatever it is asked from then on, and counts it as a lookup', () => {
		const told = jest.fn<void, Parameters<Subscriber['onSettled']>>();
		const registry = new LookupRegistry();
		registry.closeTool(personalEmail, DEFERRED);
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(told));
		registry.load(lookupFor(businessProfile, 'ada-example'), noSubscriber);
		expect(told.mock.calls.map(([outcome, , place]) => [outcome, place])).toEqual([[DEFERRED, 'first']]);
		expect([registry.size, registry.queued(personalEmail), registry.queued(businessProfile)]).toEqual([2, 0, 1]);
	});

	it('also ends the ways of rows that ask it again while it closes', () => {
		const told: string[] = [];
		const registry = new LookupRegistry();
		const askOn = () =>
			registry.load(
				lookupFor(personalEmail, 'bob-example'),
				subscriberThat(({ is }) => told.push(is)),
			);
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(askOn));
		registry.closeTool(personalEmail, DEFERRED);
		expect(told).toEqual(['deferred']);
	});

	it('is done once: the first reason stands', () => {
		const { book: registry } = bookOfTwo();
		expect(registry.outcomeOfClosed(personalEmail)).toBeUndefined();
		registry.closeTool(personalEmail, DEFERRED);
		registry.closeTool(personalEmail, SKIPPED);
		expect([registry.outcomeOfClosed(personalEmail), registry.outcomeOfClosed(businessProfile)]).toEqual([
			DEFERRED,
			undefined,
		]);
	});

	it('holds up no batch of another tool that waited for it to grow', () => {
		const { book: registry } = bookOfTwo();
		registry.closeTool(businessProfile, DEFERRED);
		expect(dequeueNext(registry, 100)).toMatchObject({ tool: personalEmail, entries: { length: 3 } });
	});
});
