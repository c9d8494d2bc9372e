import type { Endings } from '../../../dev/n8n/instance/endings';
import { bringCredential } from '../../../dev/n8n/instance/fill';
import { makeGround as makeHostGround, type Ground as HostGround } from '../../../dev/n8n/instance/ground';
import type { Release } from '../../../dev/n8n/instance/releases';
import { logIn, type CredentialRef, type Rest } from '../../../dev/n8n/instance/rest';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox/server';

/** What an n8n of a test stands on. */
export interface Ground extends HostGround {
	sandbox: Sandbox;
}

/** Makes it all, and adds its endings. */
export async function makeGround(endings: Endings, options?: SandboxOptions, release?: Release): Promise<Ground> {
	const ground = await makeHostGround('host', endings, release);
	const sandbox = await startSandbox(options);
	endings.add(async () => await sandbox.close());
	return { ...ground, sandbox };
}

/** Logs an owner in, and makes a credential that works. */
export async function enter(url: string, sandbox: Sandbox): Promise<{ rest: Rest; credential: CredentialRef }> {
	const rest = await logIn(url);
	return { rest, credential: await credentialFor(rest, sandbox) };
}

/** Makes a credential that works. */
export const credentialFor = async (rest: Rest, { url: baseUrl, key: apiKey }: Sandbox): Promise<CredentialRef> =>
	await bringCredential(rest, { baseUrl, apiKey });
