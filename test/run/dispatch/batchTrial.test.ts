import { readUsage } from '../../../nodes/IdentityResolution/api/replies/envelope';
import { type Answer, type Reading } from '../../../nodes/IdentityResolution/api/replies/reading';
import {
	chooseProbes,
	largestBatch,
	mayStartDuring,
	onBatchReply,
	onRequestSent,
	verdictOf,
	type BatchSizes,
	type BatchTrial,
} from '../../../nodes/IdentityResolution/run/dispatch/batchTrial';
import type { Entry, PendingRequest } from '../../../nodes/IdentityResolution/run/queue/queue';

const usage = readUsage(null);
const answer: Answer = { found: true, results: {}, metadata: {}, at: 0 };

const answers = (matching: 'per_row' | 'whole_batch', count = 1): Reading => ({
	is: 'answers',
	answers: new Map(Array.from({ length: count }, (_, nth) => [String(nth), answer])),
	matching,
	unanswered: [],
	partialError: null,
	usage,
	drift: [],
});
const refused: Reading = {
	is: 'refusal',
	refusal: { reason: 'internal_error', httpStatus: 500, code: null, message: null, retryAfter: null },
	usage,
};

describe('BatchTrial', () => {
	it.each<[string, BatchTrial, number, BatchTrial]>([
		['starts with the first batch', 'untested', 2, 'inProgress'],
		['does not start with a single lookup', 'untested', 1, 'untested'],
		['does not start again after it passed', 'passed', 100, 'passed'],
		['does not start again after it failed', 'failed', 2, 'failed'],
	])('%s', (_says, trial, lookups, after) => {
		expect(onRequestSent(trial, lookups)).toBe(after);
	});

	it.each<[string, BatchTrial, number, Reading, BatchTrial]>([
		['passes if rows can be matched', 'inProgress', 2, answers('per_row'), 'passed'],
		['is repeated after a batch-wide miss', 'inProgress', 2, answers('whole_batch'), 'untested'],
		['is repeated after a refusal', 'inProgress', 2, refused, 'untested'],
		['ignores the reply of a single lookup', 'inProgress', 1, answers('per_row'), 'inProgress'],
		['fails if nothing can be matched', 'inProgress', 2, answers('per_row', 0), 'failed'],
		['fails after it passed if nothing of a batch can be matched', 'passed', 2, answers('per_row', 0), 'failed'],
		['remains passed after a refusal', 'passed', 2, refused, 'passed'],
		['remains failed', 'failed', 2, answers('per_row'), 'failed'],
	])('%s', (_says, trial, lookups, reading, after) => {
		expect(onBatchReply(trial, lookups, reading)).toBe(after);
	});

	it.each<[string, BatchTrial, number, number, boolean]>([
		['blocks other batches while it is in progress', 'inProgress', 2, 100, false],
		['allows a single lookup while it is in progress', 'inProgress', 1, 100, true],
		['allows lookups that are sent one by one', 'inProgress', 2, 1, true],
		['allows the first batch', 'untested', 100, 100, true],
		['allows all batches after it passed', 'passed', 100, 100, true],
	])('%s', (_says, trial, lookups, maxLookups, mayStart) => {
		expect(mayStartDuring(trial, lookups, maxLookups)).toBe(mayStart);
	});
});

describe('largestBatch', () => {
	const [one, two, three] = [1, 2, 3].map(() => ({ outcome: null }) as Entry);
	const answered = (entry: Entry, is: 'found' | 'not_found' | 'failed'): Entry =>
		({ ...entry, outcome: { is } }) as Entry;
	const request = (entries: Entry[], after?: Entry[]) => ({ entries, after });

	it.each<[string, number | null, BatchSizes, Pick<PendingRequest, 'entries' | 'after'>]>([
		['is unknown before a refusal', null, { accepted: 50, isRefused: false }, request([one, two])],
		['is the largest accepted one', 50, { accepted: 50, isRefused: true }, request([one, two])],
		[
			'is 1 after two accepted alone',
			1,
			{ accepted: 1, isRefused: true },
			request([two], [answered(one, 'found')]),
		],
		[
			'is 1 after two missed alone',
			1,
			{ accepted: 1, isRefused: true },
			request([two], [answered(one, 'not_found')]),
		],
		[
			'is unknown if one of two failed',
			null,
			{ accepted: 1, isRefused: true },
			request([two], [answered(one, 'failed')]),
		],
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
