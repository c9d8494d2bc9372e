import { createRequire } from 'node:module';
import { join } from 'node:path';

interface SleepModule {
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The module from which `n8n-workflow` exports `sleep`, with a getter: the node sleeps as this module does. */
const SLEEP_MODULE = 'n8n-workflow/dist/cjs/utils.js';

/** Of the n8n that runs the node: tests may run it in an older one (test/e2e/compat). */
const sleepModule = (): SleepModule =>
	createRequire(join(process.env.N8N_ENGINE ?? __dirname, 'any.js'))(SLEEP_MODULE) as SleepModule;

/**
 * Makes the time of nodes that run in this process pass `factor` times as fast: n8n's `sleep` and `performance.now()`.
 * `Date.now()` and timers keep their pace, so that servers answer and tests wait as usual. Call it while no node runs.
 * @returns a function that restores the usual time, to be called when all nodes have ended
 */
export function speedUp(factor: number): () => void {
	const module = sleepModule();
	const { sleep } = module;
	const now = performance.now.bind(performance);
	const start = now();
	const replaceSleep = (value: SleepModule['sleep']) =>
		Object.defineProperty(module, 'sleep', { value, enumerable: true, configurable: true });
	replaceSleep((ms, signal) => sleep(ms / factor, signal));
	performance.now = () => start + (now() - start) * factor;
	return () => {
		replaceSleep(sleep);
		Reflect.deleteProperty(performance, 'now');
	};
}
