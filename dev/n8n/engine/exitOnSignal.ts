import { constants } from 'node:os';

/** Makes Ctrl-C and SIGTERM end this process by `process.exit`, so that its `exit` listeners run. */
export function exitOnSignal(): void {
	for (const name of ['SIGINT', 'SIGTERM'] as const)
		process.once(name, () => process.exit(128 + constants.signals[name]));
}
