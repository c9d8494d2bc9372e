import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import { withTimeout } from '../../nodes/IdentityResolution/client/timeout';
import { TIMED_OUT } from '../../nodes/IdentityResolution/client/transport';
import { VirtualClock } from '../../dev/simulation/virtualClock';

const ANSWER: Reply = { is: 'http', status: 200, headers: {}, body: {} };
const DEADLINE = 60_000;

/** One request that is answered after so many ms. */
async function ask(answeredAfter: number) {
	const clock = new VirtualClock();
	let isAwaited: boolean | undefined;
	const signals: AbortSignal[] = [];
	const answer = withTimeout(DEADLINE, clock, async (over) => {
		signals.push(over);
		await clock.sleep(answeredAfter);
		isAwaited = !over.aborted;
		return ANSWER;
	});
	const reply = await clock.until(answer);
	return { reply, took: clock.elapsed, isAwaited, isOver: signals[0].aborted, sleeping: clock.sleeping };
}

it('an answer in time is the answer, and nothing waits any longer', async () => {
	expect(await ask(DEADLINE - 1)).toEqual({
		reply: ANSWER,
		took: DEADLINE - 1,
		isAwaited: true,
		isOver: true,
		sleeping: 0,
	});
});

it('an answer that does not come in time is lost, and who still waits for it is told', async () => {
	expect(await ask(DEADLINE + 1)).toEqual({
		reply: TIMED_OUT,
		took: DEADLINE,
		isAwaited: undefined,
		isOver: true,
		sleeping: 1,
	});
});
