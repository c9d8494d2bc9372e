import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endings } from '../../host/endings';
import { bringCredential } from '../../host/fill';
import { installN8n, type N8n } from '../../host/install';
import { installNode } from '../../host/installNode';
import type { Release } from '../../host/releases';
import { Rest, type CredentialRef } from '../../host/rest';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server';

/** What an n8n of a test stands on. */
export interface Ground {
	n8n: N8n;
	/** A folder of its own, that is removed at the end. */
	folder: string;
	/** An n8n user folder in it, with the packed node. */
	userFolder: string;
	/** Where workflows may read and write files. Relative paths in them start here. */
	files: string;
	sandbox: Sandbox;
}

/** Makes it all, and adds its endings. */
export async function makeGround(endings: Endings, options?: SandboxOptions, release?: Release): Promise<Ground> {
	const n8n = await installN8n(release);
	const folder = mkdtempSync(join(tmpdir(), 'identity-resolution-host-'));
	endings.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	const userFolder = join(folder, 'user');
	const files = join(folder, 'files');
	for (const one of [userFolder, files]) mkdirSync(one);
	await installNode(userFolder);
	const sandbox = await startSandbox(options);
	endings.add(async () => await sandbox.close());
	return { n8n, folder, userFolder, files, sandbox };
}

/** Logs an owner in, and makes a credential that works. */
export async function enter(url: string, { url: baseUrl, key: apiKey }: Sandbox): Promise<{ rest: Rest; credential: CredentialRef }> {
	const rest = new Rest(url);
	await rest.enter();
	return { rest, credential: await bringCredential(rest, { baseUrl, apiKey }) };
}
