import { startSandbox, type Sandbox } from '../../../dev/sandbox/server';
import type { SettingsPatch } from '../../../dev/sandbox/settings';

/**
 * Closes the sandboxes of a test file after each test.
 * @returns a function that starts a sandbox; `now` is its clock in epoch ms
 */
export function sandboxes(): (settings?: SettingsPatch, now?: () => number) => Promise<Sandbox> {
	const running: Sandbox[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
	});
	return async (settings = {}, now = Date.now) => {
		const sandbox = await startSandbox({ settings, now });
		running.push(sandbox);
		return sandbox;
	};
}
