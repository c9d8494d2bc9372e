import * as n8n from 'n8n-workflow';
import { createClock } from '../../nodes/IdentityResolution/client/clock';

type Sleep = typeof n8n.sleep;

/** The sleep of hosts before 2.34: no signal ends it. */
const deafSleep: Sleep = async (ms) => await new Promise((resolve) => setTimeout(resolve, ms));

/** The sleep of newer hosts: a signal ends it with an error. */
const alertSleep: Sleep = async (ms, signal) =>
	await new Promise((resolve, reject) => {
		const cancel = () => reject(new Error('cancelled'));
		signal?.addEventListener('abort', cancel);
		setTimeout(() => {
			signal?.removeEventListener('abort', cancel);
			resolve();
		}, ms);
	});

const mockSleep = jest.fn<ReturnType<Sleep>, Parameters<Sleep>>();
jest.mock('n8n-workflow', () => ({ sleep: (...given: Parameters<Sleep>) => mockSleep(...given) }));

const HOUR = 3_600_000;

/** @returns ms until the sleep was over, in steps of 10 ms */
async function sleepFor(ms: number, sleep: Sleep, stopAfter: number | null): Promise<number> {
	mockSleep.mockImplementation(sleep);
	const start = Date.now();
	const stop = new AbortController();
	let isOver = false;
	if (stopAfter === 0) stop.abort();
	else if (stopAfter !== null) setTimeout(() => stop.abort(), stopAfter);
	void createClock()
		.sleep(ms, stop.signal)
		.then(() => {
			isOver = true;
		});
	await jest.advanceTimersByTimeAsync(0);
	while (!isOver && Date.now() - start < 2 * HOUR) await jest.advanceTimersByTimeAsync(10);
	return Date.now() - start;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe.each([
	['a host whose sleep ignores a signal', deafSleep],
	['a host whose sleep a signal ends', alertSleep],
])('on %s', (_host, sleep) => {
	it.each([10, 200, 210, 1_500])('a sleep of %i ms lasts as long', async (ms) => {
		expect(await sleepFor(ms, sleep, null)).toBe(ms);
	});

	it.each([10, 190, 1_030, 65_470])(
		'a sleep of an hour ends within 250 ms of a stop after %i ms',
		async (stopAfter) => {
			const took = await sleepFor(HOUR, sleep, stopAfter);
			expect(took).toBeGreaterThanOrEqual(stopAfter);
			expect(took).toBeLessThanOrEqual(stopAfter + 250);
		},
	);

	it('a sleep that is stopped before it begins takes no time', async () => {
		expect(await sleepFor(HOUR, sleep, 0)).toBe(0);
	});
});

const NOON = Date.UTC(2030, 0, 1, 12);

it('tells the time of the machine', () => {
	jest.setSystemTime(NOON);
	const clock = createClock();
	jest.advanceTimersByTime(1_500);
	expect(clock.now()).toBe(NOON + 1_500);
});

it.each([
	['back', -HOUR],
	['ahead', HOUR],
])(
	"goes on as it was, and sleeps as long as it was told, when the machine's clock is set %s by an hour",
	async (_where, by) => {
		jest.setSystemTime(NOON);
		const clock = createClock();
		jest.setSystemTime(NOON + by);
		let isOver = false;
		mockSleep.mockImplementation(deafSleep);
		void clock.sleep(1_000, new AbortController().signal).then(() => {
			isOver = true;
		});
		await jest.advanceTimersByTimeAsync(990);
		expect([isOver, clock.now()]).toEqual([false, NOON + 990]);
		await jest.advanceTimersByTimeAsync(10);
		expect([isOver, clock.now()]).toEqual([true, NOON + 1_000]);
	},
);
