import { chromium, type Page } from 'playwright-core';
import { chromiumPath } from './chromium';

/** A headless Chromium with one page, on which nothing has been opened yet. */
export interface Window {
	page: Page;
	/** What the page has complained of so far: errors in its console, and exceptions that nobody caught. */
	complaints(): string[];
	/** Ends Chromium, and waits for that. */
	close(): Promise<void>;
}

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// Shared memory is small in containers.
	'--disable-dev-shm-usage',
];
/** In pixels. */
export const VIEWPORT = { width: 1400, height: 900 };
/** In ms. Far more than anything takes on an idle machine. */
const PATIENCE = 60_000;

/**
 * Starts Chromium with a fresh profile.
 * @param home the address that it may reach; everything else is refused, as on a machine without a network
 */
export async function openWindow(home: string): Promise<Window> {
	const browser = await chromium.launch({ executablePath: await chromiumPath(), args: FLAGS });
	try {
		const context = await browser.newContext({
			viewport: VIEWPORT,
			colorScheme: 'light',
			reducedMotion: 'reduce',
			locale: 'en-US',
			timezoneId: 'UTC',
		});
		context.setDefaultTimeout(PATIENCE);
		await context.route(
			(url) => url.origin !== home,
			async (route) => await route.abort(),
		);
		const page = await context.newPage();
		return { page, complaints: listen(page, home), close: async () => await browser.close() };
	} catch (error) {
		await browser.close();
		throw error;
	}
}

function listen(page: Page, home: string): () => string[] {
	const heard: string[] = [];
	page.on('pageerror', ({ message }) => heard.push(message));
	page.on('console', (message) => {
		const { url } = message.location();
		// What is refused above is reported under its own address.
		if (message.type() === 'error' && url.startsWith(home)) heard.push(`${message.text()} (${url})`);
	});
	return () => [...heard];
}
