import { WakeUp } from '../../../nodes/IdentityResolution/run/dispatch/wakeUp';
import { VirtualClock } from '../../../dev/simulation/virtualClock';

/** Waits at a bell until a time, ms from now, and tells when the wait was over. */
async function wakesAt(wakeUp: WakeUp, clock: VirtualClock, until: number): Promise<number> {
	await wakeUp.waitUntil(clock.start + until, clock);
	return clock.elapsed;
}

const ringsAt = (wakeUp: WakeUp, clock: VirtualClock, ms: number) => void clock.sleep(ms).then(() => wakeUp.notify());

describe('who waits at the bell', () => {
	it('is woken at the time where nobody rings', async () => {
		const clock = new VirtualClock();
		expect(await clock.until(wakesAt(new WakeUp(), clock, 500))).toBe(500);
	});

	it('is woken by a ring before the time', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		ringsAt(wakeUp, clock, 200);
		expect(await clock.until(wakesAt(wakeUp, clock, 500))).toBe(200);
	});

	it('is woken by a ring alone where there is no time to wait for', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		ringsAt(wakeUp, clock, 200);
		expect(await clock.until(wakesAt(wakeUp, clock, Infinity))).toBe(200);
	});

	it('does not sleep at all where there is no time to wait for', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		const waiting = wakesAt(wakeUp, clock, Infinity);
		expect(clock.sleeping).toBe(0);
		wakeUp.notify();
		expect(await waiting).toBe(0);
	});

	it('leaves nobody asleep on the clock once a ring has come', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		ringsAt(wakeUp, clock, 200);
		await clock.until(wakesAt(wakeUp, clock, 500));
		expect(clock.sleeping).toBe(0);
	});

	it('does not miss a ring that came before', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		wakeUp.notify();
		expect(await clock.until(wakesAt(wakeUp, clock, Infinity))).toBe(0);
	});

	it('takes many rings for one', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		wakeUp.notify();
		wakeUp.notify();
		expect(await clock.until(wakesAt(wakeUp, clock, 500))).toBe(0);
		expect(await clock.until(wakesAt(wakeUp, clock, 500))).toBe(500);
	});

	it('is woken once by one ring, and waits again', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		ringsAt(wakeUp, clock, 200);
		expect(await clock.until(wakesAt(wakeUp, clock, 500))).toBe(200);
		expect(await clock.until(wakesAt(wakeUp, clock, 500))).toBe(500);
	});

	it('hears a ring that comes after a wait that ended by its time', async () => {
		const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
		await clock.until(wakesAt(wakeUp, clock, 100));
		ringsAt(wakeUp, clock, 50);
		expect(await clock.until(wakesAt(wakeUp, clock, 500))).toBe(150);
	});
});
