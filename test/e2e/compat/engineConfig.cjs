const base = require('../../../jest.config.js');

/**
 * Runs tests of the packed node on the engine of an older n8n: tests and harness resolve n8n's packages to that
 * release, and the packed node is unpacked where it resolves n8n-workflow and zod to it, too.
 * @param {string} engine the folder of the release in dev/n8n/instance/
 * @param {string[]} [testMatch] all tests of the packed node by default
 * @returns {import('jest').Config}
 */
module.exports = (engine, testMatch = ['**/test/**/*.test.ts', '**/*.engine.ts']) => ({
	...base,
	displayName: engine,
	rootDir: '../../..',
	roots: ['test/node', 'test/credentials', 'test/e2e/compat'],
	testPathIgnorePatterns: ['/e2e/compat/.*\\.test\\.ts$'],
	testMatch,
	resolver: './test/e2e/compat/engineResolver.cjs',
	globals: { engine },
	globalSetup: './test/e2e/compat/engineSetUp.ts',
});
