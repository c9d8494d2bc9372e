import { setTimeout as sleep } from 'node:timers/promises';

const SOCKETS = /^(?:TCP|TLS)/;
/** ms */
const LOOK_EVERY = 20;

const open = () => process.getActiveResourcesInfo().filter((name) => SOCKETS.test(name));

/** The sockets and servers of this process that are still open after so many ms, by their kind. */
export async function openSockets(patience: number): Promise<string[]> {
	for (const end = performance.now() + patience; open().length > 0 && performance.now() < end;)
		await sleep(LOOK_EVERY);
	return open();
}
