import type { Reply } from '../api/replies/reply';
import type { Clock } from '../run/environment';
import { TIMED_OUT } from './transport';

/** Given a reason, a signal makes no exception with a stack of its own for each answer. */
const ANSWERED = new Error('The request is over');

/**
 * The answer to one request, or that it did not come in time: of a stream, the host times the headers alone.
 * @param ms until it is too late
 * @param exchange told by a signal when its answer is not waited for any longer; must not reject
 */
export async function withTimeout(
	ms: number,
	clock: Clock,
	exchange: (over: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
	const over = new AbortController();
	const late = clock.sleep(ms, over.signal).then(() => TIMED_OUT);
	const reply = await Promise.race([exchange(over.signal), late]);
	over.abort(ANSWERED);
	return reply;
}
