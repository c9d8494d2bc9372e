import type { Page } from 'playwright-core';
import { begin } from '../../../dev/n8n/instance/endings';
import { OWNER } from '../../../dev/n8n/instance/rest';
import type { SandboxOptions } from '../../../dev/sandbox/server';
import { startHosted, type Hosted } from '../support/hosted';
import { openWindow } from './browser';
import { testId } from './selectors';

/** A whole n8n, and a person who is logged in to it. */
export interface Scene {
	host: Hosted;
	page: Page;
	/** What the page has complained of since the login. */
	complaints(): string[];
	/** Ends the browser and n8n. */
	stop(): Promise<void>;
}

/** Starts n8n and a browser, and logs in through the form. @throws where any part does not start; nothing is left running then */
export const startScene = async (sandbox?: SandboxOptions): Promise<Scene> =>
	await begin(async (endings) => {
		const host = await startHosted({ sandbox });
		endings.add(host.stop);
		const { page, complaints, close } = await openWindow(host.n8n.url);
		endings.add(close);
		await logIn(page, host.n8n.url);
		// Before the login n8n asks who is there, and is refused.
		const before = complaints().length;
		return { host, page, complaints: () => complaints().slice(before) };
	});

/** Logs in through the form, and waits until the editor is there. */
export async function logIn(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await page.fill('input[name="emailOrLdapLoginId"]', OWNER.email);
	await page.fill('input[type="password"]', OWNER.password);
	await page.click(testId('form-submit-button'));
	await page.locator(testId('project-home-menu-item')).waitFor();
}
