import { begin } from '../../n8n/instance/endings';
import type { RunningN8n } from '../../n8n/instance/n8nProcess';
import type { CredentialRef, Rest } from '../../n8n/instance/rest';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import type { SettingsPatch } from '../../sandbox/settings';
import { startCollector, type Collector } from './collector';
import type { Template } from './template';

/** Credentials that lead to the sandbox, by what they are for. */
export interface Access {
	/** Of this node. */
	ours: CredentialRef;
	/** Of the bare node: a template. */
	bare: CredentialRef;
	/** Of n8n's own HTTP Request node. */
	header: CredentialRef;
	baseUrl: string;
	apiKey: string;
}

/** An n8n and a service of its own, in which contenders are measured one after another. */
export interface Session {
	n8n: RunningN8n;
	rest: Rest;
	sandbox: Sandbox;
	collector: Collector;
	access: Access;
	stop(): Promise<void>;
}

/**
 * The service that everybody asks: who is found, and how long each answer takes, in ms. Under this seed faults at random strike early as well, so that
 * those who send few requests meet them too.
 */
export const SERVICE = { seed: 2, hitRate: 0.7, latency: 100 };

/** Wide enough that nothing binds which a table does not bind itself. */
export const WIDE: SettingsPatch = {
	...SERVICE,
	account: { tokens: 1e9 },
	limits: { enrich: { records: { '5h': 1e9, '1w': 1e9 }, requests: { '5h': 1e9 } } },
};

let sessions = 0;

/** @param nodeArgs of the Node.js that n8n runs on */
export const startSession = async (
	template: Template,
	settings: SettingsPatch = {},
	nodeArgs?: readonly string[],
): Promise<Session> =>
	await begin(async (endings) => {
		const sandbox = await startSandbox({ settings: { ...WIDE, ...settings } });
		endings.add(async () => await sandbox.close());
		const collector = await startCollector();
		endings.add(async () => await collector.close());
		const { n8n, rest } = await template.start(`session-${++sessions}`, endings, nodeArgs);
		const { url: baseUrl, key: apiKey } = sandbox;
		const access: Access = {
			ours: await rest.createCredential('Ours', 'identityResolutionApi', { baseUrl, apiKey }),
			bare: await rest.createCredential('Bare', 'benchBareApi', { baseUrl, apiKey }),
			header: await rest.createCredential('Header', 'httpHeaderAuth', {
				name: 'Authorization',
				value: `Bearer ${apiKey}`,
			}),
			baseUrl,
			apiKey,
		};
		return { n8n, rest, sandbox, collector, access };
	});
