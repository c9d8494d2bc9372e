import fc from 'fast-check';
import type { Phone } from '../../../nodes/IdentityResolution/api/request';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Entry } from '../../../nodes/IdentityResolution/run/queue/entry';
import { LookupQueue } from '../../../nodes/IdentityResolution/run/queue/queue';
import { businessProfile, lookupFor, people, personalEmail, reverseEmail } from '../../support/lookups';

/** A second tool that batches. The service has none yet. */
const OTHER_BATCHING: Tool = { ...personalEmail, name: 'other_batching_tool' };

function entryOf(tool: Tool, name: string, phone: Phone = 'without', stage: Entry['priority'] = 'fresh'): Entry {
	const record = {
		attempts: 0,
		charged: null,
		rows: 1,
		withoutPhone: 1,
		forPhone: 0,
		lostCount: 0,
		recordsLeft: null,
	};
	return {
		lookup: lookupFor(tool, tool === reverseEmail ? `${name}@example.com` : name, phone),
		record,
		subscribers: [],
		outcome: null,
		priority: stage,
	};
}

function add(line: LookupQueue, tool: Tool, count: number): Entry[] {
	const entries = people(count).map((name) => entryOf(tool, name));
	for (const entry of entries) line.add(entry);
	return entries;
}

function settle(line: LookupQueue, entries: readonly Entry[]): void {
	for (const entry of entries) line.release(entry);
}

/** What stands in line, by tool and in the order of asking, and of which tools lookups are under way. */
interface Setting {
	batchSize?: number;
	inLine: Array<[Tool, number]>;
	underWay?: Tool[];
}

function lineOf({ batchSize = 100, inLine, underWay = [] }: Setting): LookupQueue {
	const line = new LookupQueue(batchSize);
	for (const tool of underWay) {
		add(line, tool, 1);
		line.dequeue(tool, 1);
	}
	for (const [tool, count] of inLine) add(line, tool, count);
	return line;
}

/** No request that carries more than one lookup may be sent. */
const alone = (_tool: Tool, lookups: number) => lookups === 1;

describe('who is next of those that go alone', () => {
	it.each<[string, Tool | null, Setting]>([
		['nobody where all travel together', null, { inLine: [[personalEmail, 150]] }],
		['whoever is the last of a tool that batches', personalEmail, { inLine: [[personalEmail, 1]] }],
		[
			'one of a tool that does not batch, though asked later',
			businessProfile,
			{
				inLine: [
					[personalEmail, 150],
					[businessProfile, 2],
				],
			},
		],
		['anybody where nothing travels together', personalEmail, { batchSize: 1, inLine: [[personalEmail, 150]] }],
	])('%s', (_says, tool, setting) => {
		expect(lineOf(setting).nextReady(alone)?.lookup.tool ?? null).toBe(tool);
	});
});

