/** What has been begun and is to be ended, the last one first. */
export class Endings {
	private readonly stack: Array<() => unknown> = [];

	add(ending: () => unknown): void {
		this.stack.push(ending);
	}

	/**
	 * Ends all of it, also where one of the endings fails, and each only once.
	 * @throws what failed, once the others have run
	 */
	async run(): Promise<void> {
		const failed: unknown[] = [];
		for (let ending = this.stack.pop(); ending !== undefined; ending = this.stack.pop()) {
			try {
				await ending();
			} catch (error) {
				failed.push(error);
			}
		}
		if (failed.length > 0) throw together(failed);
	}
}

/**
 * Begins something that has several parts.
 * @param work adds an ending for each part that it has begun
 * @returns what it returned, and how all of it is ended
 * @throws what it threw; what it had begun is ended by then
 */
export async function begin<T extends object>(
	work: (endings: Endings) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
	const endings = new Endings();
	try {
		return { ...(await work(endings)), stop: async () => await endings.run() };
	} catch (error) {
		await endings.run().catch((another: unknown) => {
			throw together([error, another]);
		});
		throw error;
	}
}

const together = (errors: unknown[]): unknown =>
	errors.length === 1
		? errors[0]
		: new AggregateError(
				errors,
				errors.map((error) => (error instanceof Error ? error.message : String(error))).join('\n'),
			);
