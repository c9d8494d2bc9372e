const { existsSync } = require('node:fs');
const { join } = require('node:path');
const engineConfig = require('./engineConfig.cjs');

const nodeTest = (name) => `test/node/${name}.test.ts`;

/** The tests of what differs between releases of n8n, for every change: about a minute. `compat` runs all of them. */
const TESTS = [
	'test/e2e/compat/release.engine.ts',
	// Panel, outputs, hints, cancellation, the trigger's state, and AI tools.
	...['panel/description', 'panel/notices', 'onError', 'options', 'stop'].map(nodeTest),
	...['account/account', 'agent', 'known/knownAnswers', 'tools/tools', 'trigger'].map(nodeTest),
	// Credentials and the HTTP helper.
	...['foreignNodes', 'credentialRedirects'].map((name) => nodeTest(`credential/${name}`)),
	'test/credentials/identityResolutionApi.test.ts',
];

for (const file of TESTS)
	if (!existsSync(join(__dirname, '..', '..', '..', file))) throw new Error(`${file} is missing`);

module.exports = engineConfig(
	'n8n-1.115',
	TESTS.map((file) => `**/${file}`),
);