describe('who is next', () => {
	it.each<[string, Tool | null, Setting]>([
		['nobody where nothing is in line', null, { inLine: [] }],
		['a batch that is not full where nothing else is asked', personalEmail, { inLine: [[personalEmail, 3]] }],
		[
			'a lookup that goes alone before a batch that is not full',
			businessProfile,
			{
				inLine: [
					[personalEmail, 99],
					[businessProfile, 1],
				],
			},
		],
		[
			'a full batch before what was asked after it',
			personalEmail,
			{
				inLine: [
					[personalEmail, 100],
					[businessProfile, 1],
				],
			},
		],
		[
			'what was asked before a full batch',
			businessProfile,
			{
				inLine: [
					[businessProfile, 1],
					[personalEmail, 100],
				],
			},
		],
		[
			'a full batch before another one that is not, though asked later',
			OTHER_BATCHING,
			{
				inLine: [
					[personalEmail, 99],
					[OTHER_BATCHING, 100],
				],
			},
		],
		[
			'of two batches that are not full, the one asked first',
			personalEmail,
			{
				inLine: [
					[personalEmail, 1],
					[OTHER_BATCHING, 50],
				],
			},
		],
		[
			'nobody where rows may still fill the batch with what another tool answers',
			null,
			{ inLine: [[personalEmail, 99]], underWay: [businessProfile] },
		],
		[
			'a full batch, whatever is under way',
			personalEmail,
			{ inLine: [[personalEmail, 100]], underWay: [businessProfile] },
		],
		[
			'a lookup that goes alone, whatever is under way',
			businessProfile,
			{ inLine: [[businessProfile, 1]], underWay: [reverseEmail] },
		],
		[
			'a batch that waits for nothing but answers of its own tool',
			personalEmail,
			{ inLine: [[personalEmail, 1]], underWay: [personalEmail] },
		],
		[
			'a batch that is full with batchSize',
			personalEmail,
			{ batchSize: 3, inLine: [[personalEmail, 3]], underWay: [businessProfile] },
		],
		[
			'nobody where one more fits in batchSize',
			null,
			{ batchSize: 3, inLine: [[personalEmail, 2]], underWay: [businessProfile] },
		],
		[
			'a batch that is full with what its tool takes, whatever batchSize says',
			personalEmail,
			{ batchSize: 500, inLine: [[personalEmail, 100]], underWay: [businessProfile] },
		],
		[
			'one of a tool that batches, where batchSize lets each go alone',
			personalEmail,
			{ batchSize: 1, inLine: [[personalEmail, 1]], underWay: [businessProfile] },
		],
	])('%s', (_says, tool, setting) => {
		const line = lineOf(setting);
		expect(line.nextReady()?.lookup.tool ?? null).toBe(tool);
		expect(line.isEmpty).toBe(setting.inLine.length === 0);
	});

	it('is the same one until it is taken', () => {
		const line = lineOf({ inLine: [[personalEmail, 2]] });
		expect(line.nextReady()).toBe(line.nextReady());
		expect([line.peek(), line.peekTool(personalEmail)]).toEqual([line.nextReady(), line.nextReady()]);
	});

	it('is the batch that waited, once the last lookup of another tool is settled', () => {
		const line = lineOf({
			inLine: [
				[personalEmail, 5],
				[businessProfile, 2],
			],
		});
		const profiles = [...line.dequeue(businessProfile, 1), ...line.dequeue(businessProfile, 1)];
		const waits = profiles.map((profile) => {
			const next = line.nextReady();
			settle(line, [profile]);
			return next;
		});
		expect(waits).toEqual([null, null]);
		expect(line.nextReady()?.lookup.tool).toBe(personalEmail);
	});

	it('is the batch that waited, once it has grown full', () => {
		const line = lineOf({ batchSize: 3, inLine: [[personalEmail, 2]], underWay: [businessProfile] });
		expect(line.nextReady()).toBeNull();
		line.add(entryOf(personalEmail, 'ada-example'));
		expect(line.nextReady()?.lookup.tool).toBe(personalEmail);
	});

	it('is, of two batches that are not full, the second one only after the answers to the first', () => {
		const line = lineOf({
			inLine: [
				[personalEmail, 2],
				[OTHER_BATCHING, 2],
			],
		});
		const first = line.dequeue(personalEmail, 100);
		expect(line.nextReady()).toBeNull();
		settle(line, first);
		expect(line.nextReady()?.lookup.tool).toBe(OTHER_BATCHING);
	});
});

describe('the first in line, whoever is next', () => {
	const line = lineOf({
		inLine: [
			[personalEmail, 2],
			[businessProfile, 1],
		],
		underWay: [reverseEmail],
	});

	it('is the one that was asked first', () => {
		expect(line.peek()?.lookup.tool).toBe(personalEmail);
	});

	it.each<[Tool, Tool | undefined]>([
		[personalEmail, personalEmail],
		[businessProfile, businessProfile],
		[reverseEmail, undefined],
		[OTHER_BATCHING, undefined],
	])('is known for each tool ($name)', (tool, first) => {
		expect(line.peekTool(tool)?.lookup.tool).toBe(first);
	});
});

