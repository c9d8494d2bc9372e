import { constants } from 'node:os';

/** Ends this process in order on Ctrl-C and on SIGTERM: a signal by itself leaves out what is to be done at its `exit`. */
export function exitOnSignal(): void {
	for (const name of ['SIGINT', 'SIGTERM'] as const)
		process.once(name, () => process.exit(128 + constants.signals[name]));
}
