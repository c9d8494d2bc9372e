const { existsSync } = require('node:fs');
const { join } = require('node:path');
const engineConfig = require('./engineConfig.cjs');

const PROJECT = join(__dirname, '..', '..', '..');

/** The tests of what differs between releases of n8n, for every change: about a minute. `compat` runs all of them. */
const TESTS = [
	// That the tests run on the release at all.
	'test/e2e/compat/release.engine.ts',
	// Loading the node, its tool variant and its panel.
	'test/node/description.test.ts',
	'test/node/triggerDescription.test.ts',
	// Routing to outputs, the error output, paired items and Retry On Fail.
	'test/node/onError.test.ts',
	'test/node/options.test.ts',
	'test/node/tools.test.ts',
	'test/node/account.test.ts',
	// Hints.
	'test/node/notices.test.ts',
	// Credentials and the HTTP helper.
	'test/credentials/identityResolutionApi.test.ts',
	'test/node/credentialOrigin.test.ts',
	'test/node/credentialRedirects.test.ts',
	'test/node/wireSpellings.test.ts',
	// Cancellation, the trigger's state, and AI tools.
	'test/node/stop.test.ts',
	'test/node/trigger.test.ts',
	'test/node/agent.test.ts',
];

for (const file of TESTS) if (!existsSync(join(PROJECT, file))) throw new Error(`${file} is missing`);

module.exports = engineConfig(
	'n8n-1.115',
	TESTS.map((file) => `**/${file}`),
);
