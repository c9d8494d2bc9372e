import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../sandbox/http/faults';
import { service, type Open } from './place';

const HOUR = 3_600_000;
/** ms: the node has read the refusal by then, and waits a second. */
const INTO_THE_WAIT = 300;
const LOOK_EVERY = 5;

/** The service refuses for a while, and in the middle of the wait the clock of this process is set back by an hour, until the place is closed. */
export const clockSetBack =
	(fault: Fault): Open =>
	async (mode, operation) => {
		const place = await service(fault)(mode, operation);
		const { now } = Date;
		const over = new AbortController();

		const setBack = async () => {
			while (place.requests().length === 0) await sleep(LOOK_EVERY, undefined, { signal: over.signal });
			await sleep(INTO_THE_WAIT, undefined, { signal: over.signal });
			Date.now = () => now() - HOUR;
		};
		const setting = setBack().catch(() => undefined);
		return {
			...place,
			close: async () => {
				over.abort();
				await setting;
				Date.now = now;
				await place.close();
			},
		};
	};
