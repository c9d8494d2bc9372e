import type { IExecuteFunctions } from 'n8n-workflow';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import { connect, withTimeout } from '../../nodes/IdentityResolution/client/client';
import { TIMED_OUT } from '../../nodes/IdentityResolution/client/response';
import { newStats } from '../../nodes/IdentityResolution/run/stats';
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

it('logs the progress of a run at most once a second', async () => {
	jest.useFakeTimers();
	const debug = jest.fn();
	const getCredentials = async () =>
		await Promise.resolve({ baseUrl: 'https://api.example.com', apiKey: 'key_synthetic' });
	const connection = await connect({ getCredentials, logger: { debug } } as unknown as IExecuteFunctions, {});
	if (connection.is !== 'ready') throw new Error(connection.stop.reason);
	const reports = [0, 999, 1, 500, 1_000].map((later) => {
		jest.advanceTimersByTime(later);
		connection.env.progress({ ...newStats(), requests: 1 });
		return debug.mock.calls.length;
	});
	jest.useRealTimers();
	expect(reports).toEqual([1, 1, 2, 2, 3]);
});
