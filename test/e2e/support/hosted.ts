import { begin } from '../../../dev/n8n/instance/endings';
import type { RunningN8n } from '../../../dev/n8n/instance/n8nProcess';
import { openN8n } from '../../../dev/n8n/instance/openN8n';
import type { Release } from '../../../dev/n8n/instance/releases';
import type { CredentialRef, Rest } from '../../../dev/n8n/instance/rest';
import type { Sandbox, SandboxOptions } from '../../../dev/sandbox/server';
import { credentialFor, makeGround } from './ground';

/** A whole n8n in folders of its own, with the packed node, the sandbox, an owner who is logged in, and a credential that works. */
export interface Hosted {
	n8n: RunningN8n;
	rest: Rest;
	sandbox: Sandbox;
	credential: CredentialRef;
	/** Where workflows may read and write files. Relative paths in them start here. */
	files: string;
	/** Where n8n keeps its database, its logs and all else. */
	userFolder: string;
	/** Ends it all and removes its folders. */
	stop(): Promise<void>;
}

/** How it is started. */
export interface HostedOptions {
	release?: Release;
	sandbox?: SandboxOptions;
	/** Of n8n's process. */
	env?: Record<string, string>;
	/** Of Node.js itself. */
	nodeArgs?: readonly string[];
}

/** Starts a whole n8n. @throws where any part of it does not start; nothing of it is left running then */
export const startHosted = async ({ release, sandbox: options, env, nodeArgs }: HostedOptions = {}): Promise<Hosted> =>
	await begin(async (endings) => {
		const { sandbox, ...ground } = await makeGround(endings, options, release);
		const { n8n, rest } = await openN8n(ground, endings, { env, nodeArgs });
		return {
			n8n,
			rest,
			sandbox,
			files: ground.files,
			userFolder: ground.userFolder,
			credential: await credentialFor(rest, sandbox),
		};
	});
