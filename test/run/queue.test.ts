import fc from 'fast-check';
import type { Phone, Tool } from '../../nodes/IdentityResolution/api/tool';
import { newRecord } from '../../nodes/IdentityResolution/service/lookup';
import { Fifo, LookupQueue } from '../../nodes/IdentityResolution/run/queue';
import type { Entry } from '../../nodes/IdentityResolution/service/request';
import { businessProfile, inBatchesOf, lookupFor, people, personalEmail, reverseEmail } from '../support/run/lookups';

/** A second tool that batches. The service has none yet. */
const OTHER_BATCHING: Tool = { ...personalEmail, name: 'other_batching_tool' };
const IN_THREES = inBatchesOf(3, personalEmail);

function entryOf(tool: Tool, name: string, phone: Phone = 'without', priority: Entry['priority'] = 'fresh'): Entry {
	const record = { ...newRecord(null), rows: 1 };
	const lookup = lookupFor(tool, tool === reverseEmail ? `${name}@example.com` : name, phone);
	return { lookup, record, subscribers: [], outcome: null, priority };
}

const startedEntry = (tool: Tool, name = 'ada-example', phone: Phone = 'without') =>
	entryOf(tool, name, phone, 'started');

const lookupsOf = (tool: Tool) => (count: number) => people(count).map((name) => entryOf(tool, name));
const [emails, others, threes, profiles] = [personalEmail, OTHER_BATCHING, IN_THREES, businessProfile].map(lookupsOf);

const mostOf = ({ batch }: Tool) => batch?.max ?? 1;

/** A queue with these lookups, in order, and one lookup of a tool in flight. */
function queueOf(queued: Entry[][], inFlight?: Tool, maxBatch = mostOf): LookupQueue {
	const queue = new LookupQueue(maxBatch);
	if (inFlight !== undefined) {
		queue.add(entryOf(inFlight, 'person-0'));
		queue.dequeue(inFlight, 1);
	}
	for (const entry of queued.flat()) queue.add(entry);
	return queue;
}

const releaseAll = (queue: LookupQueue, entries: readonly Entry[]) => entries.forEach((entry) => queue.release(entry));
const nextTool = (queue: LookupQueue) => queue.nextReady()?.lookup.tool ?? null;
const toolsOf = (entries: readonly Entry[]) => entries.map(({ lookup }) => lookup.tool);

describe('nextReady', () => {
	it.each<[string, Tool | null, LookupQueue]>([
		['returns null for an empty queue', null, queueOf([])],
		['returns a partial batch if there are no other lookups', personalEmail, queueOf([emails(3)])],
		['returns a single lookup before a partial batch', businessProfile, queueOf([emails(99), profiles(1)])],
		['returns a full batch before lookups added later', personalEmail, queueOf([emails(100), profiles(1)])],
		['returns lookups that were added before a full batch', businessProfile, queueOf([profiles(1), emails(100)])],
		['returns a full batch before an earlier partial one', OTHER_BATCHING, queueOf([emails(99), others(100)])],
		['returns the earlier of two partial batches', personalEmail, queueOf([emails(1), others(50)])],
		['returns null if answers of another tool may fill the batch', null, queueOf([emails(99)], businessProfile)],
		['returns a full batch while another tool is in flight', IN_THREES, queueOf([threes(3)], businessProfile)],
		['returns null if the batch may have one more lookup', null, queueOf([threes(2)], businessProfile)],
		['returns a lookup while another tool is in flight', businessProfile, queueOf([profiles(1)], reverseEmail)],
		['returns a partial batch if only its tool is in flight', personalEmail, queueOf([emails(1)], personalEmail)],
		[
			'returns, of two full batches, the one of the tool with fewer requests in flight',
			OTHER_BATCHING,
			queueOf([emails(100), others(100)], personalEmail),
		],
	])('%s', (_says, tool, queue) => {
		expect(nextTool(queue)).toBe(tool);
		expect(queue.nextReady()).toBe(queue.nextReady());
	});

	it.each<[string, Tool | null, Entry[][]]>([
		['null if all lookups are batched', null, [emails(150)]],
		['the only lookup of a tool that batches', personalEmail, [emails(1)]],
		['a lookup of a tool that does not batch, even if added later', businessProfile, [emails(150), profiles(2)]],
	])('returns, if only single lookups may be sent, %s', (_says, tool, queued) => {
		const ready = queueOf(queued).nextReady((_tool, lookups) => lookups === 1);
		expect(ready?.lookup.tool ?? null).toBe(tool);
	});

	it('counts requests in flight, not lookups', () => {
		const queue = queueOf([profiles(3), others(200)]);
		queue.dequeue(OTHER_BATCHING, 100);
		for (const size of [1, 1]) queue.dequeue(businessProfile, size);
		expect(nextTool(queue)).toBe(OTHER_BATCHING);
	});

	it('returns the waiting batch once the last lookup of another tool is settled', () => {
		const queue = queueOf([emails(5), profiles(2)]);
		for (const profile of [1, 1].flatMap((size) => queue.dequeue(businessProfile, size).entries)) {
			expect(queue.nextReady()).toBeNull();
			queue.release(profile);
		}
		expect(nextTool(queue)).toBe(personalEmail);
	});

	it('returns the waiting batch once it is full', () => {
		const queue = queueOf([threes(2)], businessProfile);
		queue.add(entryOf(IN_THREES, 'ada-example'));
		expect(nextTool(queue)).toBe(IN_THREES);
	});

	it('returns the waiting batch once it may not be larger', () => {
		let most = 100;
		const queue = queueOf([emails(2)], reverseEmail, () => most);
		expect(nextTool(queue)).toBeNull();
		most = 2;
		expect(nextTool(queue)).toBe(personalEmail);
	});
});

