import type { Page } from 'playwright-core';
import { testId } from './selectors';

/** n8n's form for one credential. */
export class CredentialForm {
	constructor(private readonly page: Page) {}

	private get form() {
		return this.page.locator(testId('editCredential-modal'));
	}

	private field(name: string) {
		return this.form.locator(`${testId(`parameter-input-${name}`)} input`);
	}

	/** Opens the form for a new credential, found by a search in the list of all. */
	async openNew(home: string, typeName: string): Promise<void> {
		await this.page.goto(`${home}/home/credentials`);
		await this.page.locator(testId('add-resource-credential')).click();
		const picker = this.page.locator(testId('new-credential-type-select'));
		await picker.locator('input').fill(typeName);
		await this.page
			.locator(testId('new-credential-type-select-option'))
			.filter({ visible: true, hasText: typeName })
			.click();
		await this.page.locator(testId('new-credential-type-button')).click();
		await this.form.waitFor();
	}

	async fill(name: string, value: string): Promise<void> {
		await this.field(name).fill(value);
	}

	/** @returns the type of a field's input, which says whether it can be read over a shoulder */
	async inputType(name: string): Promise<string | null> {
		return await this.field(name).getAttribute('type');
	}

	/** Saves, upon which n8n tests the credential. */
	async save(): Promise<void> {
		await this.form.locator(testId('credential-save-button')).click();
	}

	/** Waits until the form says this. */
	async says(text: string): Promise<void> {
		await this.form.getByText(text).filter({ visible: true }).waitFor();
	}

	async showDetails(): Promise<void> {
		await this.form.getByText('More details').filter({ visible: true }).click();
	}
}
