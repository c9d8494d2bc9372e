import { FAULTS, type Meaning } from '../../../dev/faultMatrix/catalogue';
import { expectedOf, mostAttempts } from '../../../dev/faultMatrix/expectation';
import { boundsOf } from '../../../dev/faultMatrix/runCell';
import { BOUNDS, cellWith, expectedIn } from './cell';

describe('how often one question may be asked', () => {
	it.each<[Meaning, number, number]>([
		['nothing', 6, 1],
		['unsent', 6, 0],
		['lost', 1, 2],
		['lost', 6, 2],
		['failing', 1, 2],
		// The batch twice, then its parts of 3, 2 and 1.
		['failing', 6, 5],
		['refused', 1, 1],
		['refused', 6, 4],
		['redirected', 6, 1],
		['limited', 1, 3],
		['closed', 1, 1],
	])('%s, in a batch of %d: %d times', (means, batch, times) =>
		expect(mostAttempts(means, BOUNDS, batch)).toBe(times),
	);

	it.each([
		[0, 1],
		[999, 1],
		[1_000, 2],
		[5_999, 3],
		[6_000, 4],
		// After eight refusals in a row a run gives up.
		[600_000, 9],
	])('within a wait of %d ms: %d times', (maxWait, times) =>
		expect(mostAttempts('limited', { ...BOUNDS, maxWait }, 1)).toBe(times),
	);
});

describe('what may become of rows', () => {
	it.each([
		[{ fault: 'reset', mode: 'first' }, ['found', 'not_found']],
		[{ fault: 'reset', mode: 'always' }, ['failed', 'deferred']],
		[{ fault: 'reset', mode: 'always', onError: 'continueErrorOutput' }, ['error', 'deferred']],
		[{ fault: '418', mode: 'first' }, ['found', 'not_found', 'failed']],
		[{ fault: '418', mode: 'always' }, ['failed']],
		[{ fault: 'retry-after-text', mode: 'always' }, ['deferred']],
		[
			{ fault: 'retry-after-text', mode: 'always', operation: 'account.get', onError: 'continueErrorOutput' },
			['error'],
		],
	] as const)('%j: %j', (cell, statuses) => expect([...expectedIn(cellWith(cell)).statuses]).toEqual(statuses));
});

describe('how long a run may take', () => {
	const time = (cell: Parameters<typeof cellWith>[0]) => expectedIn(cellWith(cell)).time;

	it('is longer where requests end by a time-out, and grows with it', () => {
		expect(time({ fault: 'drip' })).toBeGreaterThan(time({ fault: 'reset' }));
		const cell = cellWith({ fault: 'drip' });
		const more =
			expectedOf(cell, { ...BOUNDS, timeout: 2_000 }, []).time -
			expectedOf(cell, { ...BOUNDS, timeout: 1_000 }, []).time;
		// Six questions, two at a time, each twice.
		expect(more).toBe(6_000);
	});

	it('ends for every cell, within minutes', () => {
		const longest = FAULTS.flatMap((fault) =>
			fault.modes.map((mode) => cellWith({ fault: fault.name, mode, operation: 'account.get' })),
		);
		for (const cell of longest) expect(expectedOf(cell, boundsOf(cell), []).time).toBeLessThan(6 * 60_000);
	});
});

it('a time-out is short only where no answer would ever come', () => {
	const timeoutOf = (fault: string, mode: 'first' | 'always') => boundsOf(cellWith({ fault, mode })).timeout;
	expect([timeoutOf('drip', 'always'), timeoutOf('drip', 'first'), timeoutOf('reset', 'always')]).toEqual([
		1_000, 10_000, 60_000,
	]);
});
