import { MAX_RETRIES, retryRequests } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { NOW, retryOf } from '../../support/run/scheduling';
import { namesIn } from '../../support/run/requests';

const request = retryOf(5, { errorCount: 1, lostCount: 1 });

describe('retryRequests', () => {
	it('returns the whole request with its delay', () => {
		const [retry, ...others] = retryRequests(
			request,
			{ do: 'retry', after: 500, as: 'same', counts: 'error' },
			NOW,
		);
		expect(others).toEqual([]);
		expect(retry).toEqual({ ...request, errorCount: 2, notBefore: NOW + 500 });
	});

	it.each([
		['error', { errorCount: 2, lostCount: 1 }],
		['lost', { errorCount: 1, lostCount: 2 }],
		['nothing', { errorCount: 1, lostCount: 1 }],
	] as const)('counts the failure: %s', (counts, expected) => {
		expect(retryRequests(request, { do: 'retry', after: 0, as: 'same', counts }, NOW)).toMatchObject([expected]);
	});

	it.each([
		[
			'halves',
			[
				['person-1', 'person-2', 'person-3'],
				['person-4', 'person-5'],
			],
		],
		['singles', [['person-1'], ['person-2'], ['person-3'], ['person-4'], ['person-5']]],
	] as const)('returns %s', (as, names) => {
		const retries = retryRequests(request, { do: 'retry', after: 0, as, counts: 'nothing' }, NOW);
		expect(retries.map(namesIn)).toEqual(names);
	});

	it('returns the halves of a split batch without retries left', () => {
		const retries = retryRequests(request, { do: 'split', after: 500, counts: 'nothing' }, NOW);
		const half = { errorCount: MAX_RETRIES + 1, lostCount: 1, notBefore: NOW + 500 };
		expect(retries).toMatchObject([half, half]);
		expect(retries.map(namesIn)).toEqual([
			['person-1', 'person-2', 'person-3'],
			['person-4', 'person-5'],
		]);
	});
});
