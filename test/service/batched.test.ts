import { afterCheck, chooseProbes, inHalves } from '../../nodes/IdentityResolution/service/batched';
import { Batches } from '../../nodes/IdentityResolution/service/batches';
import { UNMATCHED } from '../../nodes/IdentityResolution/service/once';
import type { Answered, Outcome } from '../../nodes/IdentityResolution/service/outcome';
import type { Ask, Unanswered } from '../../nodes/IdentityResolution/service/request';
import { people, personalEmail } from '../support/run/lookups';
import { namesIn, retryOf } from '../support/run/requests';
import { DEFERRED, FAILED, found, MISS } from '../support/run/settledRows';

const FOUND = found({ email: 'ada@example.com' });
const silent = () => undefined;

/** A batch without an answer. */
const batchOf = (lookups: number): Unanswered => ({
	...{ request: retryOf(lookups), refusal: UNMATCHED },
	...{ sentTo: personalEmail.name, sentAt: 0 },
});

/** A service that settles lookups with these outcomes, in turn, and the requests to it. */
function serviceWith(outcomes: readonly Outcome[]) {
	const asked: string[][] = [];
	const left = [...outcomes];
	const ask: Ask = (request) => {
		asked.push(namesIn(request) ?? []);
		for (const entry of request.entries) entry.outcome = left.shift() ?? MISS;
		return Promise.resolve();
	};
	return { asked, ask };
}

it('chooseProbes takes lookups from all parts of a batch', () => {
	const numbers = Array.from({ length: 100 }, (_, number) => number);
	expect(chooseProbes(numbers)).toEqual([0, 20, 40, 60, 80]);
	expect(chooseProbes([1, 2])).toEqual([1, 2]);
});

it.each<[string, number, Outcome[]]>([
	['no batches after two lookups taken alone', 1, [FOUND, FOUND]],
	['no batches after two misses', 1, [FOUND, MISS]],
	['batches if one failed', 100, [FOUND, FAILED]],
	['batches after two and one of three', 100, [FOUND, FOUND, FOUND]],
])('inHalves: a tool takes %s', async (_says, most, outcomes) => {
	const batches = new Batches();
	const { asked, ask } = serviceWith(outcomes);
	await inHalves(batches, silent)(batchOf(outcomes.length), ask);
	expect(batches.maxBatch(personalEmail)).toBe(most);
	expect(asked.flat()).toEqual(people(outcomes.length));
});

it('inHalves cannot halve a single lookup', () => {
	expect(inHalves(new Batches(), silent)(batchOf(1), serviceWith([]).ask)).toBeNull();
});

it.each<[string, Outcome[], asked: number, settled: number]>([
	['holds if all probes are missed', [MISS, MISS, MISS, MISS, MISS], 5, 7],
	['holds if one probe is missed, and the others are not answered', [FAILED, FAILED, FAILED, FAILED, MISS], 5, 7],
	['is refuted by one hit', [MISS, MISS, MISS, MISS, FOUND], 12, 0],
	['is probed again if no probe is answered', [FAILED, DEFERRED, FAILED, FAILED, FAILED, MISS], 10, 2],
	['is never believed if no lookup is answered', Array<Outcome>(12).fill(FAILED), 12, 0],
])('afterCheck: the miss of a whole batch %s', async (_says, outcomes, sent, settled) => {
	const one = batchOf(12);
	const misses = one.request.entries.map((entry) => ({
		...{ entry, outcome: MISS as Answered },
		...{ charged: 0, recordsLeft: null },
	}));
	const certain: unknown[] = [];
	const { asked, ask } = serviceWith(outcomes);
	await afterCheck(new Batches(), (all) => void certain.push(...all), silent)({ ...one, misses }, ask);
	expect([asked.length, new Set(asked.flat()).size, certain.length]).toEqual([sent, sent, settled]);
});
