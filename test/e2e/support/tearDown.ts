import { runCleanups } from './testbed';

export default async function tearDown(): Promise<void> {
	await runCleanups.run();
}
