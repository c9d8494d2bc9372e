import type { Page } from 'playwright-core';
import { openWindow } from '../canvas/browser';
import { logIn } from '../canvas/scene';

/** Somebody who is logged in to n8n's editor. */
export interface Editor {
	page: Page;
	/** All that the page holds: its elements, what is typed in them, what it has stored. */
	holds(): Promise<string>;
	close(): Promise<void>;
}

/** Starts a browser and logs in. @throws where that fails; nothing is left running then */
export async function openEditor(url: string): Promise<Editor> {
	const { page, close } = await openWindow(url);
	try {
		await logIn(page, url);
	} catch (error) {
		await close();
		throw error;
	}
	return {
		page,
		close,
		holds: async () => [await page.content(), ...(await page.evaluate<string[]>(READ))].join('\n'),
	};
}

/** In the page, as a text: what belongs to a browser is not known here. */
const READ = `[
	...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
	JSON.stringify(localStorage),
	JSON.stringify(sessionStorage),
	document.body.innerText,
]`;
