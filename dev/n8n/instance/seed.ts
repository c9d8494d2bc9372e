import { randomUUID } from 'node:crypto';
import { type Example, PUBLISHED_EXAMPLES } from './examples';
import type { Rest } from './rest';
import { CREDENTIAL_TYPE, withCredential, type CredentialRef, type WorkflowFile, type WorkflowNode } from './workflow';

const CREDENTIAL = 'Identity Resolution Sandbox';

/** The type and the name of the credential that protects the webhook of the examples. */
const CALLER_TYPE = 'httpHeaderAuth';
const CALLER = 'Webhook Token';

export type ApiAccess = { baseUrl: string; apiKey: string };

interface Seeded {
	added: string[];
	/** Those that n8n did not publish: another workflow of the user has their address. */
	unpublished: string[];
	first: string;
}

/**
 * Adds working credentials and the examples to n8n, and publishes those that need it.
 * A workflow whose name exists is not overwritten, because the user may have changed it; our credential is updated.
 */
export async function seed(rest: Rest, data: ApiAccess, examples: readonly Example[]): Promise<Seeded> {
	const credential = await saveCredential(rest, data);
	const caller = await ensureCredential(rest, CALLER, CALLER_TYPE, { name: 'X-Token', value: randomUUID() });
	const known = new Map((await rest.workflows()).map(({ id, name }) => [name, id]));
	const added = examples.filter(({ workflow }) => !known.has(workflow.name));
	const unpublished: string[] = [];
	// n8n lists the last changed workflow first.
	for (const { file, workflow } of [...added].reverse()) {
		const { id } = await rest.createWorkflow(withCaller(withCredential(workflow, credential), caller));
		known.set(workflow.name, id);
		if (!PUBLISHED_EXAMPLES.includes(file)) continue;
		await rest.activate(id).catch(() => unpublished.push(workflow.name));
	}
	const first = known.get(examples[0].workflow.name) ?? '';
	return { added: added.map(({ workflow }) => workflow.name), unpublished, first };
}

export async function saveCredential(rest: Rest, data: ApiAccess): Promise<CredentialRef> {
	const credential = await ensureCredential(rest, CREDENTIAL, CREDENTIAL_TYPE, data);
	await rest.updateCredential(credential.id, CREDENTIAL, CREDENTIAL_TYPE, data);
	return credential;
}

async function ensureCredential(rest: Rest, name: string, type: string, data: Record<string, unknown>) {
	const known = (await rest.credentials()).find((one) => one.name === name);
	return known ?? (await rest.createCredential(name, type, data));
}

/** The workflow with this credential in the nodes that receive or send it. */
function withCaller(workflow: WorkflowFile, { id, name }: CredentialRef): WorkflowFile {
	const connected = (node: WorkflowNode) => {
		const { authentication, genericAuthType } = node.parameters;
		const isCaller = authentication === 'headerAuth' || genericAuthType === CALLER_TYPE;
		return isCaller ? { ...node, credentials: { [CALLER_TYPE]: { id, name } } } : node;
	};
	return { ...workflow, nodes: workflow.nodes.map(connected) };
}
