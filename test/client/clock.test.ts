import type { sleep as n8nSleep } from 'n8n-workflow';
import { createClock } from '../../nodes/IdentityResolution/client/client';

type Sleep = typeof n8nSleep;

/** `sleep` before n8n 2.34 ignores the signal. */
const uncancellableSleep: Sleep = async (ms) => await new Promise((resolve) => setTimeout(resolve, ms));

/** Newer versions of `sleep` reject when the signal aborts. */
const cancellableSleep: Sleep = async (ms, signal) =>
	await new Promise((resolve, reject) => {
		const cancel = () => reject(new Error('canceled'));
		signal?.addEventListener('abort', cancel);
		setTimeout(() => {
			signal?.removeEventListener('abort', cancel);
			resolve();
		}, ms);
	});

const HOUR = 3_600_000;

/** @returns ms until the sleep ended, in steps of 10 ms */
async function sleepFor(ms: number, sleep: Sleep, stopAfter: number | null): Promise<number> {
	const start = Date.now();
	const controller = new AbortController();
	let hasEnded = false;
	if (stopAfter === 0) controller.abort();
	else if (stopAfter !== null) setTimeout(() => controller.abort(), stopAfter);
	void createClock(sleep)
		.sleep(ms, controller.signal)
		.then(() => {
			hasEnded = true;
		});
	await jest.advanceTimersByTimeAsync(0);
	while (!hasEnded && Date.now() - start < 2 * HOUR) await jest.advanceTimersByTimeAsync(10);
	return Date.now() - start;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe.each([
	['ignores the signal', uncancellableSleep],
	['rejects when the signal aborts', cancellableSleep],
])('createClock on a host whose sleep %s', (_host, sleep) => {
	it.each([10, 200, 1_510])('sleeps for %i ms', async (ms) => {
		expect(await sleepFor(ms, sleep, null)).toBe(ms);
	});

	it.each([10, 1_030, 65_470])(
		'ends a sleep of an hour within 250 ms if it is canceled after %i ms',
		async (stopAfter) => {
			const took = await sleepFor(HOUR, sleep, stopAfter);
			expect(took).toBeGreaterThanOrEqual(stopAfter);
			expect(took).toBeLessThanOrEqual(stopAfter + 250);
		},
	);

	it('does not sleep if the signal has already aborted', async () => {
		expect(await sleepFor(HOUR, sleep, 0)).toBe(0);
	});
});

const NOON = Date.UTC(2030, 0, 1, 12);

it.each([
	['back by an hour', -HOUR],
	['ahead by an hour', HOUR],
])('createClock keeps its time and its sleeps when the system clock is set %s', async (_change, by) => {
	jest.setSystemTime(NOON);
	const clock = createClock(uncancellableSleep);
	jest.setSystemTime(NOON + by);
	let hasEnded = false;
	void clock.sleep(1_000, new AbortController().signal).then(() => {
		hasEnded = true;
	});
	await jest.advanceTimersByTimeAsync(990);
	expect([hasEnded, clock.now()]).toEqual([false, NOON + 990]);
	await jest.advanceTimersByTimeAsync(10);
	expect([hasEnded, clock.now()]).toEqual([true, NOON + 1_000]);
});
