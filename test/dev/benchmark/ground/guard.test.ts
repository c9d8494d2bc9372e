import { GUARD, leastUnderGuard } from '../../../../dev/benchmark/ground/guard';
import { NOON, REVERSE, serviceUnder } from '../../sandbox/asking';

const LATENCY = 100;

it.each([
	['none', 0, 0],
	['as many as may come at once', 30, 0],
	['three more than that', 33, 100],
	['a hundred seconds of them', 3_030, 100_000],
])('lets requests through, %s, in no less than their time and one answer', (_many, requests, ms) => {
	expect(leastUnderGuard(requests, LATENCY)).toBeCloseTo(ms + LATENCY);
});

it('is what the service needs for requests that ask again every ms', () => {
	const requests = 90;
	const { ask } = serviceUnder({ burst: GUARD });
	let passed = 0;
	let ms = 0;
	for (; passed < requests; ms += 1)
		while (ask(REVERSE, { email: 'ada@example.com' }, NOON + ms).status === 200) passed += 1;
	const last = ms - 1;
	expect(last).toBeGreaterThanOrEqual(Math.floor(leastUnderGuard(requests, 0)));
	expect(last).toBeLessThanOrEqual(leastUnderGuard(requests, 0) + 2);
});
