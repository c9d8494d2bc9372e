import type { Locator, Page } from 'playwright-core';
import { NODE_TYPE } from '../../../dev/n8n/instance/workflow';
import type { SandboxOptions } from '../../../dev/sandbox/server';
import { useHosted, type Hosted } from '../support/hosted';
import { type LoggedInPage, openPage, testId } from './browser';

/** n8n shows the second if the run ends before the response to its start. */
const DONE = /(Node|Workflow) executed successfully/;
/** Resolves when n8n shows it. The page observes itself: on a busy machine, a poll could miss the message. */
const SHOWN = `new Promise((resolve) => new MutationObserver((_changes, observer) => {
	if (![...document.querySelectorAll('[role="alert"]')].some(({ textContent }) => ${String(DONE)}.test(textContent))) return;
	observer.disconnect();
	resolve();
}).observe(document.body, { childList: true, subtree: true, characterData: true }))`;

/** n8n's editor: the canvas with the list of nodes, the panel of a node, and the form of a credential. */
export class Editor {
	private readonly form: Locator;
	private readonly parameters: Locator;
	private readonly items: Locator;
	/** The entries of an open list. */
	private readonly options: Locator;
	/** The entries of the list of nodes: nodes, triggers and actions. */
	private readonly names: Locator;
	/** The panel of a node, and the output on its right. */
	readonly panel: Locator;
	readonly output: Locator;

	constructor(
		readonly page: Page,
		private readonly home: string,
	) {
		this.names = page.locator(`${testId('node-creator')} ${testId('node-creator-item-name')}`);
		this.panel = page.locator(testId('ndv'));
		this.output = page.locator(testId('output-panel'));
		this.parameters = page.locator(testId('node-parameters'));
		this.items = this.parameters.locator(testId('parameter-item')).filter({ visible: true });
		this.options = page.getByRole('option').filter({ visible: true });
		this.form = page.locator(testId('editCredential-modal'));
	}

