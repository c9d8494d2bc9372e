import { startSandbox, type Sandbox } from '../../sandbox/server';
import type { SettingsPatch } from '../../sandbox/settings';

/**
 * Starts sandboxes for the tests of one file and ends them after each test.
 * @returns the way to start one
 */
export function sandboxes(): (settings?: SettingsPatch) => Promise<Sandbox> {
	const running: Sandbox[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
	});
	return async (settings = {}) => {
		const sandbox = await startSandbox({ settings });
		running.push(sandbox);
		return sandbox;
	};
}
