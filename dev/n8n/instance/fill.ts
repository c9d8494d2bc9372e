import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialRef, Rest, WorkflowFile, WorkflowNode } from './rest';

/** Of our nodes and our credential, as n8n knows them. */
export const NODE_TYPE = 'n8n-nodes-identity-resolution.identityResolution';
export const TRIGGER_TYPE = `${NODE_TYPE}Trigger`;
export const CREDENTIAL_TYPE = 'identityResolutionApi';
const CREDENTIAL = 'Identity Resolution Sandbox';

/**
 * Triggers of which nobody sees anything until their workflow is published. One that polls is not among them: it would start
 * workflows by itself, and go on asking a service that is only there while the user looks on.
 */
const SERVED = ['n8n-nodes-base.formTrigger', 'n8n-nodes-base.webhook'];

/** What our credential holds. */
export type ApiAccess = { baseUrl: string; apiKey: string };

/** The example workflows of a folder, by their file names. */
export const exampleWorkflows = (folder: string): WorkflowFile[] =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as WorkflowFile);

/**
 * Puts a credential that works and the example workflows into n8n, and publishes those with a form or a webhook. What has a name that is there already is left alone,
 * as the user may have changed it; only the credential is brought up to date.
 * @returns the names of the workflows that were added
 */
export async function fill(rest: Rest, data: ApiAccess, examples: readonly WorkflowFile[]): Promise<string[]> {
	const credential = await bringCredential(rest, data);
	const known = new Set((await rest.workflows()).map(({ name }) => name));
	const added = examples.filter(({ name }) => !known.has(name));
	for (const workflow of added) {
		const { id } = await rest.createWorkflow(withCredential(workflow, credential));
		if (workflow.nodes.some(({ type }) => SERVED.includes(type))) await rest.activate(id);
	}
	return added.map(({ name }) => name);
}

/** Makes our credential, or brings the one that is there up to date. */
export async function bringCredential(rest: Rest, data: ApiAccess): Promise<CredentialRef> {
	const known = (await rest.credentials()).find(({ name }) => name === CREDENTIAL);
	if (known === undefined) return await rest.createCredential(CREDENTIAL, CREDENTIAL_TYPE, data);
	await rest.updateCredential(known.id, CREDENTIAL, CREDENTIAL_TYPE, data);
	return known;
}

/** Whether a node is ours, on the canvas or as an agent's tool, or our trigger. */
export const isOurs = ({ type }: WorkflowNode): boolean => [NODE_TYPE, `${NODE_TYPE}Tool`, TRIGGER_TYPE].includes(type);

/** The workflow with every one of our nodes given the credential, and nothing in it that n8n would refuse. */
export function withCredential(workflow: WorkflowFile, { id, name }: CredentialRef): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		isOurs(node) ? { ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } } : node,
	);
	return {
		name: workflow.name,
		nodes,
		connections: workflow.connections,
		settings: workflow.settings ?? { executionOrder: 'v1' },
	};
}
