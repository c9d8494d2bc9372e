import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rest } from './rest';
import { CREDENTIAL_TYPE, withCredential, type CredentialRef, type WorkflowFile } from './workflow';

const CREDENTIAL = 'Identity Resolution Sandbox';

/**
 * Triggers that work only in a published workflow. A polling trigger is not published: it would outlive the sandbox.
 */
const PUBLISHED_TRIGGERS = ['n8n-nodes-base.formTrigger', 'n8n-nodes-base.webhook'];

/** The data of our credential. */
export type ApiAccess = { baseUrl: string; apiKey: string };

/** The example workflows of a folder, sorted by file name. */
export const exampleWorkflows = (folder: string): WorkflowFile[] =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as WorkflowFile);

/**
 * Adds a working credential and the example workflows to n8n, and publishes those with a form or a webhook.
 * A workflow whose name exists is not overwritten, because the user may have changed it; the credential is updated.
 * @returns the names of the added workflows
 */
export async function seed(rest: Rest, data: ApiAccess, examples: readonly WorkflowFile[]): Promise<string[]> {
	const credential = await saveCredential(rest, data);
	const known = new Set((await rest.workflows()).map(({ name }) => name));
	const added = examples.filter(({ name }) => !known.has(name));
	for (const workflow of added) {
		const { id } = await rest.createWorkflow(withCredential(workflow, credential));
		if (workflow.nodes.some(({ type }) => PUBLISHED_TRIGGERS.includes(type))) await rest.activate(id);
	}
	return added.map(({ name }) => name);
}

/** Creates our credential, or updates the existing one. */
export async function saveCredential(rest: Rest, data: ApiAccess): Promise<CredentialRef> {
	const known = (await rest.credentials()).find(({ name }) => name === CREDENTIAL);
	if (known === undefined) return await rest.createCredential(CREDENTIAL, CREDENTIAL_TYPE, data);
	await rest.updateCredential(known.id, CREDENTIAL, CREDENTIAL_TYPE, data);
	return known;
}
