import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { n8nPackages } from '../../support/n8nPackages.mjs';

const PROJECT = path.join(import.meta.dirname, '..', '..', '..');
const OLDER_CORE = path.join(import.meta.dirname, 'olderCore.ts');

/** The older n8n-core with the interface of the current one. */
const olderCore = {
	name: 'older-core',
	enforce: 'pre',
	resolveId: (imported, importer) => (imported === 'n8n-core' && importer !== OLDER_CORE ? OLDER_CORE : null),
};

/**
 * Runs tests of the packed node on the engine of an older n8n. Tests, harness and packed node get n8n's packages and zod
 * of that release.
 * @param {string} name of the project
 * @param {string} release the folder of the release in dev/n8n/instance/
 * @param {string[]} tests
 * @returns {import('vitest/config').TestProjectInlineConfiguration}
 */
export const olderEngine = (name, release, tests) => ({
	extends: true,
	// The set-up installs the release, and sets N8N_ENGINE to its folder.
	plugins: [olderCore, n8nPackages(() => process.env.N8N_ENGINE)],
	test: {
		name,
		include: [...tests, 'test/e2e/compat/release.engine.ts'],
		globalSetup: ['test/e2e/compat/engineSetUp.ts'],
		env: { N8N_RELEASE: release },
	},
});

const nodeTest = (name) => `test/node/${name}.test.ts`;

/** The tests of what differs between releases of n8n, for every change. `compat` runs all tests of the node. */
export const TESTS_OF_RELEASES = [
	// Panel, outputs, hints, cancellation, the trigger's state, and AI tools.
	...['panel/description', 'panel/notices', 'onError', 'options', 'stop'].map(nodeTest),
	...['account/account', 'agent', 'known/knownAnswers', 'tools/tools', 'trigger'].map(nodeTest),
	// Credentials and the HTTP helper.
	...['foreignNodes', 'credentialRedirects'].map((name) => nodeTest(`credential/${name}`)),
	'test/credentials/identityResolutionApi.test.ts',
];
for (const file of TESTS_OF_RELEASES) if (!existsSync(path.join(PROJECT, file))) throw new Error(`${file} is missing`);
