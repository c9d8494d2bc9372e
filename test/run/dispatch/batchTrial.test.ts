import { readUsage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import type { Answer, Reading } from '../../../nodes/IdentityResolution/api/replies/reading';
import {
	mayStartDuring,
	onBatchReply,
	onRequestSent,
	type BatchTrial,
} from '../../../nodes/IdentityResolution/run/dispatch/batchTrial';

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
	refusal: { kind: 'internal_error', httpStatus: 500, code: null, message: null, retryAfter: null },
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
