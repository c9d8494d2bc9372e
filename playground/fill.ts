import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rest, WorkflowFile } from './rest';

const CREDENTIAL_TYPE = 'identityResolutionApi';
const CREDENTIAL = 'Identity Resolution Sandbox';

/** The example workflows of a folder, by their file names. */
export const exampleWorkflows = (folder: string): WorkflowFile[] =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as WorkflowFile);

/**
 * Puts a credential that works and the example workflows into n8n. What has a name that is there already is left alone,
 * as the user may have changed it; only the credential is brought up to date.
 * @returns the names of the workflows that were added
 */
export async function fill(rest: Rest, data: { baseUrl: string; apiKey: string }, examples: readonly WorkflowFile[]): Promise<string[]> {
	const credential = await bringCredential(rest, data);
	const known = new Set((await rest.workflows()).map(({ name }) => name));
	const added = examples.filter(({ name }) => !known.has(name));
	for (const workflow of added) await rest.createWorkflow(withCredential(workflow, credential));
	return added.map(({ name }) => name);
}

async function bringCredential(rest: Rest, data: { baseUrl: string; apiKey: string }): Promise<{ id: string; name: string }> {
	const known = (await rest.credentials()).find(({ name }) => name === CREDENTIAL);
	if (known === undefined) return { ...(await rest.createCredential(CREDENTIAL, CREDENTIAL_TYPE, data)), name: CREDENTIAL };
	await rest.updateCredential(known.id, CREDENTIAL, CREDENTIAL_TYPE, data);
	return known;
}

/** The workflow with every one of our nodes given the credential. */
function withCredential(workflow: WorkflowFile, { id, name }: { id: string; name: string }): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		const { type } = node as { type: string };
		if (!/^n8n-nodes-identity-resolution\.identityResolution(?:Tool)?$/.test(type)) return node;
		return { ...(node as object), credentials: { [CREDENTIAL_TYPE]: { id, name } } };
	});
	return { name: workflow.name, nodes, connections: workflow.connections, settings: workflow.settings ?? { executionOrder: 'v1' } };
}
