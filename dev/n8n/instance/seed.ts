import type { Example } from './examples';
import type { Rest } from './rest';
import { CREDENTIAL_TYPE, withCredential, type CredentialRef } from './workflow';

const CREDENTIAL = 'Identity Resolution Sandbox';

export type ApiAccess = { baseUrl: string; apiKey: string };

/** *Use Known Answers* needs one. */
export const SIGNING_SECRET = 'a long secret of the sandbox';

interface Seeded {
	added: string[];
	first: string;
}

/**
 * Adds a working credential and the examples to n8n.
 * A workflow whose name exists is not overwritten, because the user may have changed it; our credential is updated.
 */
export async function seed(rest: Rest, data: ApiAccess, examples: readonly Example[]): Promise<Seeded> {
	const credential = await saveCredential(rest, data);
	const known = new Map((await rest.workflows()).map(({ id, name }) => [name, id]));
	const added = examples.filter(({ workflow }) => !known.has(workflow.name));
	// n8n lists the last changed workflow first.
	for (const { workflow } of [...added].reverse()) {
		const { id } = await rest.createWorkflow(withCredential(workflow, credential));
		known.set(workflow.name, id);
	}
	const first = known.get(examples[0].workflow.name) ?? '';
	return { added: added.map(({ workflow }) => workflow.name), first };
}

async function saveCredential(rest: Rest, access: ApiAccess): Promise<CredentialRef> {
	const data = { ...access, signingSecret: SIGNING_SECRET };
	const known = (await rest.credentials()).find(({ name }) => name === CREDENTIAL);
	if (known === undefined) return await rest.createCredential(CREDENTIAL, CREDENTIAL_TYPE, data);
	await rest.updateCredential(known.id, CREDENTIAL, CREDENTIAL_TYPE, data);
	return known;
}
