import type { Locator, Page } from 'playwright-core';
import { NODE_TYPE } from '../../../dev/n8n/instance/fill';
import { testId } from './selectors';

/** n8n's canvas, and the list of nodes beside it. */
export class Canvas {
	constructor(
		private readonly page: Page,
		private readonly home: string,
	) {}

	/** Opens a workflow that is stored, and waits until its nodes are drawn. */
	async open(id: string): Promise<void> {
		await this.page.goto(`${this.home}/workflow/${id}`);
		await this.page.locator(testId('canvas-node')).first().waitFor();
	}

	/** Opens an empty workflow, and searches the list of nodes. */
	async searchInNewWorkflow(words: string): Promise<void> {
		await this.page.goto(`${this.home}/workflow/new`);
		await this.page.locator(testId('canvas-add-button')).getByRole('button').click();
		await this.page.fill(testId('node-creator-search-bar'), words);
	}

	/** Opens what the list of nodes offers of a node: its triggers, and its actions folded up below them. */
	async showTriggers(node: string): Promise<void> {
		await this.nodeList.locator(testId('node-creator-item-name')).getByText(node, { exact: true }).click();
	}

	/** Unfolds its actions. */
	async showActions(): Promise<void> {
		await this.nodeList
			.locator(testId('node-creator-category-item'))
			.getByText(/^Actions/)
			.click();
	}

	/** @returns the texts that the list of nodes shows as names: of nodes, of triggers, of actions */
	async listed(): Promise<string[]> {
		return await this.nodeList.locator(testId('node-creator-item-name')).filter({ visible: true }).allInnerTexts();
	}

	/** Adds a node by one of its actions; n8n opens its panel. */
	async addAction(action: string): Promise<void> {
		await this.nodeList.locator(testId('node-creator-item-name')).getByText(action, { exact: true }).click();
		await this.page.locator(testId('node-parameters')).waitFor();
	}

	/** The first node of a type. */
	nodeOf(type: string): Locator {
		return this.page.locator(`${testId('canvas-node')}[data-node-type="${type}"]`).first();
	}

	/** @returns the labels at the outputs of our node, from top to bottom, without the counts of items */
	async outputLabels(): Promise<string[]> {
		const labels = await this.nodeOf(NODE_TYPE).locator(testId('canvas-node-output-handle')).allInnerTexts();
		// After a run a count of items stands beside the name, or alone.
		return labels.map((text) => text.split('\n').filter((line) => !/^\d+ items?$/.test(line))[0] ?? '');
	}

	/** @returns how many items went over each connection */
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

	/** @returns whether there is something to stop */
	async isRunning(): Promise<boolean> {
		return await this.stopButton.isVisible();
	}

	async stop(): Promise<void> {
		await this.stopButton.click();
	}

	/** Waits until n8n tells this in its corner. */
	async tells(text: string): Promise<void> {
		await this.page.getByRole('alert').getByText(text).first().waitFor();
	}

	/** Moves and scales the canvas until all of it can be seen. */
	async zoomToFit(): Promise<void> {
		await this.page.locator(testId('zoom-to-fit')).click();
	}

	private get stopButton() {
		return this.page.locator(testId('stop-execution-button'));
	}

	private get nodeList() {
		return this.page.locator(testId('node-creator'));
	}
}
