import { type Example, PUBLISHED_EXAMPLES } from './examples';
import type { Rest } from './rest';
import { CREDENTIAL_TYPE, withCredential, type CredentialRef } from './workflow';

const CREDENTIAL = 'Identity Resolution Sandbox';

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
 * Adds a working credential and the examples to n8n, and publishes those that need it.
 * A workflow whose name exists is not overwritten, because the user may have changed it; the credential is updated.
 */
export async function seed(rest: Rest, data: ApiAccess, examples: readonly Example[]): Promise<Seeded> {
	const credential = await saveCredential(rest, data);
	const known = new Map((await rest.workflows()).map(({ id, name }) => [name, id]));
	const added = examples.filter(({ workflow }) => !known.has(workflow.name));
	const unpublished: string[] = [];
	// n8n lists the last changed workflow first.
	for (const { file, workflow } of [...added].reverse()) {
		const { id } = await rest.createWorkflow(withCredential(workflow, credential));
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
