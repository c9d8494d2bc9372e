import type { Locator, Page } from 'playwright-core';
import { testId } from './editor';

/** n8n's form for one credential. */
export class CredentialForm {
	private readonly form: Locator;

	constructor(
		private readonly page: Page,
		private readonly home: string,
	) {
		this.form = page.locator(testId('editCredential-modal'));
	}

	/** Opens the form for a new credential of a type, found by a search. */
	async openNew(typeName: string): Promise<void> {
		await this.page.goto(`${this.home}/home/credentials`);
		await this.page.locator(testId('add-resource-credential')).click();
		await this.page.locator(`${testId('new-credential-type-select')} input`).fill(typeName);
		const options = this.page.locator(testId('new-credential-type-select-option'));
		await options.filter({ visible: true, hasText: typeName }).click();
		await this.page.locator(testId('new-credential-type-button')).click();
		await this.form.waitFor();
	}

	field(name: string): Locator {
		return this.form.locator(`${testId(`parameter-input-${name}`)} input`);
	}

	/** Saves the credential; n8n then tests it. */
	async save(): Promise<void> {
		await this.form.locator(testId('credential-save-button')).click();
	}

	/** Waits for a text. */
	async waitForText(text: string): Promise<void> {
		await this.form.getByText(text).filter({ visible: true }).waitFor();
	}

	async showDetails(): Promise<void> {
		await this.form.getByText('More details').filter({ visible: true }).click();
	}
}