	async click(id: string): Promise<void> {
		await this.page.locator(testId(id)).click();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.home}/workflow/${id}`);
		await this.page.locator(testId('canvas-node')).first().waitFor();
	}

	async openNodeList(): Promise<void> {
		await this.page.goto(`${this.home}/workflow/new`);
		await this.page.locator(testId('canvas-add-button')).getByRole('button').click();
	}

	async search(words: string): Promise<void> {
		await this.page.fill(testId('node-creator-search-bar'), words);
	}

	/** Picks a node, which shows its triggers, or an action, which adds it. */
	async pick(name: string): Promise<void> {
		await this.names.getByText(name, { exact: true }).click();
	}

	async showActions(): Promise<void> {
		const categories = this.page.locator(`${testId('node-creator')} ${testId('node-creator-category-item')}`);
		await categories.getByText(/^Actions/).click();
	}

	async listed(): Promise<string[]> {
		return await this.names.filter({ visible: true }).allInnerTexts();
	}

	nodeOf(type: string): Locator {
		return this.page.locator(`${testId('canvas-node')}[data-node-type="${type}"]`).first();
	}

	/** @returns the counts of items on the outputs of our node, after a run */
	async outputCounts(): Promise<string[]> {
		const labels = await this.nodeOf(NODE_TYPE).locator(testId('canvas-node-output-handle')).allInnerTexts();
		return labels.flatMap((text) => text.split('\n').filter((line) => /^\d+ items?$/.test(line)));
	}

	/** @returns the labels of the inputs or outputs of our node, from top to bottom */
	async labelsOf(end: 'input' | 'output'): Promise<string[]> {
		const labels = await this.nodeOf(NODE_TYPE)
			.locator(testId(`canvas-node-${end}-handle`))
			.allInnerTexts();
		// After a run, n8n adds a count of items to the label.
		return labels.map((text) => text.split('\n').filter((line) => !/^\d+ items?$/.test(line))[0] ?? '');
	}

	async isRunning(): Promise<boolean> {
		return await this.page.locator(testId('stop-execution-button')).isVisible();
	}

	async openPanel(type: string): Promise<void> {
		await this.nodeOf(type).dblclick();
		await this.parameters.waitFor();
	}

	async closePanel(): Promise<void> {
		await this.click('ndv-close-button');
		await this.parameters.waitFor({ state: 'hidden' });
	}

	/** @returns the labels of visible fields and the texts of visible notices, in order */
	async fields(): Promise<string[]> {
		const texts = await this.items.allInnerTexts();
		// The credential and the first field share one item; a field's own texts follow its label.
		return texts.map((text) => text.replace(/^Credential\n/, '').split('\n')[0]);
	}

	async credential(): Promise<string> {
		return await this.page.locator(`${testId('node-credentials-select')} input`).inputValue();
	}

	async choose(field: string, option: string): Promise<void> {
		await this.openList(field);
		await this.options.getByText(option, { exact: true }).click();
		await this.options.first().waitFor({ state: 'hidden' });
	}

	async openList(field: string): Promise<void> {
		await this.parameters.locator(testId(`parameter-input-${field}`)).click();
		await this.options.first().waitFor();
	}

	async fill(field: string, text: string): Promise<void> {
		await this.parameters.locator(`${testId(`parameter-input-${field}`)} input`).fill(text);
	}

	/** Waits for the value of an expression below its field. */
	async waitForValue(value: string): Promise<void> {
		await this.parameters.getByText(value, { exact: true }).filter({ visible: true }).waitFor();
	}

	private async toggleOptions(): Promise<Locator> {
		const item = this.items.filter({ hasText: /^Options/ });
		await item.locator(testId('collection-parameter-add')).click();
		return this.page.locator(testId('collection-parameter-option')).filter({ visible: true });
	}

	/** @returns the entries that the collection Options offers */
	async offeredOptions(): Promise<string[]> {
		const entries = await this.toggleOptions();
		await entries.first().waitFor();
		const texts = await entries.allInnerTexts();
		await this.toggleOptions();
		await entries.first().waitFor({ state: 'hidden' });
		return texts;
	}

	async addOption(entry: string): Promise<void> {
		await (await this.toggleOptions()).getByText(entry, { exact: true }).click();
	}

	/** Runs the node and all nodes before it, and waits for n8n's message. */
	async run(): Promise<void> {
		// The message of an earlier run disappears after some seconds.
		await this.page.getByRole('alert').getByText(DONE).first().waitFor({ state: 'hidden' });
		await Promise.all([this.page.evaluate(SHOWN), this.click('node-execute-button')]);
	}

	async branches(): Promise<string[]> {
		return await this.output.locator('[data-test-id="branches"] [data-test-id^="tab-"]').allInnerTexts();
	}

	async table(): Promise<Array<Record<string, string>>> {
		await this.showAs('Table');
		// In this order, because rows have titles as soon as they appear.
		const rows = await this.output.locator('tbody tr').allInnerTexts();
		const names = await this.output.locator('th').allInnerTexts();
		return rows.map((row) =>
			Object.fromEntries(row.split('\t').map((cell, column) => [names[column].trim(), cell.trim()])),
		);
	}

	async showAs(view: 'Table' | 'Schema'): Promise<void> {
		await this.output.getByText(view, { exact: true }).click();
	}

	async hints(): Promise<string[]> {
		const texts = await this.output.locator(testId('node-hint')).allInnerTexts();
		return texts.map((text) => text.trim());
	}

	/** Opens the form for a new credential of a type, found by a search. */
	async openNewCredential(typeName: string): Promise<void> {
		await this.page.goto(`${this.home}/home/credentials`);
		await this.click('add-resource-credential');
		await this.page.locator(`${testId('new-credential-type-select')} input`).fill(typeName);
		const options = this.page.locator(testId('new-credential-type-select-option'));
		await options.filter({ visible: true, hasText: typeName }).click();
		await this.click('new-credential-type-button');
		// n8n proposes a name, and saves nothing before it is there.
		await this.form.locator(testId('credential-name')).waitFor();
	}

	field(name: string): Locator {
		return this.form.locator(`${testId(`parameter-input-${name}`)} input`);
	}

	formText(text: string): Locator {
		return this.form.getByText(text).filter({ visible: true });
	}
}

export interface Scenario extends LoggedInPage {
	host: Hosted;
	editor: Editor;
}

/** Opens the editor before the tests of a file and closes it after them. */
export function useScenario(sandbox?: SandboxOptions): Scenario {
	const scenario = { host: useHosted({ sandbox }) } as Scenario;
	beforeAll(async () => {
		const home = scenario.host.rest.url;
		const opened = await openPage(home);
		Object.assign(scenario, opened, { editor: new Editor(opened.page, home) });
	});
	afterAll(async () => await scenario.close?.());
	return scenario;
}
