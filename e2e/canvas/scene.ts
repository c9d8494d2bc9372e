import type { Page } from 'playwright-core';
import { OWNER } from '../../host/rest';
import type { SandboxOptions } from '../../sandbox/server';
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
export async function startScene(sandbox?: SandboxOptions): Promise<Scene> {
	const host = await startHosted({ sandbox });
	try {
		const window = await openWindow(host.n8n.url);
		const stop = async () => {
			await window.close();
			await host.stop();
		};
		try {
			await logIn(window.page, host.n8n.url);
		} catch (error) {
			await window.close();
			throw error;
		}
		// Before the login n8n asks who is there, and is refused.
		const before = window.complaints().length;
		return { host, page: window.page, complaints: () => window.complaints().slice(before), stop };
	} catch (error) {
		await host.stop();
		throw error;
	}
}

async function logIn(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await page.fill('input[name="emailOrLdapLoginId"]', OWNER.email);
	await page.fill('input[type="password"]', OWNER.password);
	await page.click(testId('form-submit-button'));
	await page.locator(testId('project-home-menu-item')).waitFor();
}
