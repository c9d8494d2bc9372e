import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { startAll } from '../n8n/instance/cleanups';
import { createTestbed, openN8n } from '../n8n/instance/testbed';
import type { CredentialRef } from '../n8n/instance/workflow';
import { startSandbox } from '../sandbox/server';
import type { SettingsPatch } from '../sandbox/settings';

export interface Access {
	ours: CredentialRef;
	baseUrl: string;
	apiKey: string;
}

export type Session = Awaited<ReturnType<typeof startSession>>;

/** Latency in ms. With this seed, random faults also strike early, so that contenders with few requests meet them. */
export const SERVICE = { seed: 2, hitRate: 0.7, latency: 100 };

/** No limit that a table does not set itself. */
export const WIDE = {
	...SERVICE,
	account: { tokens: 1e9, phoneTokens: 1e9 },
	limits: { enrich: { records: { '5h': 1e9, '1w': 1e9 }, requests: { '5h': 1e9 } } },
} satisfies SettingsPatch;

/** Starts a sandbox and a new n8n in which contenders run one after another. */
export const startSession = async (settings: SettingsPatch = {}) =>
	await startAll(async (cleanups) => {
		const sandbox = await startSandbox({ settings: { ...WIDE, ...settings } });
		cleanups.add(async () => await sandbox.close());
		const ground = await createTestbed('bench', cleanups);
		const canvas = join(ground.folder, 'canvas');
		buildMark(canvas);
		const { n8n, rest } = await openN8n(ground, cleanups, { env: { N8N_CUSTOM_EXTENSIONS: canvas } });
		const { url: baseUrl, key: apiKey } = sandbox;
		const access: Access = {
			ours: await rest.createCredential('Ours', 'identityResolutionApi', { baseUrl, apiKey }),
			baseUrl,
			apiKey,
		};
		// The folder is for the files of the runs.
		return { n8n, rest, sandbox, access, folder: ground.folder };
	});

function buildMark(folder: string): void {
	mkdirSync(folder, { recursive: true });
	const { outputText } = transpileModule(readFileSync(join(__dirname, 'Mark.node.ts'), 'utf8'), {
		compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
	});
	writeFileSync(join(folder, 'Mark.node.js'), outputText);
}
