import fc from 'fast-check';
import type { Phone, Tool } from '../../../nodes/IdentityResolution/api/tool';
import { newRecord } from '../../../nodes/IdentityResolution/run/lookup';
import type { Entry } from '../../../nodes/IdentityResolution/run/queue/pendingRequest';
import { LookupQueue } from '../../../nodes/IdentityResolution/run/queue/queue';
import {
	businessProfile,
	inBatchesOf,
	lookupFor,
	people,
	personalEmail,
	reverseEmail,
} from '../../support/run/lookups';

/** A second tool that batches. The service has none yet. */
const OTHER_BATCHING: Tool = { ...personalEmail, name: 'other_batching_tool' };

const IN_THREES = inBatchesOf(3, personalEmail);

function entryOf(tool: Tool, name: string, phone: Phone = 'without', priority: Entry['priority'] = 'fresh'): Entry {
	const record = { ...newRecord(null), rows: 1 };
	return {
		lookup: lookupFor(tool, tool === reverseEmail ? `${name}@example.com` : name, phone),
		record,
		subscribers: [],
		outcome: null,
		priority,
	};
}

function add(queue: LookupQueue, tool: Tool, count: number): Entry[] {
	const entries = people(count).map((name) => entryOf(tool, name));
	for (const entry of entries) queue.add(entry);
	return entries;
}

function releaseAll(queue: LookupQueue, entries: readonly Entry[]): void {
	for (const entry of entries) queue.release(entry);
}

/** The queued lookups by tool, in order, and the tools with one lookup in flight. */
interface Setting {
	queued: Array<[Tool, number]>;
	inFlight?: Tool[];
}

function queueOf({ queued, inFlight = [] }: Setting): LookupQueue {
	const queue = new LookupQueue();
	for (const tool of inFlight) {
		add(queue, tool, 1);
		queue.dequeue(tool, 1);
	}
	for (const [tool, count] of queued) add(queue, tool, count);
	return queue;
}

/** Allows only requests with one lookup. */
const singlesOnly = (_tool: Tool, lookups: number) => lookups === 1;

describe('nextReady, if only single lookups may be sent,', () => {
	it.each<[string, Tool | null, Setting]>([
		['returns null if all lookups are batched', null, { queued: [[personalEmail, 150]] }],
		['returns the only lookup of a tool that batches', personalEmail, { queued: [[personalEmail, 1]] }],
		[
			'returns a lookup of a tool that does not batch, even if it was added later',
			businessProfile,
			{
				queued: [
					[personalEmail, 150],
					[businessProfile, 2],
				],
			},
		],
	])('%s', (_says, tool, setting) => {
		expect(queueOf(setting).nextReady(singlesOnly)?.lookup.tool ?? null).toBe(tool);
	});
});

describe('nextReady', () => {
	it.each<[string, Tool | null, Setting]>([
		['returns null for an empty queue', null, { queued: [] }],
		['returns a partial batch if there are no other lookups', personalEmail, { queued: [[personalEmail, 3]] }],
		[
			'returns a single lookup before a partial batch',
			businessProfile,
			{
				queued: [
					[personalEmail, 99],
					[businessProfile, 1],
				],
			},
		],
		[
			'returns a full batch before lookups that were added later',
			personalEmail,
			{
				queued: [
					[personalEmail, 100],
					[businessProfile, 1],
				],
			},
		],
		[
			'returns lookups that were added before a full batch',
			businessProfile,
			{
				queued: [
					[businessProfile, 1],
					[personalEmail, 100],
				],
			},
		],
		[
			'returns a full batch before a partial one, even if it was added later',
			OTHER_BATCHING,
			{
				queued: [
					[personalEmail, 99],
					[OTHER_BATCHING, 100],
				],
			},
		],
		[
			'returns the earlier of two partial batches',
			personalEmail,
			{
				queued: [
					[personalEmail, 1],
					[OTHER_BATCHING, 50],
				],
			},
		],
		[
			'returns null if answers of another tool may still add lookups to the batch',
			null,
			{ queued: [[personalEmail, 99]], inFlight: [businessProfile] },
		],
		[
			'returns a full batch while another tool has lookups in flight',
			personalEmail,
			{ queued: [[personalEmail, 100]], inFlight: [businessProfile] },
		],
		[
			'returns a single lookup while another tool has lookups in flight',
			businessProfile,
			{ queued: [[businessProfile, 1]], inFlight: [reverseEmail] },
		],
		[
			'returns a partial batch if only its own tool has lookups in flight',
			personalEmail,
			{ queued: [[personalEmail, 1]], inFlight: [personalEmail] },
		],
		['returns a full batch', IN_THREES, { queued: [[IN_THREES, 3]], inFlight: [businessProfile] }],
		[
			'returns null if the batch may have one more lookup',
			null,
			{ queued: [[IN_THREES, 2]], inFlight: [businessProfile] },
		],
	])('%s', (_says, tool, setting) => {
		const queue = queueOf(setting);
		expect(queue.nextReady()?.lookup.tool ?? null).toBe(tool);
		expect(queue.isEmpty).toBe(setting.queued.length === 0);
	});

	it('returns the same lookup until it is dequeued', () => {
		const queue = queueOf({ queued: [[personalEmail, 2]] });
		expect(queue.nextReady()).toBe(queue.nextReady());
	});

	it('returns the waiting batch once the last lookup of another tool is settled', () => {
		const queue = queueOf({
			queued: [
				[personalEmail, 5],
				[businessProfile, 2],
			],
		});
		const profiles = [...queue.dequeue(businessProfile, 1), ...queue.dequeue(businessProfile, 1)];
		const nextBefore = profiles.map((profile) => {
			const next = queue.nextReady();
			releaseAll(queue, [profile]);
			return next;
		});
		expect(nextBefore).toEqual([null, null]);
		expect(queue.nextReady()?.lookup.tool).toBe(personalEmail);
	});

	it('returns the waiting batch once it is full', () => {
		const queue = queueOf({ queued: [[IN_THREES, 2]], inFlight: [businessProfile] });
		expect(queue.nextReady()).toBeNull();
		queue.add(entryOf(IN_THREES, 'ada-example'));
		expect(queue.nextReady()?.lookup.tool).toBe(IN_THREES);
	});

	it('returns the second of two partial batches only after the first one is settled', () => {
		const queue = queueOf({
			queued: [
				[personalEmail, 2],
				[OTHER_BATCHING, 2],
			],
		});
		const first = queue.dequeue(personalEmail, 100);
		expect(queue.nextReady()).toBeNull();
		releaseAll(queue, first);
		expect(queue.nextReady()?.lookup.tool).toBe(OTHER_BATCHING);
	});
});

