import { startAll, type Cleanups } from '../../../dev/n8n/instance/cleanups';
import type { StartOptions } from '../../../dev/n8n/instance/n8nProcess';
import type { Release } from '../../../dev/n8n/instance/releases';
import { Rest } from '../../../dev/n8n/instance/rest';
import { createTestbed, openN8n } from '../../../dev/n8n/instance/testbed';
import { SIGNING_SECRET } from '../../../dev/n8n/instance/seed';
import { CREDENTIAL_TYPE, type CredentialRef } from '../../../dev/n8n/instance/workflow';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox/server';
import { SHARED_N8N, type SharedN8n } from './sharedN8n';

/** A whole n8n with the packed node, a logged-in owner, and a valid credential for a sandbox. */
export interface Hosted {
	rest: Rest;
	sandbox: Sandbox;
	credential: CredentialRef;
	/** The only folder that workflows may read and write; relative paths start here. */
	files: string;
	userFolder: string;
	stop(): Promise<void>;
}

export interface HostedOptions {
	sandbox?: SandboxOptions;
	/** Each of these two starts an n8n of its own. */
	release?: Release;
	start?: StartOptions;
}

/** Starts a sandbox, and an n8n if the shared one does not fit. */
export const startHosted = async ({ sandbox: options, ...own }: HostedOptions = {}): Promise<Hosted> =>
	await startAll(async (cleanups) => {
		const sandbox = await startSandbox(options);
		cleanups.add(async () => await sandbox.close());
		const isShared = Object.values(own).every((one) => one === undefined);
		const { rest, files, userFolder } = isShared ? sharedN8n() : await startOwn(cleanups, own);
		const credential = await createCredential(rest, sandbox);
		// The editor selects a credential only if there is no other of its type.
		cleanups.add(async () => await rest.call('DELETE', `credentials/${credential.id}`));
		return { rest, files, userFolder, sandbox, credential };
	});

export const createCredential = async (
	rest: Rest,
	{ url: baseUrl, key: apiKey }: Pick<Sandbox, 'url' | 'key'>,
): Promise<CredentialRef> =>
	await rest.createCredential('Sandbox', CREDENTIAL_TYPE, {
		...{ baseUrl, apiKey },
		signingSecret: SIGNING_SECRET,
	});

async function startOwn(cleanups: Cleanups, { release, start }: HostedOptions) {
	const testbed = await createTestbed('n8n', cleanups, release);
	return { ...testbed, ...(await openN8n(testbed, cleanups, start)) };
}

function sharedN8n() {
	const { url, login, ...folders } = JSON.parse(process.env[SHARED_N8N] ?? '') as SharedN8n;
	return { ...folders, rest: new Rest(url, login) };
}

/** Starts a host before the tests of a file or block and stops it after them. */
export function useHosted(options?: HostedOptions): Hosted {
	const host = {} as Hosted;
	beforeAll(async () => void Object.assign(host, await startHosted(options)));
	afterAll(async () => await host.stop?.());
	return host;
}
