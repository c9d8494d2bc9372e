import type { Locator, Page } from 'playwright-core';
import { testId } from './selectors';

/** A collection of the node, by its label. */
export type Collection = 'Options' | 'Limits and Budget';

/** What stands below the entries of a list that is open, where n8n cuts it after two lines. */
const CUT_SHORT = `[...document.querySelectorAll('.option-description')].filter((one) => one.scrollHeight > one.clientHeight).map(({ textContent }) => textContent.trim())`;

/** n8n says the second where the run's end overtakes the answer to its start. */
const DONE = /(Node|Workflow) executed successfully/;
/** Resolves when n8n says so. It takes its message back after some seconds, in which a busy machine may not look at the page once. */
const TOLD = `new Promise((resolve) => new MutationObserver((_changes, observer) => {
	if (![...document.querySelectorAll('[role="alert"]')].some(({ textContent }) => ${String(DONE)}.test(textContent))) return;
	observer.disconnect();
	resolve();
}).observe(document.body, { childList: true, subtree: true, characterData: true }))`;

/** The panel of a node: its parameters in the middle, its output at the right. */
export class Panel {
	constructor(private readonly page: Page) {}

	/** @returns the label of every field and the text of every notice that can be seen, in order */
	async fields(): Promise<string[]> {
		const texts = await this.items.allInnerTexts();
		// The credential stands in one box with the first field; behind a label come the field's own texts.
		return texts.map((text) => text.replace(/^Credential\n/, '').split('\n')[0]);
	}

	/** @returns the name of the credential that is chosen */
	async credential(): Promise<string> {
		return await this.page.locator(`${testId('node-credentials-select')} input`).inputValue();
	}

	/** Picks an entry of a list. */
	async choose(field: string, entry: string): Promise<void> {
		await this.parameters.locator(testId(`parameter-input-${field}`)).click();
		await this.entries.getByText(entry, { exact: true }).click();
		await this.entries.first().waitFor({ state: 'hidden' });
	}

	/** @returns the entries that a list offers */
	async choices(field: string): Promise<string[]> {
		const box = this.parameters.locator(testId(`parameter-input-${field}`));
		await box.click();
		await this.entries.first().waitFor();
		const texts = await this.entries.allInnerTexts();
		await box.click();
		await this.entries.first().waitFor({ state: 'hidden' });
		return texts.map((text) => text.split('\n')[0]);
	}

	/** @returns the descriptions of a list's entries that can't be read to their end */
	async cutShort(field: string): Promise<string[]> {
		const box = this.parameters.locator(testId(`parameter-input-${field}`));
		await box.click();
		await this.entries.first().waitFor();
		const texts = await this.page.evaluate<string[]>(CUT_SHORT);
		await box.click();
		await this.entries.first().waitFor({ state: 'hidden' });
		return texts;
	}

	async fill(field: string, text: string): Promise<void> {
		await this.parameters.locator(`${testId(`parameter-input-${field}`)} input`).fill(text);
	}

	/** Waits until an expression shows below its field what it comes to. */
	async comesTo(value: string): Promise<void> {
		await this.parameters.getByText(value, { exact: true }).filter({ visible: true }).waitFor();
	}

	/** @returns the entries that can be added to a collection */
	async offered(collection: Collection): Promise<string[]> {
		const box = this.adder(collection);
		await box.click();
		await this.addable.first().waitFor();
		const texts = await this.addable.allInnerTexts();
		await box.click();
		await this.addable.first().waitFor({ state: 'hidden' });
		return texts;
	}

	/** Adds an entry to a collection. */
	async add(collection: Collection, entry: string): Promise<void> {
		await this.adder(collection).click();
		await this.addable.getByText(entry, { exact: true }).click();
	}

	/** Runs the node and all before it, and waits until n8n tells that it is done. */
	async run(): Promise<void> {
		// That of an earlier run goes by itself after some seconds.
		await this.page.getByRole('alert').getByText(DONE).first().waitFor({ state: 'hidden' });
		await Promise.all([this.page.evaluate(TOLD), this.page.locator(testId('node-execute-button')).click()]);
	}

	/** @returns the names of the tabs above the output, with their counts; none where the node has one output */
	async branches(): Promise<string[]> {
		return await this.output.locator('[data-test-id="branches"] [data-test-id^="tab-"]').allInnerTexts();
	}

	async showBranch(index: number): Promise<void> {
		await this.output.locator(testId(`tab-${index}`)).click();
	}

	/** @returns the output's rows as they are written in its table, by column */
	async table(): Promise<Array<Record<string, string>>> {
		await this.showTable();
		const names = await this.output.locator('th').allInnerTexts();
		const rows = await this.output.locator('tbody tr').allInnerTexts();
		return rows.map((row) =>
			Object.fromEntries(row.split('\t').map((cell, column) => [names[column].trim(), cell.trim()])),
		);
	}

	async showTable(): Promise<void> {
		await this.output.getByText('Table', { exact: true }).click();
	}

	/** Shows the names of the output's columns, each with its value in the first row. */
	async showSchema(): Promise<void> {
		await this.output.getByText('Schema', { exact: true }).click();
	}

	/** Moves the parameters to the left, for more room at the right. */
	async widenOutput(): Promise<void> {
		const handle = this.page.locator(testId('panel-drag-button'));
		await handle.hover();
		await this.page.mouse.down();
		await this.page.mouse.move(0, 0, { steps: 10 });
		await this.page.mouse.up();
	}

	/** @returns what the node says above its output */
	async hints(): Promise<string[]> {
		const texts = await this.output.locator(testId('node-hint')).allInnerTexts();
		return texts.map((text) => text.trim());
	}

	async close(): Promise<void> {
		await this.page.locator(testId('ndv-close-button')).click();
		await this.parameters.waitFor({ state: 'hidden' });
	}

	/** All of it, without what it stands before. */
	get whole(): Locator {
		return this.page.locator(testId('ndv'));
	}

	/** The right third of the panel. */
	get output(): Locator {
		return this.page.locator(testId('output-panel'));
	}

	private get parameters() {
		return this.page.locator(testId('node-parameters'));
	}

	private get items() {
		return this.parameters.locator(testId('parameter-item')).filter({ visible: true });
	}

	private get entries() {
		return this.page.getByRole('option').filter({ visible: true });
	}

	private get addable() {
		return this.page.locator(testId('collection-parameter-option')).filter({ visible: true });
	}

	private adder(collection: Collection) {
		return this.items.filter({ hasText: new RegExp(`^${collection}`) }).locator(testId('collection-parameter-add'));
	}
}
