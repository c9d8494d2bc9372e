import type { Reply } from '../../nodes/IdentityResolution/api/replies/httpReply';
import { withTimeout } from '../../nodes/IdentityResolution/client/client';
import { TIMED_OUT } from '../../nodes/IdentityResolution/client/response';
import { VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';

it.each([
	['returns a reply in time and cancels the timeout', -1, { isActive: true, sleeping: 0 }],
	['reports a late reply as lost and aborts the request', 1, { isActive: undefined, sleeping: 1 }],
])('withTimeout %s', async (_does, late, expected) => {
	const ANSWER: Reply = { is: 'http', status: 200, headers: {}, body: {} };
	const TIMEOUT = 60_000;
	const clock = new VirtualClock();
	let isActive: boolean | undefined;
	const signals: AbortSignal[] = [];
	const answer = withTimeout(TIMEOUT, clock, async (signal) => {
		signals.push(signal);
		await clock.sleep(TIMEOUT + late);
		isActive = !signal.aborted;
		return ANSWER;
	});
	expect(await clock.until(answer)).toEqual(late < 0 ? ANSWER : TIMED_OUT);
	expect([clock.elapsed, signals[0].aborted]).toEqual([TIMEOUT + Math.min(late, 0), true]);
	expect({ isActive, sleeping: clock.sleeping }).toEqual(expected);
});
