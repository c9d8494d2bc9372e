import { keptStop, nameInsteadOf, RunState } from '../../../nodes/IdentityResolution/run/dispatch/runState';
import { stopFor, type Answered } from '../../../nodes/IdentityResolution/run/outcome';
import { Budget } from '../../../nodes/IdentityResolution/run/budget';
import type { Entry } from '../../../nodes/IdentityResolution/run/queue/queue';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import { limitsWith } from '../../support/run/limits';
import { personalEmail } from '../../support/run/lookups';
import { registryOf, retryOf } from '../../support/run/requests';
import { VirtualClock } from '../../../dev/benchmark/rateLimits/virtualClock';

const NOW = Date.UTC(2030, 0, 1);

describe('keptStop', () => {
	it.each<[string, number | null, number | null, 'first' | 'second']>([
		['returns the second stop if it ends later', NOW + 5_000, NOW + 6_000, 'second'],
		['returns the first stop if both end at the same time', NOW + 5_000, NOW + 5_000, 'first'],
		['returns the first stop if only its end is known', NOW + 5_000, null, 'first'],
		['returns the first stop if its end is unknown, because it may never end', null, NOW + 5_000, 'first'],
	])('%s', (_says, first, second, kept) => {
		const stops = {
			first: stopFor('rate_limited', { retryAt: first }),
			second: stopFor('fair_use_requests', { retryAt: second }),
		};
		expect(keptStop(stops.first, stops.second)).toBe(stops[kept]);
	});
});

it.each([
	['the next one', 'own', new Map<string, string>(), 'second'],
	['the current one, if another request found out before', 'own', new Map([['own', 'third']]), 'third'],
	['none after the last one', 'third', new Map([['own', 'third']]), null],
])('nameInsteadOf replaces a missing name by %s', (_what, missing, names, expected) => {
	const tool = { ...personalEmail, name: 'own', otherNames: ['second', 'third'] };
	expect(nameInsteadOf(missing, names, tool)).toBe(expected);
});

const ANSWERED: Answered = {
	is: 'found',
	answer: { found: true, results: {}, metadata: null, at: NOW },
	phone: 'as_requested',
};

const stateOf = (registry = new LookupRegistry()) =>
	new RunState(registry, new Budget(Infinity), limitsWith(), {
		clock: new VirtualClock(),
		random: () => 0,
		log: () => undefined,
	});

describe('learnBatchSize', () => {
	type Reply = [lookups: number, reply: 'accepted' | 'refused'];

	it.each<[string, Reply[], number]>([
		[
			'nothing from accepted batches alone',
			[
				[100, 'accepted'],
				[2, 'accepted'],
			],
			100,
		],
		[
			'nothing from refused batches alone',
			[
				[100, 'refused'],
				[50, 'refused'],
			],
			100,
		],
		[
			'nothing from a single lookup that is refused',
			[
				[1, 'refused'],
				[7, 'accepted'],
			],
			100,
		],
		[
			'the size that is accepted after a refused batch',
			[
				[100, 'refused'],
				[50, 'accepted'],
			],
			50,
		],
		[
			'the largest size that was ever accepted',
			[
				[60, 'accepted'],
				[100, 'refused'],
				[50, 'accepted'],
			],
			60,
		],
		[
			'nothing from a single lookup after a refused batch',
			[
				[100, 'refused'],
				[1, 'accepted'],
			],
			100,
		],
	])('learns %s', (_what, replies, size) => {
		const state = stateOf();
		for (const [lookups, reply] of replies) state.learnBatchSize(retryOf(lookups), reply);
		expect(state.registry.queue.maxBatch(personalEmail)).toBe(size);
	});
});

it.each<[Entry['priority'][], boolean]>([
	[['fresh'], false],
	[['started'], true],
	[['started', 'fresh'], true],
	[['fresh', 'started'], true],
])('after answers to lookups of %j rows it is known what a row may cost: %s', (priorities, isKnown) => {
	const names = priorities.map((_, index) => `person-${index}`);
	const registry = registryOf(personalEmail, names);
	const state = stateOf(registry);
	const { entries } = registry.queue.dequeue(personalEmail, names.length);
	state.settleAnswered(
		entries.map((entry, index) => ({
			entry: Object.assign(entry, { priority: priorities[index] }),
			outcome: ANSWERED,
			charged: 1,
			recordsLeft: null,
		})),
	);
	expect(state.isPathKnown).toBe(isKnown);
	expect(entries.map(({ outcome }) => outcome?.is)).toEqual(priorities.map(() => 'found'));
});