describe('how much is in line', () => {
	it.each<[string, number, Setting]>([
		['nothing makes no request', 0, { inLine: [] }],
		['a hundred of a tool that batches make one', 1, { inLine: [[personalEmail, 100]] }],
		['one more makes another one', 2, { inLine: [[personalEmail, 101]] }],
		['batchSize makes more of them', 11, { batchSize: 10, inLine: [[personalEmail, 101]] }],
		['no more travel together than the tool takes', 3, { batchSize: 500, inLine: [[personalEmail, 250]] }],
		['lookups that go alone make one each', 7, { inLine: [[businessProfile, 7]] }],
		[
			'tools never share one',
			4,
			{
				inLine: [
					[personalEmail, 1],
					[OTHER_BATCHING, 1],
					[businessProfile, 2],
				],
			},
		],
		[
			'what is under way makes none',
			1,
			{ inLine: [[personalEmail, 1]], underWay: [businessProfile, reverseEmail] },
		],
	])('%s', (_says, requests, setting) => {
		expect(lineOf(setting).requests).toBe(requests);
	});

	it('is counted for each tool', () => {
		const line = lineOf({
			inLine: [
				[personalEmail, 5],
				[businessProfile, 2],
			],
		});
		line.dequeue(personalEmail, 3);
		expect([personalEmail, businessProfile, reverseEmail].map((tool) => line.lengthOf(tool))).toEqual([2, 2, 0]);
	});
});

describe('taking', () => {
	it("takes a tool's lookups in the order of asking, as many as there are", () => {
		const line = new LookupQueue(100);
		const entries = add(line, personalEmail, 5);
		expect([
			line.dequeue(personalEmail, 2),
			line.dequeue(personalEmail, 2),
			line.dequeue(personalEmail, 2),
			line.dequeue(personalEmail, 2),
		]).toEqual([entries.slice(0, 2), entries.slice(2, 4), entries.slice(4), []]);
		expect([line.isEmpty, line.nextReady(), line.peek()]).toEqual([true, null, null]);
	});

	it('takes nobody who is asked for the phone otherwise than the first', () => {
		const line = new LookupQueue(100);
		for (const [name, phone] of [
			['ada-example', 'without'],
			['bob-example', 'with'],
			['cem-example', 'with'],
		] as const) {
			line.add(entryOf(businessProfile, name, phone));
		}
		const phones = [1, 2].map(() => line.dequeue(businessProfile, 100).map(({ lookup }) => lookup.phone));
		expect(phones).toEqual([['without'], ['with', 'with']]);
	});

	it('goes on with what is asked after everything had been taken', () => {
		const line = new LookupQueue(100);
		add(line, personalEmail, 2);
		line.dequeue(personalEmail, 100);
		const late = entryOf(personalEmail, 'ada-example');
		line.add(late);
		expect(line.dequeue(personalEmail, 100)).toEqual([late]);
	});
});

it('everyone is taken once, each tool in its own order, and nobody waits but for answers of another tool', () => {
	const tools = [personalEmail, OTHER_BATCHING, businessProfile, reverseEmail];
	const doings = fc.oneof(
		fc.record({ do: fc.constant('add' as const), tool: fc.constantFrom(...tools) }),
		fc.record({ do: fc.constant('take' as const), size: fc.integer({ min: 1, max: 6 }) }),
		fc.record({ do: fc.constant('settle' as const), place: fc.nat(50) }),
	);
	fc.assert(
		fc.property(
			fc.array(doings, { maxLength: 80, size: 'max' }),
			fc.integer({ min: 1, max: 5 }),
			(all, batchSize) => {
				const line = new LookupQueue(batchSize);
				const asked = new Map<Tool, Entry[]>(tools.map((tool) => [tool, []]));
				const taken = new Map<Tool, Entry[]>(tools.map((tool) => [tool, []]));
				const underWay: Entry[] = [];
				for (const [nth, one] of all.entries()) {
					if (one.do === 'add') {
						const entry = entryOf(one.tool, `person-${nth}`);
						asked.get(one.tool)!.push(entry);
						line.add(entry);
					}
					if (one.do === 'settle' && underWay.length > 0)
						settle(line, underWay.splice(one.place % underWay.length, 1));
					const next = line.nextReady();
					if (next === null) {
						const waiting = tools.filter((tool) => asked.get(tool)!.length > taken.get(tool)!.length);
						expect(waiting.every((tool) => underWay.some(({ lookup }) => lookup.tool !== tool))).toBe(true);
					} else if (one.do === 'take') {
						const { tool } = next.lookup;
						const entries = line.dequeue(tool, one.size);
						taken.get(tool)!.push(...entries);
						underWay.push(...entries);
					}
					expect(line.isEmpty).toBe(
						tools.every((tool) => asked.get(tool)!.length === taken.get(tool)!.length),
					);
				}
				for (const tool of tools)
					expect(taken.get(tool)).toEqual(asked.get(tool)!.slice(0, taken.get(tool)!.length));
			},
		),
		{ numRuns: 300 },
	);
});