describe('dequeueAll', () => {
	const setting: Setting = {
		queued: [
			[personalEmail, 2],
			[businessProfile, 1],
		],
		inFlight: [reverseEmail],
	};
	const toolsOf = (entries: readonly Entry[]) => entries.map(({ lookup }) => lookup.tool);

	it('returns the lookups of all matching tools in order, and leaves the others queued', () => {
		const queue = queueOf(setting);
		expect(toolsOf(queue.dequeueAll(({ tool }) => tool === personalEmail))).toEqual([personalEmail, personalEmail]);
		expect([personalEmail, businessProfile].map((tool) => queue.lengthOf(tool))).toEqual([0, 1]);
		expect(toolsOf(queue.dequeueAll(() => true))).toEqual([businessProfile]);
		expect(queue.isEmpty).toBe(true);
	});

	it('leaves its lookups unsettled until they are released', () => {
		const queue = queueOf({ ...setting, inFlight: [] });
		const profiles = queue.dequeueAll(({ tool }) => tool === businessProfile);
		expect(queue.nextReady()).toBeNull();
		releaseAll(queue, profiles);
		expect(queue.nextReady()?.lookup.tool).toBe(personalEmail);
	});
});

describe('dequeue', () => {
	it('returns lookups of a tool in order, up to the requested size', () => {
		const queue = new LookupQueue();
		const entries = add(queue, personalEmail, 5);
		expect([
			queue.dequeue(personalEmail, 2),
			queue.dequeue(personalEmail, 2),
			queue.dequeue(personalEmail, 2),
			queue.dequeue(personalEmail, 2),
		]).toEqual([entries.slice(0, 2), entries.slice(2, 4), entries.slice(4), []]);
		expect([queue.isEmpty, queue.nextReady()]).toEqual([true, null]);
	});

	it('stops at the first lookup with another phone setting', () => {
		const queue = new LookupQueue();
		for (const [name, phone] of [
			['ada-example', 'without'],
			['bob-example', 'with'],
			['cem-example', 'with'],
		] as const) {
			queue.add(entryOf(businessProfile, name, phone));
		}
		const phones = [1, 2].map(() => queue.dequeue(businessProfile, 100).map(({ lookup }) => lookup.phone));
		expect(phones).toEqual([['without'], ['with', 'with']]);
	});

	it('returns lookups that are added after all were dequeued', () => {
		const queue = new LookupQueue();
		add(queue, personalEmail, 2);
		queue.dequeue(personalEmail, 100);
		const late = entryOf(personalEmail, 'ada-example');
		queue.add(late);
		expect(queue.dequeue(personalEmail, 100)).toEqual([late]);
	});
});

