import { mkdirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { readUntil } from './readUntil';
import type { Scene } from './scene';

const ROOT = join(__dirname, '..', '..', '..');
const FOLDER = join(ROOT, 'docs', 'images');
/** Messages of n8n, and shortcuts to the neighbours of a node. */
const HIDDEN = '.el-notification, [data-test-id="floating-nodes"] { display: none !important }';
/** What can be read on the page: its text, and what stands in its fields, but for those that show dots instead. */
const READABLE = `[document.body.innerText, ...[...document.querySelectorAll('input, textarea')].filter(({ type }) => type !== 'password').map(({ value }) => value)].join('\\n')`;
/** Of our own icons; each has one for light grounds and one for dark ones. */
const ICONS = `[...document.querySelectorAll('img[src*="identityResolution"]')].map(({ src }) => (src.includes('.dark.') ? 'dark' : 'light'))`;

/** Takes the pictures of the documents. */
export class Camera {
	constructor(private readonly scene: Scene) {
		mkdirSync(FOLDER, { recursive: true });
	}

	/** Takes one with the pointer where it touches nothing. @returns its size, in bytes */
	async take(name: string, what?: Locator): Promise<number> {
		const { page, host } = this.scene;
		await page.mouse.move(0, 0);
		const readable = await page.evaluate<string>(READABLE);
		expect(readable).not.toBe('');
		for (const own of [host.sandbox.key, host.files, ROOT, homedir(), tmpdir()])
			expect(readable).not.toContain(own);
		const path = join(FOLDER, name);
		await (what ?? page).screenshot({ path, animations: 'disabled', caret: 'hide', style: HIDDEN });
		return statSync(path).size;
	}

	/** Takes one in n8n's light theme and one in its dark theme, and leaves the page light. @returns their sizes, in bytes */
	async takeBoth(name: string, what?: Locator): Promise<number[]> {
		const dark = await this.inTheme('dark', async () => await this.take(`${name}-dark.png`, what));
		return [await this.inTheme('light', async () => await this.take(`${name}.png`, what)), dark];
	}

	/** A user who has chosen no theme gets that of the browser. */
	private async inTheme<T>(theme: 'light' | 'dark', use: () => Promise<T>): Promise<T> {
		const { page } = this.scene;
		await page.emulateMedia({ colorScheme: theme });
		const icons = async () => [...new Set(await page.evaluate<string[]>(ICONS))];
		expect(await readUntil(icons, [theme])).toEqual([theme]);
		return await use();
	}
}
