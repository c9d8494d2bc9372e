import type { Locator, Page } from 'playwright-core';
import { NODE_TYPE } from '../../../dev/n8n/instance/workflow';
import { testId } from './editor';

/** n8n's canvas, and the list of nodes beside it. */
export class Canvas {
	/** The entries of the list of nodes: nodes, triggers and actions. */
	private readonly names: Locator;
	private readonly stopButton: Locator;

	constructor(
		private readonly page: Page,
		private readonly home: string,
	) {
		this.names = page.locator(`${testId('node-creator')} ${testId('node-creator-item-name')}`);
		this.stopButton = page.locator(testId('stop-execution-button'));
	}

	/** Opens a stored workflow and waits for its nodes. */
	async open(id: string): Promise<void> {
		await this.page.goto(`${this.home}/workflow/${id}`);
		await this.page.locator(testId('canvas-node')).first().waitFor();
	}

	/** Opens an empty workflow and searches the list of nodes. */
	async searchInNewWorkflow(words: string): Promise<void> {
		await this.page.goto(`${this.home}/workflow/new`);
		await this.page.locator(testId('canvas-add-button')).getByRole('button').click();
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

	/** @returns the visible entries of the list of nodes */
	async listed(): Promise<string[]> {
		return await this.names.filter({ visible: true }).allInnerTexts();
	}

	/** The first node of a type. */
	nodeOf(type: string): Locator {
		return this.page.locator(`${testId('canvas-node')}[data-node-type="${type}"]`).first();
	}

	/** @returns the labels of the outputs of our node, from top to bottom */
	async outputLabels(): Promise<string[]> {
		const labels = await this.nodeOf(NODE_TYPE).locator(testId('canvas-node-output-handle')).allInnerTexts();
		// After a run, n8n adds a count of items to the label.
		return labels.map((text) => text.split('\n').filter((line) => !/^\d+ items?$/.test(line))[0] ?? '');
	}

	/** @returns the count of items on each connection */
	async counts(): Promise<string[]> {
		return await this.page.locator(testId('edge-label')).allInnerTexts();
	}

	async openPanel(type: string): Promise<void> {
		await this.nodeOf(type).dblclick();
		await this.page.locator(testId('node-parameters')).waitFor();
	}

	async execute(): Promise<void> {
		await this.page.locator(testId('execute-workflow-button')).click();
	}

	async isRunning(): Promise<boolean> {
		return await this.stopButton.isVisible();
	}

	async stop(): Promise<void> {
		await this.stopButton.click();
	}

	/** Waits for one of n8n's messages. */
	async waitForMessage(text: string): Promise<void> {
		await this.page.getByRole('alert').getByText(text).first().waitFor();
	}

	async zoomToFit(): Promise<void> {
		await this.page.locator(testId('zoom-to-fit')).click();
	}
}
