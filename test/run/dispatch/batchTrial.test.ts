import {
	chooseProbes,
	largestBatch,
	verdictOf,
	type BatchSizes,
} from '../../../nodes/IdentityResolution/run/dispatch/runState';
import type { Entry, PendingRequest } from '../../../nodes/IdentityResolution/run/queue/queue';

describe('largestBatch', () => {
	const [one, two, three] = [1, 2, 3].map(() => ({ outcome: null }) as Entry);
	const answered = (entry: Entry, is: 'found' | 'not_found' | 'failed'): Entry =>
		({ ...entry, outcome: { is } }) as Entry;
	const request = (entries: Entry[], after?: Entry[]) => ({ entries, after });

	it.each<[string, number | null, BatchSizes, Pick<PendingRequest, 'entries' | 'after'>]>([
		['is unknown before a refusal', null, { accepted: 50, isRefused: false }, request([one, two])],
		['is the largest accepted one', 50, { accepted: 50, isRefused: true }, request([one, two])],
		['is 1 after two taken alone', 1, { accepted: 1, isRefused: true }, request([two], [answered(one, 'found')])],
		['is 1 after two misses', 1, { accepted: 1, isRefused: true }, request([two], [answered(one, 'not_found')])],
		['is null if one failed', null, { accepted: 1, isRefused: true }, request([two], [answered(one, 'failed')])],
		['is unknown after the first of two', null, { accepted: 1, isRefused: true }, request([one])],
		[
			'is unknown after the last of three',
			null,
			{ accepted: 1, isRefused: true },
			request([three], [answered(one, 'found'), answered(two, 'found')]),
		],
	])('%s', (_says, largest, sizes, last) => {
		expect(largestBatch(sizes, last)).toBe(largest);
	});
});

describe('verdictOf', () => {
	const probes = (...outcomes: Array<string | null>) =>
		outcomes.map((is) => ({ outcome: is === null ? null : { is } }) as Entry);

	it.each<[string, Array<string | null>]>([
		['pending', ['not_found', null]],
		['hit', ['found', null]],
		['hit', ['not_found', 'found']],
		['misses', ['not_found', 'failed']],
		['undecided', ['failed', 'deferred']],
	])('is %s for %j', (verdict, outcomes) => {
		expect(verdictOf(probes(...outcomes))).toBe(verdict);
	});
});

it('chooseProbes takes lookups from all parts of a batch', () => {
	const numbers = Array.from({ length: 100 }, (_, number) => number);
	expect(chooseProbes(numbers)).toEqual([0, 20, 40, 60, 80]);
	expect(chooseProbes([1, 2])).toEqual([1, 2]);
});