describe('dequeueAll', () => {
	it('returns the lookups of all tools in order', () => {
		const queue = queueOf([emails(2), profiles(1)], reverseEmail);
		expect(toolsOf(queue.dequeueAll())).toEqual([personalEmail, personalEmail, businessProfile]);
		expect(queue.isEmpty).toBe(true);
	});

	it('leaves its lookups unsettled until they are released', () => {
		const queue = queueOf([profiles(1)]);
		const removed = queue.dequeueAll();
		for (const entry of emails(2)) queue.add(entry);
		expect(queue.nextReady()).toBeNull();
		releaseAll(queue, removed);
		expect(nextTool(queue)).toBe(personalEmail);
	});
});

describe('dequeue', () => {
	it('returns lookups of a tool in order, up to the requested size, also of those added later', () => {
		const [entries, late] = [emails(3), entryOf(personalEmail, 'ada-example')];
		const queue = queueOf([entries]);
		const dequeue = () => queue.dequeue(personalEmail, 2).entries;
		expect([dequeue(), dequeue(), dequeue()]).toEqual([entries.slice(0, 2), entries.slice(2), []]);
		queue.add(late);
		expect(dequeue()).toEqual([late]);
	});

	it('stops at the first lookup with another phone setting', () => {
		const phones: Phone[] = ['without', 'with', 'with'];
		const queue = queueOf([phones.map((phone, nth) => entryOf(businessProfile, `person-${nth}`, phone))]);
		const dequeued = [1, 2].map(() =>
			queue.dequeue(businessProfile, 100).entries.map(({ lookup }) => lookup.phone),
		);
		expect(dequeued).toEqual([['without'], ['with', 'with']]);
	});
});

describe('lookups of started rows', () => {
	it('are sent before those of fresh rows, even to another tool', () => {
		const queue = queueOf([profiles(2), [startedEntry(reverseEmail), startedEntry(businessProfile)]]);
		expect(queue.nextReady()?.lookup.key).toBe(`${businessProfile.name} linkedin:ada-example`);
		queue.release(queue.dequeue(businessProfile, 1).entries[0]);
		expect(queue.nextReady()?.lookup.key).toBe(`${reverseEmail.name} email:ada-example@example.com`);
	});

	it('are first in a batch with lookups of fresh rows', () => {
		const queue = queueOf([emails(3), [startedEntry(personalEmail)]]);
		const keys = queue.dequeue(personalEmail, 3).entries.map(({ lookup }) => lookup.identifier.key);
		expect(keys).toEqual(['linkedin:ada-example', 'linkedin:person-1', 'linkedin:person-2']);
		expect(queue.queued(personalEmail)).toBe(1);
	});

	it('are all sent before fresh lookups, even if their phone settings differ', () => {
		const started = (['without', 'with'] as const).map((phone) =>
			startedEntry(businessProfile, `${phone}-phone`, phone),
		);
		const queue = queueOf([profiles(2), started]);
		const dequeued = [1, 2, 3].map(() => queue.dequeue(businessProfile, 100).entries);
		expect(dequeued.map((entries) => entries.map(({ priority }) => priority))).toEqual([
			['started'],
			['started'],
			['fresh', 'fresh'],
		]);
	});

	it('wait for a full batch, while fresh lookups are sent', () => {
		const queue = queueOf([profiles(1)], reverseEmail);
		expect(queue.nextStarted()).toBeNull();
		queue.add(startedEntry(personalEmail));
		expect(queue.nextReady()?.priority).toBe('fresh');
		expect(queue.nextStarted()?.priority).toBe('started');
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
				const queue = new LookupQueue(mostOf);
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
						const entries = queue.dequeue(tool, one.size).entries;
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

it('Fifo returns the first items that match, each once and in order', () => {
	const step = fc.oneof(fc.record({ push: fc.integer() }), fc.record({ take: fc.integer({ min: 1, max: 5 }) }));
	fc.assert(
		fc.property(fc.array(step), (steps) => {
			const fifo = new Fifo<number>();
			let left: number[] = [];
			for (const one of steps) {
				if ('push' in one) {
					fifo.push(one.push);
					left.push(one.push);
				} else {
					const odd = left.findIndex((item) => item % 2 !== 0);
					const taken = left.slice(0, Math.min(one.take, odd < 0 ? left.length : odd));
					expect(fifo.takeWhile((item) => item % 2 === 0, one.take)).toEqual(taken);
					left = left.slice(taken.length);
				}
				expect([fifo.length, fifo.first]).toEqual([left.length, left[0] ?? null]);
			}
			expect(fifo.clear()).toEqual(left);
			expect(fifo.length).toBe(0);
		}),
	);
});
