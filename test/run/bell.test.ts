import { Bell } from '../../nodes/IdentityResolution/run/bell';
import { VirtualClock } from '../../dev/simulation/virtualClock';

/** Waits at a bell until a time, ms from now, and tells when the wait was over. */
async function wakesAt(bell: Bell, clock: VirtualClock, until: number): Promise<number> {
	await bell.ringsOrIs(clock.start + until, clock);
	return clock.elapsed;
}

const ringsAt = (bell: Bell, clock: VirtualClock, ms: number) => void clock.sleep(ms).then(() => bell.ring());

describe('who waits at the bell', () => {
	it('is woken at the time where nobody rings', async () => {
		const clock = new VirtualClock();
		expect(await clock.until(wakesAt(new Bell(), clock, 500))).toBe(500);
	});

	it('is woken by a ring before the time', async () => {
		const [bell, clock] = [new Bell(), new VirtualClock()];
		ringsAt(bell, clock, 200);
		expect(await clock.until(wakesAt(bell, clock, 500))).toBe(200);
	});

	it('is woken by a ring alone where there is no time to wait for', async () => {
		const [bell, clock] = [new Bell(), new VirtualClock()];
		ringsAt(bell, clock, 200);
		expect(await clock.until(wakesAt(bell, clock, Infinity))).toBe(200);
	});

	it('does not sleep at all where there is no time to wait for', async () => {
		const [bell, clock] = [new Bell(), new VirtualClock()];
		const waiting = wakesAt(bell, clock, Infinity);
		expect(clock.sleeping).toBe(0);
		bell.ring();
		expect(await waiting).toBe(0);
	});

	it('leaves nobody asleep on the clock once a ring has come', async () => {
		const [bell, clock] = [new Bell(), new VirtualClock()];
		ringsAt(bell, clock, 200);
		await clock.until(wakesAt(bell, clock, 500));
		expect(clock.sleeping).toBe(0);
	});

	it('does not miss a ring that came before', async () => {
		const [bell, clock] = [new Bell(), new VirtualClock()];
		bell.ring();
		expect(await clock.until(wakesAt(bell, clock, Infinity))).toBe(0);
	});

	it('takes many rings for one', async () => {
		const [bell, clock] = [new Bell(), new VirtualClock()];
		bell.ring();
		bell.ring();
		expect(await clock.until(wakesAt(bell, clock, 500))).toBe(0);
		expect(await clock.until(wakesAt(bell, clock, 500))).toBe(500);
	});

	it('is woken once by one ring, and waits again', async () => {
		const [bell, clock] = [new Bell(), new VirtualClock()];
		ringsAt(bell, clock, 200);
		expect(await clock.until(wakesAt(bell, clock, 500))).toBe(200);
		expect(await clock.until(wakesAt(bell, clock, 500))).toBe(500);
	});

	it('hears a ring that comes after a wait that ended by its time', async () => {
		const [bell, clock] = [new Bell(), new VirtualClock()];
		await clock.until(wakesAt(bell, clock, 100));
		ringsAt(bell, clock, 50);
		expect(await clock.until(wakesAt(bell, clock, 500))).toBe(150);
	});
});
