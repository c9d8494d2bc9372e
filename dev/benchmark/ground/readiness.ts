import { repeat } from './repeat';

const EVERY_MS = 100;
/** An orchestrator that asks in vain for so long takes the process for dead. */
export const MOST_MS = 10_000;

/** How n8n answered to whether it is ready. */
export interface Readiness {
	asked: number;
	/** Answers other than yes, and those that did not come in ten seconds. */
	failed: number;
	/** ms that the slowest answer took. */
	slowest: number;
}

/** Asks an n8n all the time whether it is ready. */
export class ReadinessWatch {
	readonly seen: Readiness = { asked: 0, failed: 0, slowest: 0 };
	private readonly end: () => Promise<void>;

	constructor(url: string) {
		this.end = repeat(EVERY_MS, async () => await this.ask(`${url}/healthz/readiness`));
	}

	async stop(): Promise<Readiness> {
		await this.end();
		return this.seen;
	}

	private async ask(url: string): Promise<void> {
		const start = performance.now();
		const isReady = await fetch(url, { signal: AbortSignal.timeout(MOST_MS) }).then(
			({ ok }) => ok,
			() => false,
		);
		this.seen.asked += 1;
		this.seen.failed += isReady ? 0 : 1;
		this.seen.slowest = Math.max(this.seen.slowest, performance.now() - start);
	}
}
