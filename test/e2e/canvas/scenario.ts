import type { SandboxOptions } from '../../../dev/sandbox/server';
import { useHosted, type Hosted } from '../support/hosted';
import { Canvas } from './canvas';
import { CredentialForm } from './credentialForm';
import { openEditor, type Editor } from './editor';
import { Panel } from './panel';

/** A user of n8n's editor, with the pages of the editor. */
export interface Scenario extends Editor {
	host: Hosted;
	canvas: Canvas;
	panel: Panel;
	form: CredentialForm;
}

/** Opens the editor before the tests of a file and closes it after them. */
export function useScenario(sandbox?: SandboxOptions): Scenario {
	const scenario = { host: useHosted({ sandbox }) } as Scenario;
	beforeAll(async () => {
		const home = scenario.host.rest.url;
		const editor = await openEditor(home);
		const { page } = editor;
		const pages = { canvas: new Canvas(page, home), panel: new Panel(page), form: new CredentialForm(page, home) };
		Object.assign(scenario, editor, pages);
	});
	afterAll(async () => await scenario.close?.());
	return scenario;
}
