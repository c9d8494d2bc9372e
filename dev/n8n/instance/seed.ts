import { randomUUID } from 'node:crypto';
import { type Example, PUBLISHED_EXAMPLES } from './examples';
import { OWNER, type Rest } from './rest';
import { CREDENTIAL_TYPE, withCredential, type CredentialRef, type WorkflowFile, type WorkflowNode } from './workflow';

const CREDENTIAL = 'Identity Resolution Sandbox';

/** Credentials that protect a form and a webhook of the examples, by type. */
const CALLERS = {
	httpBasicAuth: { name: 'Form Login', data: { user: OWNER.email, password: OWNER.password } },
	httpHeaderAuth: { name: 'Webhook Token', data: { name: 'X-Token', value: randomUUID() } },
} as const;
type CallerType = keyof typeof CALLERS;
const CALLER_TYPES = Object.keys(CALLERS) as CallerType[];
const TRIGGER_TYPES: Readonly<Record<string, CallerType>> = {
	basicAuth: 'httpBasicAuth',
	headerAuth: 'httpHeaderAuth',
};

/** The data of our credential. */
export type ApiAccess = { baseUrl: string; apiKey: string };

/** What a seed left in n8n. */
interface Seeded {
	/** The names of the added workflows. */
	added: string[];
	/** Those that n8n did not publish: another workflow of the user has their address. */
	unpublished: string[];
	/** The ID of the first example. */
	first: string;
}

/**
 * Adds working credentials and the examples to n8n, and publishes those that need it.
 * A workflow whose name exists is not overwritten, because the user may have changed it; our credential is updated.
 */
export async function seed(rest: Rest, data: ApiAccess, examples: readonly Example[]): Promise<Seeded> {
	const credential = await saveCredential(rest, data);
	const callers = await callerCredentials(rest);
	const known = new Map((await rest.workflows()).map(({ id, name }) => [name, id]));
	const added = examples.filter(({ workflow }) => !known.has(workflow.name));
	const unpublished: string[] = [];
	// n8n lists the last changed workflow first.
	for (const { file, workflow } of [...added].reverse()) {
		const { id } = await rest.createWorkflow(withCallers(withCredential(workflow, credential), callers));
		known.set(workflow.name, id);
		if (!PUBLISHED_EXAMPLES.includes(file)) continue;
		await rest.activate(id).catch(() => unpublished.push(workflow.name));
	}
	const first = known.get(examples[0].workflow.name) ?? '';
	return { added: added.map(({ workflow }) => workflow.name), unpublished, first };
}

/** Creates our credential, or updates the existing one. */
export async function saveCredential(rest: Rest, data: ApiAccess): Promise<CredentialRef> {
	const known = (await rest.credentials()).find(({ name }) => name === CREDENTIAL);
	if (known === undefined) return await rest.createCredential(CREDENTIAL, CREDENTIAL_TYPE, data);
	await rest.updateCredential(known.id, CREDENTIAL, CREDENTIAL_TYPE, data);
	return known;
}

/** Creates the credentials that are missing. @returns all of them, by type */
async function callerCredentials(rest: Rest): Promise<Map<CallerType, CredentialRef>> {
	const known = await rest.credentials();
	const refs = new Map<CallerType, CredentialRef>();
	for (const type of CALLER_TYPES) {
		const { name, data } = CALLERS[type];
		refs.set(type, known.find((one) => one.name === name) ?? (await rest.createCredential(name, type, data)));
	}
	return refs;
}

/** The workflow with these credentials in the nodes that receive or send them. */
function withCallers(workflow: WorkflowFile, refs: ReadonlyMap<CallerType, CredentialRef>): WorkflowFile {
	const connected = (node: WorkflowNode) => {
		const { authentication, genericAuthType } = node.parameters;
		const type = TRIGGER_TYPES[String(authentication)] ?? CALLER_TYPES.find((one) => one === genericAuthType);
		const ref = type === undefined ? undefined : refs.get(type);
		return ref === undefined ? node : { ...node, credentials: { [type]: { id: ref.id, name: ref.name } } };
	};
	return { ...workflow, nodes: workflow.nodes.map(connected) };
}
