const { existsSync } = require('node:fs');
const { join } = require('node:path');
const engineConfig = require('./engineConfig.cjs');

/** The tests of what differs between releases of n8n, for every change: about a minute. `compat` runs all of them. */
const TESTS = [
	'test/e2e/compat/release.engine.ts',
	// Panel, outputs, hints, cancellation, the trigger's state, and AI tools.
	...['account', 'agent', 'description', 'knownAnswers', 'notices', 'onError', 'options', 'stop', 'tools', 'trigger'],
	// Credentials and the HTTP helper.
	...['credentialOrigin', 'credentialRedirects', 'triggerDescription', 'wireSpellings'],
	'test/credentials/identityResolutionApi.test.ts',
].map((name) => (name.includes('/') ? name : `test/node/${name}.test.ts`));

for (const file of TESTS)
	if (!existsSync(join(__dirname, '..', '..', '..', file))) throw new Error(`${file} is missing`);

module.exports = engineConfig(
	'n8n-1.115',
	TESTS.map((file) => `**/${file}`),
);
