import { FaultCounts } from '../../../dev/sandbox/faultCounts';
import type { Fault } from '../../../dev/sandbox/faultSchema';
import { PROFILE, serviceUnder, SINGLE } from './asking';

const SEED = 3;
const struck = (fault: Fault, requests = 10) => {
	const counts = new FaultCounts();
	const hits = Array.from({ length: requests }, (_, index) => (counts.next([fault], SINGLE, SEED) ? index + 1 : 0));
	return hits.filter((number) => number > 0);
};

describe('when a fault strikes', () => {
	test.each([
		[{ kind: 'reset' as const }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
		[{ kind: 'reset' as const, every: 3 }, [3, 6, 9]],
		[{ kind: 'reset' as const, first: 2 }, [1, 2]],
		[{ kind: 'reset' as const, nth: [4, 7, 40] }, [4, 7]],
		[{ kind: 'reset' as const, rate: 0 }, []],
		[{ kind: 'reset' as const, rate: 1, tool: PROFILE }, []],
	])('%j strikes %j', (fault, numbers) => expect(struck(fault)).toEqual(numbers));

	test('by a rate: that share, the same for the same seed', () => {
		const fault: Fault = { kind: 'reset', rate: 0.25 };
		expect(struck(fault, 4000).length / 4000).toBeCloseTo(0.25, 1);
		expect(struck(fault, 200)).toEqual(struck(fault, 200));
	});

	test('only requests to its tool are counted', () => {
		const counts = new FaultCounts();
		const fault: Fault = { kind: 'reset', tool: SINGLE, nth: [2] };
		const tools = [SINGLE, PROFILE, PROFILE, SINGLE].map((tool) => counts.next([fault], tool, SEED) !== null);
		expect(tools).toEqual([false, false, false, true]);
	});

	test('of several the first in the list, and all of them count', () => {
		const counts = new FaultCounts();
		const faults: Fault[] = [
			{ kind: 'reset', nth: [1] },
			{ kind: 'not_json', nth: [1, 2] },
		];
		expect([1, 2, 3].map(() => counts.next(faults, SINGLE, SEED)?.kind)).toEqual(['reset', 'not_json', undefined]);
	});

	test('they count from one again when they are set again', () => {
		const { ask, service } = serviceUnder({ faults: [{ kind: 'internal_error', first: 1 }] });
		const statuses = () => [1, 2].map(() => ask(SINGLE, { linkedin_url: 'test-found' }).status);
		expect(statuses()).toEqual([500, 200]);
		service.configure({ hitRate: 1 });
		expect(statuses()).toEqual([200, 200]);
		service.configure({ faults: [{ kind: 'internal_error', first: 1 }] });
		expect(statuses()).toEqual([500, 200]);
	});
});
