import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A stack of cleanups: the last one added runs first. */
export class Cleanups {
	private readonly stack: Array<() => unknown> = [];

	add(cleanup: () => unknown): void {
		this.stack.push(cleanup);
	}

	async run(): Promise<void> {
		const errors: unknown[] = [];
		for (let cleanup = this.stack.pop(); cleanup !== undefined; cleanup = this.stack.pop()) {
			try {
				await cleanup();
			} catch (error) {
				errors.push(error);
			}
		}
		if (errors.length > 0) throw combine(errors);
	}
}

/**
 * Starts something that has several parts.
 * @param work adds a cleanup for each part that it has started
 * @returns the result of `work`, and a `stop` that runs the cleanups
 * @throws the error of `work`, after the cleanups
 */
export async function startAll<T extends object>(
	work: (cleanups: Cleanups) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
	const cleanups = new Cleanups();
	try {
		return { ...(await work(cleanups)), stop: async () => await cleanups.run() };
	} catch (error) {
		await cleanups.run().catch((cleanupError: unknown) => {
			throw combine([error, cleanupError]);
		});
		throw error;
	}
}

/** Creates a temporary folder. The cleanups remove it, or the exit of this process if a signal ends it first. */
export function temporaryFolder(name: string, cleanups: Cleanups): string {
	const folder = mkdtempSync(join(tmpdir(), `identity-resolution-${name}-`));
	const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	process.once('exit', remove);
	cleanups.add(() => {
		remove();
		process.off('exit', remove);
	});
	return folder;
}

const combine = (errors: unknown[]): unknown =>
	errors.length === 1 ? errors[0] : new AggregateError(errors, errors.map(String).join('\n'));
