import { WakeUp } from '../../../nodes/IdentityResolution/run/dispatch/scheduler';
import { VirtualClock } from '../../support/virtual/virtualClock';

/** Waits until a time (ms from the start), and returns the time at which the wait ended. */
async function wait(wakeUp: WakeUp, clock: VirtualClock, until: number): Promise<number> {
	await wakeUp.waitUntil(clock.start + until, clock);
	return clock.elapsed;
}

const notifyAt = (wakeUp: WakeUp, clock: VirtualClock, ms: number) => void clock.sleep(ms).then(() => wakeUp.notify());

describe('WakeUp', () => {
	it('waits until the time if no notification arrives', async () => {
		const clock = new VirtualClock();
		expect(await clock.until(wait(new WakeUp(), clock, 500))).toBe(500);
	});

	it('ends the wait at a notification before the time', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		notifyAt(wakeUp, clock, 200);
		expect(await clock.until(wait(wakeUp, clock, 500))).toBe(200);
	});

	it('waits only for a notification if the time is Infinity', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		notifyAt(wakeUp, clock, 200);
		expect(await clock.until(wait(wakeUp, clock, Infinity))).toBe(200);
	});

	it('starts no timer if the time is Infinity', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		const waiting = wait(wakeUp, clock, Infinity);
		expect(clock.sleeping).toBe(0);
		wakeUp.notify();
		expect(await waiting).toBe(0);
	});

	it('cancels its timer after a notification', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		notifyAt(wakeUp, clock, 200);
		await clock.until(wait(wakeUp, clock, 500));
		expect(clock.sleeping).toBe(0);
	});

	it('ends a wait at once after an earlier notification', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		wakeUp.notify();
		expect(await clock.until(wait(wakeUp, clock, Infinity))).toBe(0);
	});

	it('treats several notifications before a wait as one', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		wakeUp.notify();
		wakeUp.notify();
		expect(await clock.until(wait(wakeUp, clock, 500))).toBe(0);
		expect(await clock.until(wait(wakeUp, clock, 500))).toBe(500);
	});

	it('ends only one wait per notification', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		notifyAt(wakeUp, clock, 200);
		expect(await clock.until(wait(wakeUp, clock, 500))).toBe(200);
		expect(await clock.until(wait(wakeUp, clock, 500))).toBe(500);
	});

	it('ends a wait at a notification after a wait that timed out', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		await clock.until(wait(wakeUp, clock, 100));
		notifyAt(wakeUp, clock, 50);
		expect(await clock.until(wait(wakeUp, clock, 500))).toBe(150);
	});
});
