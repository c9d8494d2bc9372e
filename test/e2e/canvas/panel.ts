import type { Locator, Page } from 'playwright-core';
import { testId } from './editor';

export type Collection = 'Options' | 'Limits and Budget';

/** n8n shows the second if the run ends before the response to its start. */
const DONE = /(Node|Workflow) executed successfully/;
/** Resolves when n8n shows it. n8n removes the message after some seconds, in which a busy machine may not poll the page once. */
const SHOWN = `new Promise((resolve) => new MutationObserver((_changes, observer) => {
	if (![...document.querySelectorAll('[role="alert"]')].some(({ textContent }) => ${String(DONE)}.test(textContent))) return;
	observer.disconnect();
	resolve();
}).observe(document.body, { childList: true, subtree: true, characterData: true }))`;

/** The panel of a node: parameters in the middle, output on the right. */
export class Panel {
	readonly whole: Locator;
	readonly output: Locator;
	private readonly parameters: Locator;
	private readonly items: Locator;
	private readonly options: Locator;
	private readonly addable: Locator;

	constructor(private readonly page: Page) {
		this.whole = page.locator(testId('ndv'));
		this.output = page.locator(testId('output-panel'));
		this.parameters = page.locator(testId('node-parameters'));
		this.items = this.parameters.locator(testId('parameter-item')).filter({ visible: true });
		this.options = page.getByRole('option').filter({ visible: true });
		this.addable = page.locator(testId('collection-parameter-option')).filter({ visible: true });
	}

	/** @returns the labels of visible fields and the texts of visible notices, in order */
	async fields(): Promise<string[]> {
		const texts = await this.items.allInnerTexts();
		// The credential and the first field share one item; a field's own texts follow its label.
		return texts.map((text) => text.replace(/^Credential\n/, '').split('\n')[0]);
	}

	/** @returns the name of the selected credential */
	async credential(): Promise<string> {
		return await this.page.locator(`${testId('node-credentials-select')} input`).inputValue();
	}

	/** Selects an option of a list. */
	async choose(field: string, option: string): Promise<void> {
		await this.parameters.locator(testId(`parameter-input-${field}`)).click();
		await this.options.getByText(option, { exact: true }).click();
		await this.options.first().waitFor({ state: 'hidden' });
	}

	async fill(field: string, text: string): Promise<void> {
		await this.parameters.locator(`${testId(`parameter-input-${field}`)} input`).fill(text);
	}

	/** Waits for the value of an expression below its field. */
	async waitForValue(value: string): Promise<void> {
		await this.parameters.getByText(value, { exact: true }).filter({ visible: true }).waitFor();
	}

	/** @returns the entries that a collection offers */
	async offered(collection: Collection): Promise<string[]> {
		await this.adder(collection).click();
		await this.addable.first().waitFor();
		const texts = await this.addable.allInnerTexts();
		await this.adder(collection).click();
		await this.addable.first().waitFor({ state: 'hidden' });
		return texts;
	}

	/** Adds an entry to a collection. */
	async add(collection: Collection, entry: string): Promise<void> {
		await this.adder(collection).click();
		await this.addable.getByText(entry, { exact: true }).click();
	}

	/** Runs the node and all nodes before it, and waits for n8n's message. */
	async run(): Promise<void> {
		// By itself, the message of an earlier run disappears only after some seconds.
		const closeButtons = this.page.locator('.el-notification__closeBtn');
		await closeButtons.evaluateAll('(buttons) => buttons.forEach((button) => button.click())');
		await this.page.getByRole('alert').getByText(DONE).first().waitFor({ state: 'hidden' });
		await Promise.all([this.page.evaluate(SHOWN), this.page.locator(testId('node-execute-button')).click()]);
	}

	/** @returns the tabs above the output with their counts; none if the node has one output */
	async branches(): Promise<string[]> {
		return await this.output.locator('[data-test-id="branches"] [data-test-id^="tab-"]').allInnerTexts();
	}

	async showBranch(index: number): Promise<void> {
		await this.output.locator(testId(`tab-${index}`)).click();
	}

	/** @returns the rows in the output's table, by column */
	async table(): Promise<Array<Record<string, string>>> {
		await this.showAs('Table');
		const names = await this.output.locator('th').allInnerTexts();
		const rows = await this.output.locator('tbody tr').allInnerTexts();
		return rows.map((row) =>
			Object.fromEntries(row.split('\t').map((cell, column) => [names[column].trim(), cell.trim()])),
		);
	}

	async showAs(view: 'Table' | 'Schema'): Promise<void> {
		await this.output.getByText(view, { exact: true }).click();
	}

	/** Drags the parameters to the left. */
	async widenOutput(): Promise<void> {
		await this.page.locator(testId('panel-drag-button')).hover();
		await this.page.mouse.down();
		await this.page.mouse.move(0, 0, { steps: 10 });
		await this.page.mouse.up();
	}

	/** @returns the hints above the output */
	async hints(): Promise<string[]> {
		const texts = await this.output.locator(testId('node-hint')).allInnerTexts();
		return texts.map((text) => text.trim());
	}

	async close(): Promise<void> {
		await this.page.locator(testId('ndv-close-button')).click();
		await this.parameters.waitFor({ state: 'hidden' });
	}

	private adder(collection: Collection): Locator {
		return this.items.filter({ hasText: new RegExp(`^${collection}`) }).locator(testId('collection-parameter-add'));
	}
}
