import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringCredential } from '../../host/fill';
import { installN8n } from '../../host/install';
import { installNode } from '../../host/installNode';
import { startN8n, type RunningN8n } from '../../host/n8nProcess';
import { freePorts } from '../../host/ports';
import { CURRENT, type Release } from '../../host/releases';
import { Rest, type CredentialRef } from '../../host/rest';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server';

/** A whole n8n in folders of its own, with the packed node, the sandbox, an owner who is logged in, and a credential that works. */
export interface Hosted {
	n8n: RunningN8n;
	rest: Rest;
	sandbox: Sandbox;
	credential: CredentialRef;
	/** Where workflows may read and write files. Relative paths in them start here. */
	files: string;
	/** Ends it all and removes its folders. */
	stop(): Promise<void>;
}

/** How it is started. */
export interface HostedOptions {
	release?: Release;
	sandbox?: SandboxOptions;
	/** Of n8n's process. */
	env?: Record<string, string>;
}

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Starts a whole n8n. @throws where any part of it does not start; nothing of it is left running then */
export async function startHosted({ release = CURRENT, sandbox: options, env }: HostedOptions = {}): Promise<Hosted> {
	const installed = await installN8n(say, release);
	const folder = mkdtempSync(join(tmpdir(), 'identity-resolution-host-'));
	const files = join(folder, 'files');
	mkdirSync(files);
	const endings = [async () => await Promise.resolve(rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))];
	const stop = async () => {
		for (const ending of endings.splice(0)) await ending();
	};
	try {
		await installNode(folder);
		const sandbox = await startSandbox(options);
		endings.unshift(async () => await sandbox.close());
		const [port, brokerPort] = await freePorts(2);
		const n8n = await startN8n(installed, { userFolder: folder, port, brokerPort, files }, { env });
		endings.unshift(async () => await n8n.stop());
		const rest = new Rest(n8n.url);
		await rest.enter();
		const credential = await bringCredential(rest, { baseUrl: sandbox.url, apiKey: sandbox.key });
		return { n8n, rest, sandbox, credential, files, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