describe('rows that have begun', () => {
	const begun = (tool: Tool, name: string) => entryOf(tool, name, 'without', 'started');
	const keyOf = (entry: Entry | null) => entry?.lookup.key;

	it('go before those that begin, whichever tool they ask', () => {
		const line = lineOf({ inLine: [[businessProfile, 2]] });
		line.add(begun(reverseEmail, 'ada-example'));
		line.add(begun(businessProfile, 'ada-example'));
		expect(keyOf(line.nextReady())).toBe(`${businessProfile.name} linkedin:ada-example`);
		line.release(line.dequeue(businessProfile, 1)[0]);
		expect(keyOf(line.nextReady())).toBe(`${reverseEmail.name} email:ada-example@example.com`);
	});

	it('travel with others of the same tool, and first', () => {
		const line = lineOf({ inLine: [[personalEmail, 3]] });
		line.add(begun(personalEmail, 'ada-example'));
		expect(line.dequeue(personalEmail, 3).map(({ lookup }) => lookup.identifier.key)).toEqual([
			'linkedin:ada-example',
			'linkedin:person-1',
			'linkedin:person-2',
		]);
		expect(line.lengthOf(personalEmail)).toBe(1);
	});

	it('are not overtaken by others that could travel with the first of them', () => {
		const line = lineOf({ inLine: [[businessProfile, 2]] });
		for (const phone of ['without', 'with'] as const)
			line.add(entryOf(businessProfile, `${phone}-phone`, phone, 'started'));
		const taken = [1, 2, 3].map(() =>
			line.dequeue(businessProfile, 100).map(({ priority, lookup }) => [priority, lookup.phone]),
		);
		expect(taken).toEqual([
			[['started', 'without']],
			[['started', 'with']],
			[
				['fresh', 'without'],
				['fresh', 'without'],
			],
		]);
	});

	it('wait for a fuller batch like any other, and let those who begin go meanwhile', () => {
		const line = lineOf({ inLine: [[businessProfile, 1]], underWay: [reverseEmail] });
		line.add(begun(personalEmail, 'ada-example'));
		expect(line.nextReady()?.priority).toBe('fresh');
		expect(line.nextStarted()?.priority).toBe('started');
		expect(line.startedDemand()).toEqual([{ tool: personalEmail, phone: 'without', max: 1, min: 1 }]);
	});

	it('are owed nothing where none is in line', () => {
		const line = lineOf({ inLine: [[businessProfile, 3]] });
		expect(line.nextStarted()).toBeNull();
		expect(line.startedDemand()).toEqual([]);
	});
});

it('lets nobody wait for a batch once all go alone', () => {
	const line = lineOf({ inLine: [[personalEmail, 2]], underWay: [reverseEmail] });
	expect(line.nextReady()).toBeNull();
	line.disableBatching();
	expect(line.nextReady()?.lookup.tool).toBe(personalEmail);
	expect(line.requests).toBe(2);
});
