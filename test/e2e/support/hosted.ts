import { type Cleanups, startAll } from '../../../dev/n8n/instance/cleanups';
import type { Release } from '../../../dev/n8n/instance/releases';
import { Rest } from '../../../dev/n8n/instance/rest';
import { openN8n } from '../../../dev/n8n/instance/testbed';
import type { CredentialRef } from '../../../dev/n8n/instance/workflow';
import type { Sandbox, SandboxOptions } from '../../../dev/sandbox/server';
import { sharedN8n, trackAdditions, type SharedN8n } from './sharedN8n';
import { credentialFor, makeInstallation, startSandboxWith } from './testbed';

/** A whole n8n with the packed node, a logged-in owner, and a valid credential for a sandbox. */
export interface Hosted {
	n8n: { url: string };
	rest: Rest;
	sandbox: Sandbox;
	credential: CredentialRef;
	/** The only folder that workflows may read and write; relative paths start here. */
	files: string;
	/** n8n's database, logs and settings. */
	userFolder: string;
	/** Ends what was started, and deletes what was added to a shared n8n. */
	stop(): Promise<void>;
}

export interface HostedOptions {
	sandbox?: SandboxOptions;
	/** This and the next two start an n8n of its own, with environment variables or arguments for Node.js. */
	release?: Release;
	env?: Record<string, string>;
	nodeArgs?: readonly string[];
}

/** Starts a sandbox and attaches to the shared n8n, or starts an n8n of its own if the options or the set-up require it. */
export const startHosted = async ({ sandbox: options, ...special }: HostedOptions = {}): Promise<Hosted> =>
	await startAll(async (cleanups) => {
		const sandbox = await startSandboxWith(cleanups, options);
		const shared = Object.values(special).every((one) => one === undefined) ? sharedN8n() : undefined;
		const access = shared === undefined ? await startOwn(cleanups, special) : await attach(cleanups, shared);
		return { ...access, sandbox, credential: await credentialFor(access.rest, sandbox) };
	});

type N8nAccess = Pick<Hosted, 'n8n' | 'rest' | 'files' | 'userFolder'>;

async function startOwn(cleanups: Cleanups, { release, ...how }: HostedOptions): Promise<N8nAccess> {
	const { files, userFolder, ...installation } = await makeInstallation(cleanups, release);
	return { files, userFolder, ...(await openN8n({ files, userFolder, ...installation }, cleanups, how)) };
}

async function attach(cleanups: Cleanups, { url, files, userFolder, login }: SharedN8n): Promise<N8nAccess> {
	const rest = new Rest(url, login);
	cleanups.add(await trackAdditions(rest, files));
	return { n8n: { url }, rest, files, userFolder };
}

/** Starts a host before the tests of a file or block and stops it after them. */
export function useHosted(options?: HostedOptions): Hosted {
	const host = {} as Hosted;
	beforeAll(async () => void Object.assign(host, await startHosted(options)));
	afterAll(async () => await host.stop?.());
	return host;
}
