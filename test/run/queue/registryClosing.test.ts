import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import type { Subscriber } from '../../../nodes/IdentityResolution/run/queue/pendingRequest';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { noSubscriber, subscriberThat } from '../../support/run/registries';
import { businessProfile, lookupFor, people, personalEmail } from '../../support/run/lookups';
import { dequeueNext } from '../../support/run/requests';

const DEFERRED: Outcome = { is: 'deferred', stop: { reason: 'run_time', retryAt: null, refusal: null, tool: null } };
const SKIPPED: Outcome = { is: 'skipped', why: 'Another test', by: 'blank' };

describe('close', () => {
	it('settles all queued lookups with one outcome', () => {
		const outcomes: Outcome[] = [];
		const registry = new LookupRegistry();
		for (const tool of [personalEmail, businessProfile]) {
			for (const name of people(3))
				registry.load(
					lookupFor(tool, name),
					subscriberThat((outcome) => outcomes.push(outcome)),
				);
		}
		registry.close(DEFERRED);
		expect(outcomes).toEqual(Array(6).fill(DEFERRED));
		expect(registry.nextReady()).toBeNull();
	});

	it('does not settle dequeued lookups, because their answers may still arrive', () => {
		const onSettled = jest.fn<void, Parameters<Subscriber['onSettled']>>();
		const registry = new LookupRegistry();
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(onSettled));
		dequeueNext(registry, 1);
		registry.close(DEFERRED);
		expect(onSettled).not.toHaveBeenCalled();
	});

	it('settles later lookups at once, and counts them', () => {
		const onSettled = jest.fn<void, Parameters<Subscriber['onSettled']>>();
		const registry = new LookupRegistry();
		registry.close(DEFERRED);
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(onSettled));
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(onSettled));
		expect(onSettled.mock.calls.map(([outcome, , place]) => [outcome, place])).toEqual([
			[DEFERRED, 'first'],
			[DEFERRED, 'later'],
		]);
		expect(registry.size).toBe(1);
		expect(registry.nextReady()).toBeNull();
	});

	it('also settles lookups that a subscriber loads', () => {
		const outcomes: string[] = [];
		const registry = new LookupRegistry();
		const loadMore = () =>
			registry.load(
				lookupFor(businessProfile, 'ada-example'),
				subscriberThat(({ is }) => outcomes.push(is)),
			);
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(loadMore));
		registry.close(DEFERRED);
		expect(outcomes).toEqual(['deferred']);
	});
});

