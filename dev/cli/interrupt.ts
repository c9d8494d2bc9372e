import { constants } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { countOf } from './report';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A run in progress. Both ways to stop it keep the answers so far. */
export interface Stoppable {
	/** Lets the requests in flight end, and sends no more. @returns their number */
	finish(): number;
	abort(): void;
}

/**
 * Handles Ctrl-C, SIGTERM and a closed terminal (SIGHUP). The first Ctrl-C finishes the run; a second one and the other
 * signals abort it. Before the run starts, and after it was aborted, a signal ends the process. Without a handler, the
 * unpacked node would remain on the disk.
 */
export class Interrupt {
	code = 0;
	run: Stoppable | null = null;
	private did: 'nothing' | 'finish' | 'abort' = 'nothing';

	constructor(private readonly print: (line: string) => void) {
		for (const name of SIGNALS) process.on(name, () => this.on(name));
	}

	private on(signal: (typeof SIGNALS)[number]): void {
		this.code = 128 + constants.signals[signal];
		if (this.run === null) this.print('\nStopped: nothing was written.');
		if (this.run === null || this.did === 'abort') process.exit(this.code);
		if (signal === 'SIGINT' && this.did === 'nothing') {
			this.did = 'finish';
			this.print(finishing(this.run.finish()));
		} else {
			this.did = 'abort';
			this.print('\nStopped: requests in flight may have been charged');
			this.run.abort();
		}
	}
}

/** Resolves after all signals so far were handled: only the second turn of the event loop is sure to poll for them. */
export async function signalsHandled(): Promise<void> {
	await setImmediate();
	await setImmediate();
}

const finishing = (inFlight: number): string =>
	inFlight === 0
		? '\nStopping: no request is in flight'
		: `\nStopping: waiting for ${countOf(inFlight, 'request')} in flight. A second Ctrl-C ends at once`;
