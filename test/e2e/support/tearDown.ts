let stop = async (): Promise<void> => await Promise.resolve();

/** @param stopped ends what a set-up has started */
export function atEnd(stopped: () => Promise<void>): void {
	stop = stopped;
}

/** Runs once after all tests. */
export default async function tearDown(): Promise<void> {
	await stop();
}