describe('closeTool', () => {
	/** A registry with three lookups for each of two tools, and their outcomes by key. */
	function twoTools() {
		const outcomes = new Map<string, Outcome>();
		const registry = new LookupRegistry();
		for (const tool of [personalEmail, businessProfile]) {
			for (const name of people(3))
				registry.load(
					lookupFor(tool, name),
					subscriberThat((outcome, { lookup }) => outcomes.set(lookup.key, outcome)),
				);
		}
		return { registry, outcomes };
	}

	it('settles only the queued lookups of the tool', () => {
		const { registry, outcomes } = twoTools();
		registry.closeTool(personalEmail, DEFERRED);
		expect([...outcomes]).toEqual(people(3).map((name) => [lookupFor(personalEmail, name).key, DEFERRED]));
		expect([registry.queued(personalEmail), registry.queued(businessProfile)]).toEqual([0, 3]);
	});

	it('also settles lookups with a phone', () => {
		const { registry, outcomes } = twoTools();
		registry.load(lookupFor(businessProfile, 'person-2', 'with'), noSubscriber);
		registry.closeTool(businessProfile, DEFERRED);
		expect(outcomes.size).toBe(3);
		expect(registry.queued(businessProfile)).toBe(0);
	});

	it('does not settle dequeued lookups, because their answers may still arrive', () => {
		const { registry, outcomes } = twoTools();
		const dequeued = dequeueNext(registry, 1)!.entries[0];
		registry.closeTool(businessProfile, DEFERRED);
		expect(dequeued.outcome).toBeNull();
		registry.settle(dequeued, SKIPPED);
		expect(outcomes.get(dequeued.lookup.key)).toBe(SKIPPED);
	});

	it('settles later lookups of the tool at once, and counts them', () => {
		const onSettled = jest.fn<void, Parameters<Subscriber['onSettled']>>();
		const registry = new LookupRegistry();
		registry.closeTool(personalEmail, DEFERRED);
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(onSettled));
		registry.load(lookupFor(businessProfile, 'ada-example'), noSubscriber);
		expect(onSettled.mock.calls.map(([outcome, , place]) => [outcome, place])).toEqual([[DEFERRED, 'first']]);
		expect([registry.size, registry.queued(personalEmail), registry.queued(businessProfile)]).toEqual([2, 0, 1]);
	});

	it('also settles lookups of the tool that a subscriber loads', () => {
		const outcomes: string[] = [];
		const registry = new LookupRegistry();
		const loadMore = () =>
			registry.load(
				lookupFor(personalEmail, 'bob-example'),
				subscriberThat(({ is }) => outcomes.push(is)),
			);
		registry.load(lookupFor(personalEmail, 'ada-example'), subscriberThat(loadMore));
		registry.closeTool(personalEmail, DEFERRED);
		expect(outcomes).toEqual(['deferred']);
	});

	it('keeps the first outcome if the tool is closed twice', () => {
		const { registry } = twoTools();
		expect(registry.outcomeOfClosed(personalEmail)).toBeUndefined();
		registry.closeTool(personalEmail, DEFERRED);
		registry.closeTool(personalEmail, SKIPPED);
		expect([registry.outcomeOfClosed(personalEmail), registry.outcomeOfClosed(businessProfile)]).toEqual([
			DEFERRED,
			undefined,
		]);
	});

	it('ends the wait of batches of other tools', () => {
		const { registry } = twoTools();
		registry.closeTool(businessProfile, DEFERRED);
		expect(dequeueNext(registry, 100)).toMatchObject({ tool: personalEmail, entries: { length: 3 } });
	});
});

describe('closeFamily', () => {
	const searchTool: Tool = { ...personalEmail, name: 'some_search', family: 'search' };

	it('settles the queued and later lookups of the family alone', () => {
		const outcomes: string[] = [];
		const registry = new LookupRegistry();
		const record = subscriberThat((_outcome, { lookup }) => outcomes.push(lookup.tool.name));
		const tools = [personalEmail, searchTool, businessProfile];
		for (const tool of tools) registry.load(lookupFor(tool, 'ada-example'), record);
		registry.closeFamily(personalEmail, DEFERRED);
		registry.load(lookupFor(businessProfile, 'bob-example'), record);
		expect(outcomes).toEqual([personalEmail.name, businessProfile.name, businessProfile.name]);
		expect(tools.map((tool) => registry.queued(tool))).toEqual([0, 1, 0]);
		expect(tools.map((tool) => registry.outcomeOfClosed(tool))).toEqual([DEFERRED, undefined, DEFERRED]);
	});
});

describe('a subscriber that loads a lookup while its tool is closed', () => {
	it.each<[string, (registry: LookupRegistry) => void]>([
		['close', (registry) => registry.close(DEFERRED)],
		['closeTool', (registry) => registry.closeTool(personalEmail, DEFERRED)],
		['closeFamily', (registry) => registry.closeFamily(personalEmail, DEFERRED)],
	])('gets the outcome once, like those that wait for it (%s)', (_name, close) => {
		const settled: string[] = [];
		const registry = new LookupRegistry();
		const waiting = (name: string) => subscriberThat(({ is }) => settled.push(`${name} ${is}`));
		const bob = lookupFor(personalEmail, 'bob-example');
		registry.load(
			lookupFor(personalEmail, 'ada-example'),
			subscriberThat(() => {
				registry.load(bob, waiting('later'));
				registry.load(lookupFor(personalEmail, 'bob-example', 'with'), waiting('with phone'));
			}),
		);
		registry.load(bob, waiting('first'));
		close(registry);
		expect(settled).toEqual(['first deferred', 'later deferred', 'with phone deferred']);
		expect(registry.isEmpty).toBe(true);
	});
});
