import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PROBE = join(__dirname, 'probe.cjs');

/** What n8n's process holds right after a full collection. Sizes are bytes. */
export interface Sample {
	/** ms since the first sample. */
	at: number;
	rss: number;
	heap: number;
	/** Of objects outside the heap: buffers above all. */
	external: number;
	/** Whatever keeps the event loop alive, by kind. */
	handles: Readonly<Record<string, number>>;
	/** Open file descriptors. */
	files: number;
}

/**
 * How n8n has to be started, so that it can be looked into. V8 would let go of compiled code with time, and the heap shrink by more than a leak
 * makes it grow.
 */
export const probed = (port: number) => ({
	nodeArgs: ['--expose-gc', '--no-flush-bytecode', '--require', PROBE],
	env: { SOAK_PROBE_PORT: String(port) },
});

/** Looks into n8n's process again and again until it is told to end. */
export class Watch {
	readonly samples: Sample[] = [];
	private readonly start = performance.now();
	private readonly over = new AbortController();
	private readonly watching: Promise<void>;

	/** @param everyMs between two looks */
	constructor(
		private readonly port: number,
		everyMs: number,
	) {
		this.watching = this.repeat(everyMs);
		// A failure waits for the end.
		this.watching.catch(() => undefined);
	}

	/** @throws where n8n could not be looked into */
	async stop(): Promise<readonly Sample[]> {
		this.over.abort();
		await this.watching;
		return this.samples;
	}

	private async repeat(everyMs: number): Promise<void> {
		const { signal } = this.over;
		while (!signal.aborted) {
			const answer = await fetch(`http://127.0.0.1:${this.port}/`);
			const held = (await answer.json()) as Omit<Sample, 'at'>;
			this.samples.push({ at: performance.now() - this.start, ...held });
			await sleep(everyMs, undefined, { signal }).catch(() => undefined);
		}
	}
}
