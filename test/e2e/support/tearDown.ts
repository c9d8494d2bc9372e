let stop = async (): Promise<void> => await Promise.resolve();

/** @param end stops what a set-up has started */
export function atEnd(end: () => Promise<void>): void {
	stop = end;
}

/** Runs once after all tests. */
export default async function tearDown(): Promise<void> {
	await stop();
}
