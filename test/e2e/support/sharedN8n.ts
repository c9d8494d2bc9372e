import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Login, Rest } from '../../../dev/n8n/instance/rest';
import { openN8n } from '../../../dev/n8n/instance/testbed';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { makeInstallation, runCleanups, say } from './testbed';

/** The n8n that all test files use that need no special one. Its owner is set up. */
export interface SharedN8n {
	url: string;
	userFolder: string;
	files: string;
	/** n8n refuses a sixth login of one owner within a few minutes, so all files use one. */
	login: Login;
}

/** The environment variable that holds its address and folders, in JSON. */
const SHARED = 'E2E_SHARED_N8N';

/** @returns undefined if Jest's set-up did not start one */
export const sharedN8n = (): SharedN8n | undefined => {
	const text = process.env[SHARED];
	return text === undefined ? undefined : (JSON.parse(text) as SharedN8n);
};

/** Starts it in Jest's set-up. */
export async function startSharedN8n(): Promise<void> {
	const started = performance.now();
	say('Starting the shared n8n ...');
	const installation = await makeInstallation(runCleanups);
	const { n8n, rest } = await openN8n(installation, runCleanups);
	const { userFolder, files } = installation;
	process.env[SHARED] = JSON.stringify({ url: n8n.url, userFolder, files, login: rest.login } satisfies SharedN8n);
	say(`The shared n8n is ready after ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
}

/** @returns a function that deletes the workflows, credentials and files that were added since */
export async function trackAdditions(rest: Rest, files: string): Promise<() => Promise<void>> {
	const list = async (kind: 'workflows' | 'credentials') => (await rest[kind]()).map(({ id }) => id);
	const known = new Set([...(await list('workflows')), ...(await list('credentials'))]);
	const added = async (kind: 'workflows' | 'credentials') => (await list(kind)).filter((id) => !known.has(id));
	return async () => {
		for (const id of await added('workflows')) {
			// n8n deletes only archived workflows, after it has deactivated them in the background.
			await rest.call('POST', `workflows/${id}/archive`);
			const deleted = async () =>
				await rest.call('DELETE', `workflows/${id}`).then(
					() => true,
					() => undefined,
				);
			await waitFor('The deletion of a workflow', deleted);
		}
		for (const id of await added('credentials')) await rest.call('DELETE', `credentials/${id}`);
		for (const name of readdirSync(files)) rmSync(join(files, name), { recursive: true });
	};
}