it('LookupQueue dequeues every lookup once, in order for each tool, and waits only for answers of other tools', () => {
	const actions = fc.oneof(
		fc.record({ do: fc.constant('add' as const), place: fc.nat(3) }),
		fc.record({ do: fc.constant('dequeue' as const), size: fc.integer({ min: 1, max: 6 }) }),
		fc.record({ do: fc.constant('settle' as const), index: fc.nat(50) }),
	);
	fc.assert(
		fc.property(
			fc.array(actions, { maxLength: 80, size: 'max' }),
			fc.integer({ min: 1, max: 5 }),
			(all, batchSize) => {
				const batching = [personalEmail, OTHER_BATCHING].map((tool) => inBatchesOf(batchSize, tool));
				const tools = [...batching, businessProfile, reverseEmail];
				const queue = new LookupQueue();
				const added = new Map<Tool, Entry[]>(tools.map((tool) => [tool, []]));
				const dequeued = new Map<Tool, Entry[]>(tools.map((tool) => [tool, []]));
				const inFlight: Entry[] = [];
				for (const [position, one] of all.entries()) {
					if (one.do === 'add') {
						const tool = tools[one.place];
						const entry = entryOf(tool, `person-${position}`);
						added.get(tool)!.push(entry);
						queue.add(entry);
					}
					if (one.do === 'settle' && inFlight.length > 0)
						releaseAll(queue, inFlight.splice(one.index % inFlight.length, 1));
					const next = queue.nextReady();
					if (next === null) {
						const waiting = tools.filter((tool) => added.get(tool)!.length > dequeued.get(tool)!.length);
						expect(waiting.every((tool) => inFlight.some(({ lookup }) => lookup.tool !== tool))).toBe(true);
					} else if (one.do === 'dequeue') {
						const { tool } = next.lookup;
						const entries = queue.dequeue(tool, one.size);
						dequeued.get(tool)!.push(...entries);
						inFlight.push(...entries);
					}
					expect(queue.isEmpty).toBe(
						tools.every((tool) => added.get(tool)!.length === dequeued.get(tool)!.length),
					);
				}
				for (const tool of tools)
					expect(dequeued.get(tool)).toEqual(added.get(tool)!.slice(0, dequeued.get(tool)!.length));
			},
		),
		{ numRuns: 300 },
	);
});

describe('lookups of started rows', () => {
	const startedEntry = (tool: Tool, name: string) => entryOf(tool, name, 'without', 'started');
	const keyOf = (entry: Entry | null) => entry?.lookup.key;

	it('are sent before those of fresh rows, even to another tool', () => {
		const queue = queueOf({ queued: [[businessProfile, 2]] });
		queue.add(startedEntry(reverseEmail, 'ada-example'));
		queue.add(startedEntry(businessProfile, 'ada-example'));
		expect(keyOf(queue.nextReady())).toBe(`${businessProfile.name} linkedin:ada-example`);
		queue.release(queue.dequeue(businessProfile, 1)[0]);
		expect(keyOf(queue.nextReady())).toBe(`${reverseEmail.name} email:ada-example@example.com`);
	});

	it('are first in a batch with lookups of fresh rows', () => {
		const queue = queueOf({ queued: [[personalEmail, 3]] });
		queue.add(startedEntry(personalEmail, 'ada-example'));
		expect(queue.dequeue(personalEmail, 3).map(({ lookup }) => lookup.identifier.key)).toEqual([
			'linkedin:ada-example',
			'linkedin:person-1',
			'linkedin:person-2',
		]);
		expect(queue.lengthOf(personalEmail)).toBe(1);
	});

	it('are all sent before fresh lookups, even if their phone settings differ', () => {
		const queue = queueOf({ queued: [[businessProfile, 2]] });
		for (const phone of ['without', 'with'] as const)
			queue.add(entryOf(businessProfile, `${phone}-phone`, phone, 'started'));
		const dequeued = [1, 2, 3].map(() =>
			queue.dequeue(businessProfile, 100).map(({ priority, lookup }) => [priority, lookup.phone]),
		);
		expect(dequeued).toEqual([
			[['started', 'without']],
			[['started', 'with']],
			[
				['fresh', 'without'],
				['fresh', 'without'],
			],
		]);
	});

	it('wait for a full batch, while fresh lookups are sent', () => {
		const queue = queueOf({ queued: [[businessProfile, 1]], inFlight: [reverseEmail] });
		queue.add(startedEntry(personalEmail, 'ada-example'));
		expect(queue.nextReady()?.priority).toBe('fresh');
		expect(queue.nextStarted()?.priority).toBe('started');
		expect(queue.startedDemand()).toEqual([{ tool: personalEmail, phone: 'without', max: 1, min: 1 }]);
	});

	it('have no demand if none is queued', () => {
		const queue = queueOf({ queued: [[businessProfile, 3]] });
		expect(queue.nextStarted()).toBeNull();
		expect(queue.startedDemand()).toEqual([]);
	});
});

it('disableBatching ends the wait for a full batch', () => {
	const queue = queueOf({ queued: [[personalEmail, 2]], inFlight: [reverseEmail] });
	expect(queue.nextReady()).toBeNull();
	queue.disableBatching();
	expect(queue.nextReady()?.lookup.tool).toBe(personalEmail);
});
