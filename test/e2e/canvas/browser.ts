import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { installDebian } from '../../../dev/n8n/instance/debian';
import { OWNER } from '../../../dev/n8n/instance/rest';
import { waitFor } from '../../../dev/n8n/instance/waitFor';

/** A page of a headless Chromium that is logged in to n8n's editor. */
export interface LoggedInPage {
	page: Page;
	/** Errors in the page's console and uncaught exceptions since the login. */
	errors(this: void): string[];
	close(this: void): Promise<void>;
}

const DEBIANS = '/usr/bin/chromium';
export const VIEWPORT = { width: 1400, height: 900 };
const ACTION_TIMEOUT_MS = 60_000;
const EXPECT_TIMEOUT_MS = 30_000;

/** n8n's own tests find elements by these ids. */
export const testId = (name: string): string => `[data-test-id="${name}"]`;

/** The Chromium named in CHROMIUM_PATH, or Debian's, which is installed if necessary. */
export async function chromiumPath(): Promise<string> {
	const { CHROMIUM_PATH: path = DEBIANS } = process.env;
	if (!existsSync(path)) await installDebian('chromium');
	return path;
}

export async function openPage(home: string): Promise<LoggedInPage> {
	const browser = await chromium.launch({
		executablePath: await chromiumPath(),
		args: ['--no-sandbox', '--disable-gpu'],
	});
	try {
		const context = await browser.newContext({
			viewport: VIEWPORT,
			colorScheme: 'light',
			reducedMotion: 'reduce',
			locale: 'en-US',
			timezoneId: 'UTC',
		});
		context.setDefaultTimeout(ACTION_TIMEOUT_MS);
		await context.route(
			(url) => url.origin !== home,
			async (route) => await route.abort(),
		);
		const page = await context.newPage();
		await logIn(page, home);
		// Not earlier: before the login, n8n rejects requests of its own page.
		return { page, errors: listen(page, home), close: async () => await browser.close() };
	} catch (error) {
		await browser.close();
		throw error;
	}
}

async function logIn(page: Page, home: string): Promise<void> {
	await page.goto(home);
	await page.fill('input[name="emailOrLdapLoginId"]', OWNER.email);
	await page.fill('input[type="password"]', OWNER.password);
	await page.click(testId('form-submit-button'));
	await page.locator(testId('project-home-menu-item')).waitFor();
}

function listen(page: Page, home: string): () => string[] {
	const errors: string[] = [];
	page.on('pageerror', ({ message }) => errors.push(message));
	page.on('console', (message) => {
		const { url } = message.location();
		// The page reports aborted requests under their own addresses. The editor asks for a schema of every node of
		// n8n, and the Code node has none.
		const isOurs = url.startsWith(home) && !url.startsWith(`${home}/schemas/n8n-nodes-base.`);
		if (message.type() === 'error' && isOurs) errors.push(`${message.text()} (${url})`);
	});
	return () => errors;
}

/** Reads until the wanted value is there or half a minute is over, then compares. */
export async function expectSoon<T>(read: () => Promise<T>, wanted: T): Promise<void> {
	let found: T | undefined;
	const isThere = async () => isDeepStrictEqual((found = await read()), wanted);
	await waitFor('The wanted value', isThere, EXPECT_TIMEOUT_MS).catch(() => undefined);
	expect(found).toEqual(wanted);
}
