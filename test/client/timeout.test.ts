import type { Reply } from '../../nodes/IdentityResolution/api/replies/reading';
import { withTimeout } from '../../nodes/IdentityResolution/client/clock';
import { TIMED_OUT } from '../../nodes/IdentityResolution/client/transportErrors';
import { VirtualClock } from '../support/virtual/virtualClock';

const ANSWER: Reply = { is: 'http', status: 200, headers: {}, body: {} };
const TIMEOUT = 60_000;

/** Sends a request whose reply arrives after `delay` ms. */
async function send(delay: number) {
	const clock = new VirtualClock();
	let isActive: boolean | undefined;
	const signals: AbortSignal[] = [];
	const answer = withTimeout(TIMEOUT, clock, async (signal) => {
		signals.push(signal);
		await clock.sleep(delay);
		isActive = !signal.aborted;
		return ANSWER;
	});
	const reply = await clock.until(answer);
	return { reply, took: clock.elapsed, isActive, isAborted: signals[0].aborted, sleeping: clock.sleeping };
}

it('withTimeout returns a reply in time and cancels the timeout', async () => {
	expect(await send(TIMEOUT - 1)).toEqual({
		reply: ANSWER,
		took: TIMEOUT - 1,
		isActive: true,
		isAborted: true,
		sleeping: 0,
	});
});

it('withTimeout reports a late reply as lost and aborts the request', async () => {
	expect(await send(TIMEOUT + 1)).toEqual({
		reply: TIMED_OUT,
		took: TIMEOUT,
		isActive: undefined,
		isAborted: true,
		sleeping: 1,
	});
});
