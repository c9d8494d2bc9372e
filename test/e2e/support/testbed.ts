import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Cleanups, temporaryFolder } from '../../../dev/n8n/instance/cleanups';
import { installN8n, type N8n } from '../../../dev/n8n/instance/install';
import { installNode } from '../../../dev/n8n/instance/installNode';
import type { Release } from '../../../dev/n8n/instance/releases';
import { logIn, type Rest } from '../../../dev/n8n/instance/rest';
import { saveCredential } from '../../../dev/n8n/instance/seed';
import type { CredentialRef } from '../../../dev/n8n/instance/workflow';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox/server';

/** The folders of an n8n that has the packed node. */
export interface Installation {
	n8n: N8n;
	/** Holds the other two. */
	folder: string;
	userFolder: string;
	/** The only folder that workflows may read and write; relative paths start here. */
	files: string;
}

/** An installation and the service that its workflows call. */
export interface Testbed extends Installation {
	sandbox: Sandbox;
}

/** The environment variable with the folder that the packed node is installed in. */
const PACKED = 'E2E_PACKED_NODE';

/** Ends what Jest's set-up started. Jest's teardown runs in the same process. */
export const runCleanups = new Cleanups();

/** Prints the progress of the set-up. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Packs and installs the node once. Every n8n of the run gets a copy. */
export async function installPackedNode(): Promise<void> {
	say('Packing and installing the node ...');
	const folder = temporaryFolder('packed', runCleanups);
	await installNode(folder);
	process.env[PACKED] = folder;
}

/** Makes folders for an n8n with the packed node. */
export async function makeInstallation(cleanups: Cleanups, release?: Release): Promise<Installation> {
	const n8n = await installN8n(release);
	const folder = temporaryFolder('n8n', cleanups);
	const userFolder = join(folder, 'user');
	const files = join(folder, 'files');
	for (const one of [userFolder, files]) mkdirSync(one);
	const packed = process.env[PACKED];
	if (packed === undefined) await installNode(userFolder);
	else cpSync(packed, userFolder, { recursive: true });
	return { n8n, folder, userFolder, files };
}

/** Makes an installation and starts a sandbox. */
export async function makeTestbed(cleanups: Cleanups, options?: SandboxOptions, release?: Release): Promise<Testbed> {
	const installation = await makeInstallation(cleanups, release);
	return { ...installation, sandbox: await startSandboxWith(cleanups, options) };
}

export async function startSandboxWith(cleanups: Cleanups, options?: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	cleanups.add(async () => await sandbox.close());
	return sandbox;
}

/** Logs the owner in and creates a valid credential. */
export async function enter(url: string, sandbox: Sandbox): Promise<{ rest: Rest; credential: CredentialRef }> {
	const rest = await logIn(url);
	return { rest, credential: await credentialFor(rest, sandbox) };
}

/** Creates a valid credential for a sandbox. */
export const credentialFor = async (rest: Rest, { url: baseUrl, key: apiKey }: Sandbox): Promise<CredentialRef> =>
	await saveCredential(rest, { baseUrl, apiKey });
