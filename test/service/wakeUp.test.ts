import { VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';
import { WakeUp } from '../../nodes/IdentityResolution/service/wakeUp';

/** Notifies and waits, each at or until ms from the start. Returns when the waits ended, and the timers left. */
async function waits(notifications: number[], ...untils: number[]) {
	const [wakeUp, clock] = [new WakeUp(), new VirtualClock()];
	for (const ms of notifications) {
		if (ms === 0) wakeUp.notify();
		else void clock.sleep(ms).then(() => wakeUp.notify());
	}
	const ends: number[] = [];
	for (const until of untils) {
		await clock.until(wakeUp.waitUntil(clock.start + until, clock));
		ends.push(clock.elapsed);
	}
	return { ends, timers: clock.sleeping };
}

it.each<[string, number[], number[], number[]]>([
	['waits until the time if no notification arrives', [], [500], [500]],
	['ends one wait at a notification before the time', [200], [500, 500], [200, 500]],
	['waits only for a notification if the time is Infinity', [200], [Infinity], [200]],
	['ends a wait at once after an earlier notification', [0], [Infinity], [0]],
	['treats several notifications before a wait as one', [0, 0], [500, 500], [0, 500]],
	['ends a wait at a notification after a wait that timed out', [150], [100, 500], [100, 150]],
])('WakeUp %s', async (_says, notifications, untils, ends) => {
	expect(await waits(notifications, ...untils)).toEqual({ ends, timers: 0 });
});
