import { runCleanups } from './setUp';

export default async function tearDown(): Promise<void> {
	await runCleanups.run();
}
